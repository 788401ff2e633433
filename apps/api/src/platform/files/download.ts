import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Storage } from '#adapters/storage/storage.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { TicketUse } from '#platform/tickets.ts';
import { openFile } from './files.ts';

type Download = { readonly name: string; readonly contentType: string; readonly bytes: Readable };

/**
 * Sends bytes as an attachment that browsers neither run, sniff, nor cache. The stream follows the reader's
 * pace and is destroyed when the reader disconnects.
 */
export function sendDownload(reply: FastifyReply, { name, contentType, bytes }: Download): void {
  void reply
    .header('content-type', contentType)
    .header('content-disposition', formatAttachment(name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(bytes);
}

/** RFC 6266 `Content-Disposition` with an ASCII fallback and the UTF-8 name. */
function formatAttachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%;]/g, '_')
    .trim();
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain === '' ? 'file' : plain}"; filename*=UTF-8''${encoded}`;
}

type SentFile = {
  /** The subject of the audit entry: the file, or the record that it belongs to. */
  readonly id: string;
  readonly name: string;
  readonly content_type: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly object_id: string | null;
};

/** Sends a stored file, or the requested range of it. Recorded before the first byte is sent. */
export async function sendFile(
  { member, work, request, reply }: TicketUse,
  storage: Storage,
  { file, action }: { file: SentFile; action: string },
): Promise<void> {
  const range = parseRange(request.headers.range, file.size_bytes);
  void reply.header('accept-ranges', 'bytes').header('etag', `"${file.sha256}"`);
  if (range === 'unsatisfiable') {
    void reply
      .code(416)
      .header('content-range', `bytes */${String(file.size_bytes)}`)
      .send();
    return;
  }
  await recordSent({ member, work, request }, { id: file.id, action });
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
}

/** Writes the entry of a download. */
export async function recordSent(
  { member, work, request }: Pick<TicketUse, 'member' | 'work' | 'request'>,
  { id, action }: { id: string; action: string },
): Promise<void> {
  await recordAudit(work.db, {
    workspaceId: member.workspaceId,
    actorId: member.userId,
    action,
    subjectId: id,
    detail: {},
    ipAddress: request.ip,
    requestId: request.id,
    now: work.now,
  });
}

/** Inclusive, as in HTTP. */
type ByteRange = { readonly start: number; readonly end: number };

/**
 * The single range in a `Range` header; null for the whole file (no header, several ranges, or an unknown
 * unit, which HTTP lets us ignore), `unsatisfiable` for a range past the end.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  if (from !== '' && to !== '' && Number(to) < start) return null;
  return start >= sizeBytes || start > end ? 'unsatisfiable' : { start, end };
}
