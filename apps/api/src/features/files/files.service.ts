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
import { contentTypeOf } from './content-type.ts';
import { findStoredFile, type StoredFileRow } from './files.queries.ts';

/** Whether a member may read a file by what it hangs on; one per noun that files hang on. */
export type FileReader = (db: Db, member: Member, fileId: string) => Promise<boolean>;

const sniffedBytes = 4096;

type Received = {
  readonly request: FastifyRequest;
  readonly name: string;
  readonly storage: Platform['storage'];
  readonly writeOnce: WriteOnce;
};

/** Takes in an attachment. Throws TOO_LARGE, INVALID_INPUT for an empty or broken upload, UNAVAILABLE. */
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

/** A file that the member uploaded or may read by what it hangs on. Throws NOT_FOUND. */
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
