import { Readable } from 'node:stream';
import * as contract from '@handover/contract/profiles.ts';
import type { FastifyRequest } from 'fastify';
import { notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { paginate } from '#lib/pagination.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { sendDownload } from '#platform/files/download.ts';
import type { Routes } from '#platform/http/routes.ts';
import { getPdfBrand } from '#platform/pdf/brand.queries.ts';
import { createPdf } from '#platform/pdf/create-pdf.ts';
import type { Platform } from '#platform/platform.ts';
import { isOpenTo } from '#platform/session/access.ts';
import { issueTicket, type TicketAction } from '#platform/tickets.ts';
import type { Work } from '#platform/work.ts';
import { answerApproval, getOwnApproval, openApprovalLink, recordSellerView } from './answer-approval.ts';
import { listOwnApprovals } from './approvals.queries.ts';
import { createProfileDocument, type ProfileContact } from './profile-document.ts';
import { presentApproving, presentReading, presentRequest, toTeaserPath } from './profiles.presenter.ts';
import {
  changeProfile,
  createProfile,
  findReadableProfile,
  getVersion,
  listProfiles,
  releaseVersion,
  withdrawRelease,
} from './profiles.service.ts';
import { countViews, findContact, insertView, listReadableCims, listViews } from './reading.queries.ts';
import { getReadableCim, presentTeaser, readTeaser, recordCimView } from './reading.service.ts';
import { sendForApproval } from './request-approval.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

const versionAction = 'profile.version';
const cimAction = 'profile.cim';
/** Limit for opening and answering from one address. */
const linkTries = { hits: 120, perSeconds: 900 };
/** Limit for public teasers from one address; an office stays well below it. */
const teaserTries = { hits: 300, perSeconds: 3600 };

type Parts = Pick<Platform, 'config' | 'keyring' | 'limits' | 'mail' | 'storage'>;

export function profileRoutes(routes: Routes, platform: Parts): void {
  draftRoutes(routes, platform);
  versionRoutes(routes, platform);
  clientRoutes(routes);
  linkRoutes(routes, platform);
  teaserRoutes(routes, platform);
}

function draftRoutes(routes: Routes, platform: Parts): void {
  routes.add(contract.listBusinessProfiles, async ({ actor, params, work }) => ({
    profiles: await listProfiles(work, actor, params.id),
  }));
  routes.add(contract.createBusinessProfile, async ({ actor, params, body, work }) => ({
    profile: await createProfile(work, actor, { businessId: params.id, kind: body.kind }),
  }));
  routes.add(contract.updateBusinessProfile, async ({ actor, params, body, work }) => ({
    profile: await changeProfile(work, actor, { profileId: params.id, input: body }),
  }));
  routes.add(contract.requestApproval, ({ actor, params, body, work }) =>
    sendForApproval(work, actor, { platform, profileId: params.id, input: body }),
  );
  routes.add(contract.releaseProfile, async ({ actor, params, body, work }) => ({
    profile: await releaseVersion(work, actor, { profileId: params.id, number: body.number }),
  }));
  routes.add(contract.withdrawProfile, async ({ actor, params, work }) => ({
    profile: await withdrawRelease(work, actor, params.id),
  }));
}

function versionRoutes(routes: Routes, { keyring }: Parts): void {
  routes.add(contract.getProfileVersion, async ({ actor, params, work }) => {
    const { reading } = await getVersion(work, actor, { profileId: params.id, number: params.number });
    return { reading };
  });
  routes.add(contract.openProfilePdf, async ({ actor, params: { id: profileId, number }, work }) => {
    await getVersion(work, actor, { profileId, number });
    return {
      ticket: await issueTicket(work, actor, { action: versionAction, subject: { profileId, number } }),
    };
  });
  routes.add(contract.listProfileViews, async ({ actor, params, query, work }) => {
    const { id: profileId } = await findReadableProfile(work, actor, params.id);
    const of = { workspaceId: actor.workspaceId, profileId };
    const { rows, total, nextCursor } = await paginate(keyring, {
      limit: query.limit,
      cursor: query.cursor,
      viewer: actor,
      binding: ['profileViews', profileId],
      fetch: (slice) => listViews(work.db, { ...of, ...slice }),
      count: () => countViews(work.db, of),
      positionOf: (row) => [row.viewed_at.toISOString(), row.id],
    });
    return { views: rows.map(presentView), total, nextCursor };
  });
}

function clientRoutes(routes: Routes): void {
  routes.add(contract.listOwnProfiles, async ({ actor, work }) => {
    if (actor.scope !== 'client') return { approvals: [], cims: [] };
    const cims = await listReadableCims(work.db, actor);
    return {
      approvals: (await listOwnApprovals(work.db, actor)).map((row) => presentRequest(row, work.now)),
      cims: cims.flatMap(({ deal_id: dealId, business_name: businessName, released_at: releasedAt }) =>
        releasedAt === null ? [] : [{ dealId, businessName, releasedAt: releasedAt.toISOString() }],
      ),
    };
  });
  routes.add(contract.openOwnApproval, async ({ actor, params, work, request }) => {
    const row = await getOwnApproval(work, actor, params.id);
    await recordSellerView(work, row, { userId: actor.userId, ipAddress: request.ip });
    return { approval: presentApproving(row, work.now) };
  });
  routes.add(contract.answerOwnApproval, async ({ actor, params, body, work, request }) => {
    const row = await getOwnApproval(work, actor, params.id);
    const decider = { userId: actor.userId, linkId: null, name: actor.displayName };
    const after = await answerApproval(work, { row, decider }, { input: body, request });
    return { approval: presentApproving(after, work.now) };
  });
  routes.add(contract.openCim, async ({ actor, params, work, request }) => {
    const row = await getReadableCim(work, actor, params.id);
    await recordCimView(work, actor, { row, format: 'page', request });
    return { businessName: row.business_name, reading: presentReading(row) };
  });
  routes.add(contract.openCimPdf, async ({ actor, params, work }) => {
    await getReadableCim(work, actor, params.id);
    return { ticket: await issueTicket(work, actor, { action: cimAction, subject: { dealId: params.id } }) };
  });
}

/** Public for anyone with the link, so each response is audited without an actor. */
function linkRoutes(routes: Routes, { limits }: Parts): void {
  const count = (request: FastifyRequest): Promise<void> =>
    limits.hit(toAddressKey('approve:address', request.ip), linkTries);

  routes.add(contract.openApproving, async ({ body, request, transact }) => {
    await count(request);
    return transact(async (work) => {
      const { row } = await openApprovalLink(work, body.token);
      await recordSellerView(work, row, { userId: null, ipAddress: request.ip });
      return { approval: presentApproving(row, work.now) };
    });
  });
  routes.add(contract.answerByLink, async ({ body: { token, name, ...input }, request, transact }) => {
    await count(request);
    return transact(async (work) => {
      const { row, linkId } = await openApprovalLink(work, token);
      const decider = { userId: null, linkId, name };
      const after = await answerApproval(work, { row, decider }, { input, request });
      await recordAudit(work.db, {
        workspaceId: row.workspace_id,
        actorId: null,
        action: 'answerByLink',
        subjectId: row.id,
        detail: { decision: input.decision },
        ipAddress: request.ip,
        requestId: request.id,
        now: work.now,
      });
      return { approval: presentApproving(after, work.now) };
    });
  });
}

function teaserRoutes(routes: Routes, { config, limits, storage }: Parts): void {
  const count = (request: FastifyRequest): Promise<void> =>
    limits.hit(toAddressKey('teaser:address', request.ip), teaserTries);

  routes.add(contract.openTeaser, async ({ body, request, transact, work }) => {
    await count(request);
    const row = await transact((work) => readTeaser(work, { ...body, format: 'page', request }));
    return { teaser: presentTeaser(row, await findContact(work.db, row.broker_id)) };
  });
  routes.add(contract.downloadTeaser, async ({ body, request, reply, transact, work }) => {
    await count(request);
    const row = await transact((inner) => readTeaser(inner, { ...body, format: 'pdf', request }));
    const brand = await getPdfBrand(work.db, storage);
    const note = row.listing_number === null ? brand.name : `Listing ${row.listing_number}`;
    const createdAt = row.released_at ?? work.now;
    const contact = await loadTeaserContact(work, config, { ...row, id: row.profile_id });
    const document = createProfileDocument(row, { brand, contact, isConfidential: false, note, createdAt });
    sendPdf(reply, row.title, await createPdf(document));
  });
}

async function loadTeaserContact(
  { db }: Work,
  { publicUrl }: Parts['config'],
  { workspace_id, id, broker_id }: { workspace_id: string; id: string; broker_id: string | null },
): Promise<ProfileContact> {
  return {
    ...(await findContact(db, broker_id)),
    askUrl: `${publicUrl}${toTeaserPath({ workspace_id, id })}`,
  };
}

/** Downloads of PDFs. Access is checked at each request, and the view is recorded before the first byte. */
export function profileTicketActions({
  config,
  storage,
  runner,
}: Pick<Platform, 'config' | 'storage' | 'runner'>): Record<string, TicketAction> {
  const draw = async (
    work: Work,
    reading: Pick<contract.ProfileReading, 'title' | 'sections'>,
    parts: { contact: ProfileContact; note: string; isConfidential: boolean },
  ): Promise<Buffer> => {
    const brand = await getPdfBrand(work.db, storage);
    return createPdf(createProfileDocument(reading, { ...parts, brand, createdAt: work.now }));
  };
  return {
    [versionAction]: async ({ member, subject, work, request, reply }) => {
      const { profileId, number } = subject;
      if (typeof profileId !== 'string' || typeof number !== 'number') throw notFound('version');
      if (member.scope === 'client' || !isOpenTo(member, 'business-center')) throw notFound('version');
      const { row, reading } = await getVersion(work, member, { profileId, number });
      await runner.transact((inner) =>
        insertView(inner.db, {
          workspace_id: member.workspaceId,
          id: newId(),
          profile_id: profileId,
          number,
          reader: 'staff',
          user_id: member.userId,
          deal_id: null,
          format: 'pdf',
          ip_address: request.ip,
          viewed_at: inner.now,
        }),
      );
      const note = `${contract.profileKindNames[row.kind]}, version ${String(number)}`;
      const contact = await (row.kind === 'teaser'
        ? loadTeaserContact(work, config, row)
        : findContact(work.db, row.broker_id));
      const pdf = await draw(work, reading, { contact, note, isConfidential: row.kind === 'cim' });
      sendPdf(reply, reading.title, pdf);
    },
    [cimAction]: async ({ member, subject, work, request, reply }) => {
      if (typeof subject['dealId'] !== 'string') throw notFound('CIM');
      const row = await getReadableCim(work, member, subject['dealId']);
      await runner.transact((inner) => recordCimView(inner, member, { row, format: 'pdf', request }));
      const note = `Prepared for ${member.displayName} on ${formatTime(work.now, member.timeZone)}`;
      const contact = await findContact(work.db, row.broker_id);
      sendPdf(reply, row.title, await draw(work, row, { contact, note, isConfidential: true }));
    },
  };
}

function formatTime(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(instant);
}

function sendPdf(reply: Parameters<typeof sendDownload>[0], title: string, pdf: Buffer): void {
  void reply.header('content-length', pdf.length);
  const name = `${title.replaceAll(/[/\\:]/g, '-').slice(0, 150)}.pdf`;
  sendDownload(reply, { name, contentType: 'application/pdf', bytes: Readable.from([pdf]) });
}

function presentView(row: Awaited<ReturnType<typeof listViews>>[number]): contract.ProfileView {
  return {
    id: row.id,
    number: row.number,
    reader: row.reader,
    user:
      row.user_id === null || row.user_name === null ? null : { id: row.user_id, displayName: row.user_name },
    dealId: row.deal_id,
    format: row.format,
    ipAddress: row.ip_address,
    viewedAt: row.viewed_at.toISOString(),
  };
}
