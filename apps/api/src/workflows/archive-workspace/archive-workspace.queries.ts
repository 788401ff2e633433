import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Locks the active workspaces and returns their ids, so that concurrent requests cannot archive the last workspace. */
export async function lockActiveWorkspaces(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('workspaces')
    .select('id')
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether an import or a bulk action is running in the workspace. */
export async function hasWorkInProgress(db: Db, workspaceId: string): Promise<boolean> {
  const { rows } = await sql<{ is_busy: boolean }>`
    SELECT EXISTS (SELECT FROM imports WHERE workspace_id = ${workspaceId} AND status IN ('queued', 'running', 'undoing'))
      OR EXISTS (SELECT FROM bulk_runs WHERE workspace_id = ${workspaceId} AND status IN ('queued', 'running')) AS is_busy`.execute(
    db,
  );
  return rows[0]?.is_busy === true;
}

/** Makes the workspace's mailboxes due for sync now. */
export async function wakeMailboxes(
  db: Db,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('imap_turns')
    .set({ due_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('holder_id', 'is', null)
    .execute();
}
