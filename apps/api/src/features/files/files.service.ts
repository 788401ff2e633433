import { attachmentMaxBytes, type StoredFile } from '@handover/contract/records/files.ts';
import type { FastifyRequest } from 'fastify';
import { recordAudit } from '#platform/audit/audit.ts';
import { receiveFile, recordFile } from '#platform/files/files.ts';
import { cleanFileName } from '#platform/files/upload.ts';
import type { WriteOnce } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';

type FileUpload = {
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
  { request, name, storage, writeOnce }: FileUpload,
): Promise<StoredFile> {
  const { stored, contentType } = await receiveFile(request, storage, attachmentMaxBytes);
  return writeOnce(stored, async (work) => {
    const { workspaceId, userId } = actor;
    const file = await recordFile(work, {
      workspaceId,
      stored,
      contentType,
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
