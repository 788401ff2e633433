import type { StoredFile } from '@handover/contract/files.ts';
import type { FastifyRequest } from 'fastify';
import { recordAudit } from '#platform/audit/audit.ts';
import { recordFile } from '#platform/files/files.ts';
import { cleanFileName } from '#platform/files/upload.ts';
import type { WriteOnce } from '#platform/http/routes.ts';
import { receivePhoto } from '#platform/photos/photos.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';

type Received = {
  readonly request: FastifyRequest;
  readonly name: string;
  readonly writeOnce: WriteOnce;
};

/** Takes in a picture for a cover. Throws UNSUPPORTED_MEDIA, TOO_LARGE, INVALID_INPUT for one that broke off, UNAVAILABLE. */
export async function takeCover(
  storage: Platform['storage'],
  actor: Member,
  { request, name, writeOnce }: Received,
): Promise<StoredFile> {
  const picture = await receivePhoto(storage, request);
  return writeOnce(picture, async (work) => {
    const { workspaceId, userId } = actor;
    const file = await recordFile(work, {
      workspaceId,
      stored: picture,
      contentType: picture.contentType,
      name: cleanFileName(name),
      purpose: 'attachment',
      createdBy: userId,
    });
    await recordAudit(work.db, {
      workspaceId,
      actorId: userId,
      action: 'uploadCover',
      subjectId: file.id,
      detail: { sizeBytes: file.sizeBytes },
      ipAddress: request.ip,
      requestId: request.id,
      now: work.now,
    });
    return file;
  });
}
