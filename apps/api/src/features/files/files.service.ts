import { attachmentMaxBytes, type StoredFile } from '@handover/contract/files.ts';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#db/client.ts';
import { invalidField, notFound } from '#lib/errors.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { recordFile, storeBytes } from '#platform/files/files.ts';
import { cleanFileName, openUpload } from '#platform/files/upload.ts';
import type { WriteOnce } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { findStoredFile, type StoredFileRow } from './files.queries.ts';

/**
 * Whether a member may read a file through the record it is attached to; one function per kind of record.
 */
export type FileReader = (db: Db, member: Member, fileId: string) => Promise<boolean>;

const sniffedBytes = 4096;

type Received = {
  readonly request: FastifyRequest;
  readonly name: string;
  readonly storage: Platform['storage'];
  readonly writeOnce: WriteOnce;
};

/**
 * Stores an attachment. Throws TOO_LARGE, INVALID_INPUT for an empty or incomplete upload, UNAVAILABLE.
 */
export async function uploadAttachment(
  actor: Member,
  { request, name, storage, writeOnce }: Received,
): Promise<StoredFile> {
  const { head, bytes } = await openUpload(request, {
    headBytes: sniffedBytes,
    maxBytes: attachmentMaxBytes,
  });
  if (head.length === 0) throw invalidField('body', 'This file is empty.');
  const stored = await storeBytes(storage, bytes, attachmentMaxBytes);
  return writeOnce(stored, async (work) => {
    const { workspaceId, userId } = actor;
    const file = await recordFile(work, {
      workspaceId,
      stored,
      contentType: contentTypeOf(head),
      name: cleanFileName(name),
      purpose: 'attachment',
      createdBy: userId,
    });
    await recordAudit(work.db, {
      workspaceId,
      actorId: userId,
      action: 'uploadFile',
      subjectId: file.id,
      detail: { sizeBytes: file.sizeBytes },
      ipAddress: request.ip,
      requestId: request.id,
      now: work.now,
    });
    return file;
  });
}

/** A file that the member uploaded, or may read through a record. Throws NOT_FOUND. */
export async function getReadableFile(
  db: Db,
  member: Member,
  { fileId, readers }: { fileId: string; readers: readonly FileReader[] },
): Promise<StoredFileRow> {
  const file = await findStoredFile(db, { workspaceId: member.workspaceId, fileId });
  if (file === undefined) throw notFound('file');
  if (file.created_by === member.userId) return file;
  for (const mayRead of readers) {
    if (await mayRead(db, member, fileId)) return file;
  }
  throw notFound('file');
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

const textType = 'text/plain; charset=utf-8';
const unknownType = 'application/octet-stream';

const signatures: readonly {
  readonly type: string;
  readonly at?: number;
  readonly bytes: readonly number[];
}[] = [
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'application/zip', bytes: [0x50, 0x4b, 0x03, 0x04] },
];

const officeTypes: readonly (readonly [part: string, type: string])[] = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
];

/**
 * Detects the type from the first bytes, ignoring the claimed type. Any text, including HTML and SVG, is
 * plain
 * text, and unknown content is binary, so that nothing runs when opened.
 */
export function contentTypeOf(head: Buffer): string {
  const signature = signatures.find(({ at = 0, bytes }) =>
    bytes.every((byte, index) => head[at + index] === byte),
  );
  if (signature?.type === 'application/zip')
    return officeTypes.find(([part]) => head.includes(part))?.[1] ?? signature.type;
  return signature?.type ?? (isText(head) ? textType : unknownType);
}

function isText(head: Buffer): boolean {
  if (head.includes(0)) return false;
  try {
    // Allows a character cut off at the end of the head.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
