import type { Db } from '#db/client.ts';

type Favorite = { readonly workspaceId: string; readonly postId: string; readonly userId: string };

/** Whether it was none before. */
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

/** Whether it was one before. */
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
