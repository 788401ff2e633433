import { sql, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { PostCommentsTable } from '#db/schema/posts.ts';
import type { Position } from '#lib/pagination.ts';

const columns = [
  'post_comments.id',
  'post_comments.post_id',
  'post_comments.body',
  'post_comments.author_id',
  'post_comments.created_at',
  'post_comments.hidden_at',
  'users.display_name as author_name',
] as const;

function fromComments(db: Db, workspaceId: string) {
  return db
    .selectFrom('post_comments')
    .innerJoin('users', 'users.id', 'post_comments.author_id')
    .where('post_comments.workspace_id', '=', workspaceId)
    .where('post_comments.deleted_at', 'is', null);
}

type Which = { readonly workspaceId: string; readonly postId: string; readonly withHidden: boolean };

function selectPostComments(db: Db, { workspaceId, postId, withHidden }: Which) {
  const comments = fromComments(db, workspaceId).where('post_comments.post_id', '=', postId);
  return withHidden ? comments : comments.where('post_comments.hidden_at', 'is', null);
}

/** Newest first. */
export function listCommentRows(
  db: Db,
  { after, limit, ...which }: Which & { after: Position | null; limit: number },
) {
  let query = selectPostComments(db, which).select(columns);
  if (after !== null)
    query = query.where(
      sql<boolean>`(post_comments.created_at, post_comments.id) < (${after[0]}, ${after[1]})`,
    );
  return query
    .orderBy('post_comments.created_at', 'desc')
    .orderBy('post_comments.id', 'desc')
    .limit(limit)
    .execute();
}

export type CommentRow = Awaited<ReturnType<typeof listCommentRows>>[number];

export async function countComments(db: Db, which: Which): Promise<number> {
  return (
    await selectPostComments(db, which)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count;
}

/** A comment that is not deleted, locked until the transaction ends. */
export function lockComment(db: Db, { workspaceId, id }: { workspaceId: string; id: string }) {
  return fromComments(db, workspaceId)
    .select(columns)
    .where('post_comments.id', '=', id)
    .forUpdate('post_comments')
    .executeTakeFirst();
}

export async function insertComment(
  db: Db,
  comment: { workspaceId: string; id: string; postId: string; authorId: string; body: string; now: Date },
): Promise<void> {
  await db
    .insertInto('post_comments')
    .values({
      workspace_id: comment.workspaceId,
      id: comment.id,
      post_id: comment.postId,
      author_id: comment.authorId,
      body: comment.body,
      created_at: comment.now,
    })
    .execute();
}

export async function updateComment(
  db: Db,
  { workspaceId, id, change }: { workspaceId: string; id: string; change: Updateable<PostCommentsTable> },
): Promise<void> {
  await db
    .updateTable('post_comments')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

type Favorite = { readonly workspaceId: string; readonly postId: string; readonly userId: string };

/** Returns false if it was a favorite already. */
export async function insertFavorite(
  db: Db,
  { workspaceId, postId, userId, now }: Favorite & { now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('post_favorites')
    .values({ workspace_id: workspaceId, post_id: postId, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('post_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if it was not a favorite. */
export async function deleteFavorite(db: Db, { workspaceId, postId, userId }: Favorite): Promise<boolean> {
  const row = await db
    .deleteFrom('post_favorites')
    .where('workspace_id', '=', workspaceId)
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .returning('post_id')
    .executeTakeFirst();
  return row !== undefined;
}
