import type { FastifyRequest } from 'fastify';
import { notFound } from '#lib/errors.ts';
import { hashSecret } from '#lib/secrets.ts';
import { tokenOf, workspaceOf } from '#platform/http/request.ts';
import { findPublicWorkspaceId } from '#platform/installation/public-workspace.ts';
import type { SessionActor } from '#platform/session/actor.ts';
import { authenticate } from '#platform/session/authenticate.ts';
import type { Work } from '#platform/work.ts';
import { findPublishedRow } from './reading.queries.ts';

/** Who reads a public page; null for a guest and for a session that has ended. */
export async function findReader({ db, now }: Work, request: FastifyRequest): Promise<SessionActor | null> {
  const token = tokenOf(request);
  if (token === null) return null;
  return authenticate(db, {
    by: { tokenHash: hashSecret(token) },
    workspaceId: workspaceOf(request),
    now,
  });
}

export type PublishedPost = NonNullable<Awaited<ReturnType<typeof findPublishedRow>>> & {
  readonly workspaceId: string;
};

/** The published post at an address of the public blog. Throws NOT_FOUND. */
export async function getPublished({ db }: Work, slug: string): Promise<PublishedPost> {
  const workspaceId = await findPublicWorkspaceId(db);
  const row = workspaceId === null ? undefined : await findPublishedRow(db, { workspaceId, slug });
  if (workspaceId === null || row === undefined) throw notFound('post');
  return { ...row, workspaceId };
}
