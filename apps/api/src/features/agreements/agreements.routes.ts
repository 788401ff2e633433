import * as templates from '@handover/contract/agreements/agreement-templates.ts';
import * as contract from '@handover/contract/agreements/agreements.ts';
import type { FastifyRequest } from 'fastify';
import { AppError, notFound } from '#lib/errors.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { sendDownload, sendFile } from '#platform/files/download.ts';
import { openFile } from '#platform/files/files.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { countRecords, listRecords } from '#platform/records/list/list.ts';
import { isOpenTo } from '#platform/session/access.ts';
import { issueTicket, type TicketAction } from '#platform/tickets.ts';
import type { Work } from '#platform/work.ts';
import { findPdf } from './agreement-writes.queries.ts';
import {
  presentAgreement,
  presentDetail,
  presentOwn,
  presentProof,
  presentSigning,
} from './agreements.presenter.ts';
import { findReadableAgreement, listableAgreements, type AgreementRow } from './agreements.queries.ts';
import {
  getReadableAgreement,
  renewAgreement,
  revokeAgreement,
  sendAgreement,
  sendLink,
} from './send-agreement.ts';
import { paperAgreementRoutes } from './paper-agreement.ts';
import {
  decline,
  getOwn,
  listOwn,
  recordFirstOpen,
  openLink,
  reloadAgreement,
  sign,
  type OpenedLink,
} from './sign-agreement.ts';
import { enterCode, findSigner, requireSigner, sendCode } from './signing-codes.ts';
import { listTemplateRows } from './templates/templates.queries.ts';
import { createTemplate, presentTemplate, updateTemplate } from './templates/templates.service.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

const downloadAction = 'agreement.download';
/** Limit per IP address for opening, signing, and downloading. */
const linkTries = { hits: 120, perSeconds: 900 };

type Parts = Pick<Platform, 'config' | 'keyring' | 'limits' | 'mail' | 'records' | 'storage'>;

export function agreementRoutes(routes: Routes, platform: Parts): void {
  registerRoutes(routes, platform);
  sendingRoutes(routes, platform);
  paperAgreementRoutes(routes, platform);
  clientRoutes(routes);
  linkRoutes(routes, platform);
  templateRoutes(routes);
}

function registerRoutes(routes: Routes, { keyring }: Parts): void {
  routes.add(contract.listAgreements, async ({ actor, query, work }) => {
    const { rows, similar, ...page } = await listRecords(listableAgreements, {
      keyring,
      work,
      member: actor,
      query,
    });
    return {
      ...page,
      agreements: rows.map((row) => presentAgreement(actor, row, work.now)),
      similar: similar.map((row) => presentAgreement(actor, row, work.now)),
    };
  });
  routes.add(contract.countAgreements, ({ actor, query, work }) =>
    countRecords(listableAgreements, { work, member: actor, query }),
  );
  routes.add(contract.getAgreement, async ({ actor, params, work }) => ({
    agreement: presentDetail(actor, await getReadableAgreement(work.db, actor, params.id), work.now),
  }));
  routes.add(contract.openAgreementPdf, async ({ actor, params, work }) => {
    const row = await getReadableAgreement(work.db, actor, params.id);
    if (row.file_id === null) throw createNotReadyError(row);
    return {
      ticket: await issueTicket(work, actor, { action: downloadAction, subject: { agreementId: row.id } }),
    };
  });
}

function sendingRoutes(routes: Routes, platform: Parts): void {
  routes.add(contract.sendAgreement, ({ actor, body, work }) =>
    sendAgreement(work, actor, { platform, input: body }),
  );
  routes.add(contract.sendAgreementLink, ({ actor, params, body, work }) =>
    sendLink(work, actor, { platform, agreementId: params.id, delivery: body.delivery }),
  );
  routes.add(contract.revokeAgreement, async ({ actor, params, work }) => ({
    agreement: await revokeAgreement(work, actor, params.id),
  }));
  routes.add(contract.renewAgreement, ({ actor, params, body, work }) =>
    renewAgreement(work, actor, { platform, agreementId: params.id, delivery: body.delivery }),
  );
}

function clientRoutes(routes: Routes): void {
  routes.add(contract.listOwnAgreements, async ({ actor, work }) => ({
    agreements: (await listOwn(work, actor)).map((row) => presentOwn(row, work.now)),
  }));
  routes.add(contract.signOwnAgreement, async ({ actor, params, body, work, request }) => {
    const own = await getOwn(work, actor, params.id);
    await sign(work, own, { input: body, request });
    return { agreement: presentOwn(await reloadAgreement(work, own.row), work.now) };
  });
  routes.add(contract.declineOwnAgreement, async ({ actor, params, body, work }) => {
    const own = await getOwn(work, actor, params.id);
    await decline(work, own, body.reason);
    return { agreement: presentOwn(await reloadAgreement(work, own.row), work.now) };
  });
}

/** Public for anyone with the link, so each response is audited without an actor. */
function linkRoutes(routes: Routes, platform: Parts): void {
  const count = (request: FastifyRequest): Promise<void> =>
    platform.limits.hit(toAddressKey('sign:address', request.ip), linkTries);
  proofRoutes(routes, platform, count);
  answerRoutes(routes, platform, count);
}

type Count = (request: FastifyRequest) => Promise<void>;

/** The page of a link, and the code that proves its address. */
function proofRoutes(routes: Routes, { keyring, limits }: Parts, count: Count): void {
  routes.add(contract.openSigning, async ({ body, request, transact }) => {
    await count(request);
    return transact(async (work) => {
      const { row, link } = await openLink(work, body.token);
      const signer = await findSigner(work, { row, link }, { session: body.session, request });
      if (signer === null) return { signing: null, proof: presentProof(row, link.email ?? '') };
      await recordFirstOpen(work, row);
      return { signing: presentSigning(row, work.now), proof: null };
    });
  });
  routes.add(contract.sendSigningCode, async ({ body, request, transact }) => {
    await count(request);
    await transact(async (work) => {
      const opened = await openLink(work, body.token);
      await sendCode(work, { keyring, limits }, opened);
      await auditLink(work, { ...opened, action: 'sendSigningCode', request });
    });
  });
  routes.add(contract.startSigningSession, async ({ body, request, transact }) => {
    await count(request);
    return transact(async (work) => {
      const opened = await openLink(work, body.token);
      const session = await enterCode(work, { keyring, limits }, { opened, code: body.code });
      await auditLink(work, { ...opened, action: 'startSigningSession', request });
      return { session };
    });
  });
}

function answerRoutes(routes: Routes, { storage }: Parts, count: Count): void {
  routes.add(contract.signByLink, async ({ body, request, transact }) => {
    await count(request);
    return transact(async (work) => {
      const opened = await openLink(work, body.token);
      const signer = await requireSigner(work, opened, { session: body.session, request });
      await sign(work, { row: opened.row, signer }, { input: body, request });
      await auditLink(work, { row: opened.row, action: 'signByLink', request });
      return { signing: presentSigning(await reloadAgreement(work, opened.row), work.now) };
    });
  });
  routes.add(contract.declineByLink, async ({ body, request, transact }) => {
    await count(request);
    return transact(async (work) => {
      const opened = await openLink(work, body.token);
      const signer = await requireSigner(work, opened, { session: body.session, request });
      await decline(work, { row: opened.row, signer }, body.reason);
      await auditLink(work, { row: opened.row, action: 'declineByLink', request });
      return { signing: presentSigning(await reloadAgreement(work, opened.row), work.now) };
    });
  });
  routes.add(contract.downloadByLink, async ({ body, request, reply, work }) => {
    await count(request);
    const opened = await openLink(work, body.token);
    await requireSigner(work, opened, { session: body.session, request });
    const { row } = opened;
    const file = await findPdf(work.db, { workspaceId: row.workspace_id, agreementId: row.id });
    if (file === null) throw createNotReadyError(row);
    await auditLink(work, { row, action: 'downloadByLink', request });
    void reply.header('content-length', file.size_bytes);
    sendDownload(reply, {
      name: file.name,
      contentType: file.content_type,
      bytes: await openFile(storage, file),
    });
  });
}

function templateRoutes(routes: Routes): void {
  routes.add(templates.listAgreementTemplates, async ({ actor, work }) => ({
    templates: (await listTemplateRows(work.db, actor.workspaceId)).map(presentTemplate),
  }));
  routes.add(templates.createAgreementTemplate, async ({ actor, body, work }) => ({
    template: await createTemplate(work, actor, body),
  }));
  routes.add(templates.updateAgreementTemplate, async ({ actor, params, body, work }) => ({
    template: await updateTemplate(work, actor, { templateId: params.id, input: body }),
  }));
}

/** Downloads of signed PDFs. Access is checked at each request. */
export function agreementTicketActions({ storage }: Pick<Platform, 'storage'>): Record<string, TicketAction> {
  return {
    [downloadAction]: async (use) => {
      const { member, subject, work } = use;
      const { agreementId } = subject;
      if (typeof agreementId !== 'string' || !isOpenTo(member, 'business-center')) throw notFound('NDA');
      const row = await findReadableAgreement(work.db, member, agreementId);
      const file =
        row === null ? null : await findPdf(work.db, { workspaceId: member.workspaceId, agreementId });
      if (file === null) throw notFound('NDA');
      await sendFile(use, storage, { file: { ...file, id: agreementId }, action: 'downloadAgreement' });
    },
  };
}

function createNotReadyError({ status }: AgreementRow): AppError {
  return status === 'signed'
    ? new AppError('UNAVAILABLE', 'The signed PDF is being prepared. Try again in a few seconds.', {
        retryAfterSeconds: 2,
      })
    : new AppError('RULE_BROKEN', 'This NDA is not signed yet.');
}

async function auditLink(
  { db, now }: Work,
  {
    row,
    link,
    action,
    request,
  }: { row: AgreementRow; link?: OpenedLink['link']; action: string; request: FastifyRequest },
): Promise<void> {
  await recordAudit(db, {
    workspaceId: row.workspace_id,
    actorId: null,
    action,
    subjectId: row.id,
    detail: link === undefined ? {} : { linkId: link.id, email: link.email },
    ipAddress: request.ip,
    requestId: request.id,
    now,
  });
}
