import type { Db } from '#db/client.ts';

type Count = 'view_count' | 'share_count' | 'comment_count' | 'favorite_count';

export async function insertStats(
  db: Db,
  { workspaceId, postId }: { workspaceId: string; postId: string },
): Promise<void> {
  await db.insertInto('post_stats').values({ workspace_id: workspaceId, post_id: postId }).execute();
}

/** Moves one count of a post and returns where it stands. */
export async function moveCount(
  db: Db,
  { workspaceId, postId, count, by }: { workspaceId: string; postId: string; count: Count; by: number },
): Promise<number> {
  const row = await db
    .updateTable('post_stats')
    .set((eb) => ({ [count]: eb(count, '+', by) }))
    .where('workspace_id', '=', workspaceId)
    .where('post_id', '=', postId)
    .returning(count)
    .executeTakeFirstOrThrow();
  return row[count];
}
