import * as contract from '@handover/contract/documents/shared-links.ts';
import type { FastifyRequest } from 'fastify';
import {
  describeMarked,
  renderMarkedPage,
  sendMarkedFile,
  sendPage,
} from '#platform/watermark/marked-file.ts';
import { requireCheckedFile } from '#features/documents/documents.public.ts';
import { AppError, forbidden } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { endLink, listDocumentLinks, shareDocument } from './shared-links.service.ts';
import {
  addTime,
  canDownload,
  enterCode,
  createReaderWatermark,
  getPages,
  presentTerms,
  recordRead,
  requireLink,
  requireReader,
  requireSession,
  sendCode,
  signTerms,
} from './reading.service.ts';
import { toAddressKey } from '#platform/rate-limits.ts';

/** Opening links and asking for codes from one address. */
const linkTries = { hits: 120, perSeconds: 900 };

type Parts = Pick<Platform, 'config' | 'keyring' | 'limits' | 'mail' | 'pages' | 'records' | 'storage'>;

/** Links for people without a login to read a document. */
export function sharedLinkRoutes(routes: Routes, platform: Parts): void {
  const { records } = platform;
  routes.add(contract.listSharedLinks, async ({ actor, params, work }) => ({
    links: await listDocumentLinks(work, actor, { records, id: params.id }),
  }));
  routes.add(contract.createSharedLink, ({ actor, params, body, work }) =>
    shareDocument(work, actor, { platform, id: params.id, input: body }),
  );
  routes.add(contract.revokeSharedLink, async ({ actor, params, work }) => ({
    link: await endLink(work, actor, { records, id: params.id }),
  }));
  guestRoutes(routes, platform);
  readerRoutes(routes, platform);
}

function guestRoutes(routes: Routes, platform: Parts): void {
  const count = (request: FastifyRequest): Promise<void> =>
    platform.limits.hit(toAddressKey('shared-link:address', request.ip), linkTries);

  routes.add(contract.openSharedLink, async ({ body, request, work }) => {
    await count(request);
    const link = await requireLink(work, body.token);
    const { sender_name: senderName, workspace_name: workspaceName, password_hash: hash } = link;
    return { shared: { senderName, workspaceName, hasPassword: hash !== null } };
  });
  routes.add(contract.sendSharedLinkCode, async ({ body, request, transact, work }) => {
    await count(request);
    await sendCode(work, platform, { input: body, request, transact });
  });
  routes.add(contract.startSharedLinkSession, async ({ body, request, transact, work }) => {
    await count(request);
    return { session: await enterCode(work, platform, { input: body, request, transact }) };
  });
}

/** Each request rechecks the current link and document. */
function readerRoutes(routes: Routes, { pages, storage }: Parts): void {
  routes.add(contract.readSharedFile, async ({ body, work }) => {
    const link = await requireSession(work, body.session);
    const nda = presentTerms(link);
    if (nda !== null) return { nda, file: null };
    requireCheckedFile(link);
    const { pageCount, sizes } = await describeMarked(pages, await getPages(work, link, { storage }));
    return {
      nda,
      file: {
        name: link.name,
        email: link.email,
        senderName: link.sender_name,
        workspaceName: link.workspace_name,
        expiresAt: link.expires_at.toISOString(),
        canDownload: canDownload(link),
        number: link.number,
        pageCount,
        sizes,
      },
    };
  });
  routes.add(contract.signSharedNda, ({ body, request, transact }) =>
    transact(async (work) =>
      signTerms(work, await requireSession(work, body.session), { name: body.name, request }),
    ),
  );
  routes.add(contract.readSharedPage, async ({ body, request, reply, work }) => {
    const { session, number, page, width } = body;
    const link = await requireReader(work, session);
    if (number !== link.number) throw new AppError('CONFLICT', 'This file was replaced by a new version.');
    const mark = createReaderWatermark(link, work, request);
    const file = await getPages(work, link, { storage });
    const image = await renderMarkedPage(pages, file, { page, width: Number(width), mark });
    await recordRead(work, link, { page, request });
    sendPage(reply, image);
  });
  routes.add(contract.reportSharedReading, ({ body, transact }) => transact((work) => addTime(work, body)));
  routes.add(contract.downloadSharedFile, async ({ body, request, reply, work }) => {
    const link = await requireReader(work, body.session);
    if (!canDownload(link)) throw forbidden('This file can be viewed but not downloaded.');
    const record = (): Promise<void> => recordRead(work, link, { page: null, request });
    await sendMarkedFile(reply, storage, {
      file: link,
      mark: createReaderWatermark(link, work, request),
      record,
    });
  });
}
