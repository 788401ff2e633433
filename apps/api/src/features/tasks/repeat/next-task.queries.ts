import type { Db } from '#db/client.ts';

/** The task that was made when another one was done, deleted or not; null when there is none. */
export async function findNextTask(db: Db, { workspaceId, taskId }: { workspaceId: string; taskId: string }) {
  const row = await db
    .selectFrom('tasks')
    .select(['id', 'version', 'status', 'deleted_at', 'customer_id', 'business_id', 'audience'])
    .where('workspace_id', '=', workspaceId)
    .where('repeats_from', '=', taskId)
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes a task that is as it was made; false when somebody has worked on it since. */
export async function deleteUntouchedTask(
  db: Db,
  { workspaceId, taskId }: { workspaceId: string; taskId: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('tasks')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', taskId)
    .where('version', '=', 1)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return false;
  await db
    .deleteFrom('search_entries')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'task')
    .where('record_id', '=', taskId)
    .execute();
  return true;
}
