import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#lib/errors.ts';
import { openFile } from '#platform/files/files.ts';
import { findPublicWorkspaceId } from '#platform/installation/public-workspace.ts';
import type { Platform } from '#platform/platform.ts';
import type { Work } from '#platform/work.ts';
import { canUpdatePost, editorIn } from '../blog.policy.ts';
import { findReader } from './reader.ts';
import { findCoverRow } from './reading.queries.ts';

type Asked = {
  readonly fileId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/**
 * Sends the picture of a post: of a published one of the public blog to everybody, of any other to who may
 * edit that post. Throws NOT_FOUND, UNAVAILABLE.
 */
export async function sendCover(
  work: Work,
  storage: Platform['storage'],
  { fileId, request, reply }: Asked,
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

async function findOwnCover(work: Work, { fileId, request }: Pick<Asked, 'fileId' | 'request'>) {
  const reader = await findReader(work, request);
  const workspaceId = reader?.membership?.workspaceId;
  if (reader === null || workspaceId === undefined) return undefined;
  const member = editorIn(reader, workspaceId);
  const row = await findCoverRow(work.db, { workspaceId, fileId });
  return member !== null && row !== undefined && canUpdatePost(member, row) ? row : undefined;
}
