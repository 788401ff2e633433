import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Locks the workspaces that are worked in, so that of two who archive the last ones at once one stays; returns their ids. */
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

/** Whether an import or a change of many customers is under way in a workspace. */
export async function hasWorkInProgress(db: Db, workspaceId: string): Promise<boolean> {
  const { rows } = await sql<{ is_busy: boolean }>`
    SELECT EXISTS (SELECT FROM imports WHERE workspace_id = ${workspaceId} AND status IN ('queued', 'running', 'undoing'))
      OR EXISTS (SELECT FROM bulk_runs WHERE workspace_id = ${workspaceId} AND status IN ('queued', 'running')) AS is_busy`.execute(
    db,
  );
  return rows[0]?.is_busy === true;
}

/** Where nobody has to wait for the next look: mailboxes of the workspace are read at once. */
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
