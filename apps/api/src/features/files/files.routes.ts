import * as contract from '@handover/contract/files.ts';
import { AppError, notFound } from '#lib/errors.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { issueTicket, redeemTicket, type TicketAction, type TicketUse } from '#platform/tickets.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { sendDownload } from '#platform/files/download.ts';
import { openFile } from '#platform/files/files.ts';
import { isOpenTo } from '#platform/session/areas.ts';
import { type FileReader, getReadableFile, parseRange, uploadAttachment } from './files.service.ts';

type Hooks = {
  /** Handlers of ticket kinds, by action. */
  readonly actions: Readonly<Record<string, TicketAction>>;
  readonly readers: readonly FileReader[];
};

/** Attachment uploads, and the endpoint that redeems tickets. */
export function fileRoutes(
  routes: Routes,
  { storage }: Pick<Platform, 'storage'>,
  { actions, readers }: Hooks,
): void {
  routes.add(contract.uploadFile, async ({ actor, query, request, writeOnce }) => ({
    file: await uploadAttachment(actor, { request, name: query.name, storage, writeOnce }),
  }));

  routes.add(contract.openFile, async ({ actor, params, work }) => {
    const file = await getReadableFile(work.db, actor, { fileId: params.id, readers });
    return {
      ticket: await issueTicket(work, actor, { action: downloadAction, subject: { fileId: file.id } }),
    };
  });

  routes.add(contract.redeemTicket, async ({ params, work, request, reply }) => {
    const { member, action, subject } = await redeemTicket(work, params.ticket);
    const answer = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (answer === undefined)
      throw new AppError('LINK_INVALID', 'This link has expired. Open the file again from its page.');
    await answer({ member, subject, work, request, reply });
  });
}

const downloadAction = 'file.download';

/** File tickets. Access is checked at each request, including range requests. */
export function fileTicketActions(
  { storage }: Pick<Platform, 'storage'>,
  { readers }: { readers: readonly FileReader[] },
): Record<string, TicketAction> {
  return {
    [downloadAction]: async (use) => {
      const { member, subject, work, request, reply } = use;
      if (typeof subject['fileId'] !== 'string' || !isOpenTo(member, 'users')) throw notFound('file');
      const file = await getReadableFile(work.db, member, { fileId: subject['fileId'], readers });
      const range = parseRange(request.headers.range, file.size_bytes);
      void reply.header('accept-ranges', 'bytes').header('etag', `"${file.sha256}"`);
      if (range === 'unsatisfiable') {
        void reply
          .code(416)
          .header('content-range', `bytes */${String(file.size_bytes)}`)
          .send();
        return;
      }
      await logDownload(use, file.id);
      const bytes = await openFile(storage, file, range ?? undefined);
      if (range !== null)
        void reply
          .code(206)
          .header(
            'content-range',
            `bytes ${String(range.start)}-${String(range.end)}/${String(file.size_bytes)}`,
          );
      void reply.header('content-length', range === null ? file.size_bytes : range.end - range.start + 1);
      sendDownload(reply, { name: file.name, contentType: file.content_type, bytes });
    },
  };
}

/** Recorded before the first byte is sent. */
async function logDownload({ member, work, request }: TicketUse, fileId: string): Promise<void> {
  await recordAudit(work.db, {
    workspaceId: member.workspaceId,
    actorId: member.userId,
    action: 'downloadFile',
    subjectId: fileId,
    detail: {},
    ipAddress: request.ip,
    requestId: request.id,
    now: work.now,
  });
}
