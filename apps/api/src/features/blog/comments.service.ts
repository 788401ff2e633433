import type { Comment } from '@handover/contract/posts.ts';
import { notFound } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { findPublicWorkspaceId } from '#platform/installation/installation.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { SessionActor } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { canDeleteComment, canHideComments } from './blog.policy.ts';
import { getPublished } from './visits.ts';
import { moveCount } from './reading.queries.ts';
import { type CommentRow, insertComment, lockComment, updateComment } from './responses.queries.ts';

const commentLimit = { hits: 20, perSeconds: 3600 };

/** Adds a comment to a published post. Throws NOT_FOUND, TOO_MANY_REQUESTS. */
export async function createComment(
  work: Work,
  actor: SessionActor,
  { slug, body, limits }: { slug: string; body: string; limits: RateLimits },
): Promise<Comment> {
  await limits.hit(`blog:comment:${actor.userId}`, commentLimit);
  const { workspaceId, id: postId } = await getPublished(work, slug);
  const id = newId();
  await insertComment(work.db, { workspaceId, id, postId, authorId: actor.userId, body, now: work.now });
  await moveCount(work.db, { workspaceId, postId, count: 'comment_count', by: 1 });
  const comment = await getComment(work, { workspaceId, id });
  return presentComment(comment, getAbilities(actor, { workspaceId, comment }));
}

/** Throws NOT_FOUND, also for someone else's comment. */
export async function deleteComment(work: Work, actor: SessionActor, id: string): Promise<void> {
  const workspaceId = await getPublicWorkspaceId(work);
  const comment = await getComment(work, { workspaceId, id });
  if (!canDeleteComment(actor, comment)) throw notFound('comment');
  await updateComment(work.db, { workspaceId, id, change: { deleted_at: work.now } });
  if (comment.hidden_at === null)
    await moveCount(work.db, { workspaceId, postId: comment.post_id, count: 'comment_count', by: -1 });
}

/** Hides or shows a comment; `workspaceId` is the admin's. Throws NOT_FOUND. */
export async function hideComment(
  work: Work,
  { workspaceId, id, isHidden }: { workspaceId: string; id: string; isHidden: boolean },
): Promise<CommentRow> {
  const comment = await getComment(work, { workspaceId, id });
  if ((comment.hidden_at !== null) === isHidden) return comment;
  const hiddenAt = isHidden ? work.now : null;
  await updateComment(work.db, { workspaceId, id, change: { hidden_at: hiddenAt } });
  await moveCount(work.db, {
    workspaceId,
    postId: comment.post_id,
    count: 'comment_count',
    by: isHidden ? -1 : 1,
  });
  return { ...comment, hidden_at: hiddenAt };
}

export function presentComment(row: CommentRow, abilities: Comment['abilities']): Comment {
  return {
    id: row.id,
    body: row.body,
    author: { name: row.author_name },
    createdAt: row.created_at.toISOString(),
    isHidden: row.hidden_at !== null,
    abilities,
  };
}

export function getAbilities(
  reader: SessionActor | null,
  { workspaceId, comment }: { workspaceId: string; comment: CommentRow },
): Comment['abilities'] {
  return {
    canDelete: canDeleteComment(reader, comment),
    canHide: canHideComments(reader, workspaceId),
  };
}

async function getComment(
  { db }: Work,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<CommentRow> {
  const comment = await lockComment(db, { workspaceId, id });
  if (comment === undefined) throw notFound('comment');
  return comment;
}

async function getPublicWorkspaceId({ db }: Work): Promise<string> {
  const workspaceId = await findPublicWorkspaceId(db);
  if (workspaceId === null) throw notFound('comment');
  return workspaceId;
}
