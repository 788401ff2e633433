import type { Db } from '#db/client.ts';

/** The task created when a repeating one was completed, deleted or not, or null. */
export async function findNextTask(db: Db, { workspaceId, taskId }: { workspaceId: string; taskId: string }) {
  const row = await db
    .selectFrom('tasks')
    .select(['id', 'version', 'status', 'deleted_at', 'customer_id', 'business_id', 'deal_id', 'audience'])
    .where('workspace_id', '=', workspaceId)
    .where('repeats_from', '=', taskId)
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes a task unless it was changed after its creation. */
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
