import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { sendDownload } from '#platform/files/download.ts';
import { openFile } from '#platform/files/files.ts';
import type { Platform } from '#platform/platform.ts';
import { isOpenTo } from '#platform/session/areas.ts';
import type { TicketAction, TicketUse } from '#platform/tickets.ts';
import { parseRange } from './byte-range.ts';
import { getReadableFile, type FileReader } from './files.service.ts';

export const downloadAction = 'file.download';

/** What tickets of files answer with. Rights are judged again at each request, ranges included. */
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

/** Written before the bytes leave. */
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
