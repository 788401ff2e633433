import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredFile } from '@handover/contract/records/files.ts';
import { notFound } from '#lib/errors.ts';
import { openFile, recordFile } from '#platform/files/files.ts';
import { findPublicWorkspaceId } from '#platform/installation/installation.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { cleanFileName } from '#platform/files/upload.ts';
import type { WriteOnce } from '#platform/http/routes.ts';
import { receivePhoto } from '#platform/photos/photos.ts';
import type { Member } from '#platform/session/actor.ts';
import { can, findEditor } from './blog.policy.ts';
import { findReader } from './visits.ts';
import { findCoverRow } from './reading.queries.ts';

type CoverRequest = {
  readonly fileId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/**
 * Sends a cover image: of a published post to everyone, of any other to those who may edit the post. Throws
 * NOT_FOUND, UNAVAILABLE.
 */
export async function sendCover(
  work: Work,
  storage: Platform['storage'],
  { fileId, request, reply }: CoverRequest,
): Promise<void> {
  const publicId = await findPublicWorkspaceId(work.db);
  const open = publicId === null ? undefined : await findPublicCover(work, publicId, fileId);
  const cover = open ?? (await findOwnCover(work, { fileId, request }));
  if (cover === undefined) throw notFound('picture');
  const bytes = await openFile(storage, cover);
  void reply
    .header('content-type', cover.content_type)
    .header('content-length', cover.size_bytes)
    .header('cache-control', open === undefined ? 'private, no-store' : 'public, max-age=3600')
    .send(bytes);
}

async function findPublicCover({ db }: Work, workspaceId: string, fileId: string) {
  const row = await findCoverRow(db, { workspaceId, fileId });
  return row?.status === 'published' && row.deleted_at === null ? row : undefined;
}

async function findOwnCover(work: Work, { fileId, request }: Pick<CoverRequest, 'fileId' | 'request'>) {
  const reader = await findReader(work, request);
  const workspaceId = reader?.membership?.workspaceId;
  if (reader === null || workspaceId === undefined) return undefined;
  const member = findEditor(reader, workspaceId);
  const row = await findCoverRow(work.db, { workspaceId, fileId });
  if (member === null || row === undefined) return undefined;
  const { author_id, status } = row;
  return can(member, 'post:update', { author_id, status }) ? row : undefined;
}

type CoverUpload = {
  readonly request: FastifyRequest;
  readonly name: string;
  readonly writeOnce: WriteOnce;
};

/**
 * Stores an uploaded cover image. Throws UNSUPPORTED_MEDIA, TOO_LARGE, INVALID_INPUT for an incomplete
 * upload, UNAVAILABLE.
 */
export async function receiveCover(
  storage: Platform['storage'],
  actor: Member,
  { request, name, writeOnce }: CoverUpload,
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
