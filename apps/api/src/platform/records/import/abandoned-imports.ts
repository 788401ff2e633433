import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { addMinutes } from '#lib/clock.ts';
import { listWorkspaceIds } from '#platform/files/store/garbage.queries.ts';
import type { WorkRunner } from '#platform/work.ts';

const retentionDays = 30;
/** What the upload and the check of a file write. */
const parts = [
  'import_sheets',
  'import_checks',
  'import_keys',
  'import_bad_rows',
  'import_problems',
  'import_edits',
] as const;

/**
 * Deletes imports that were uploaded 30 days ago and never started, with the rows that their check stored. Their files
 * are garbage then.
 */
export async function deleteAbandonedImports(runner: WorkRunner): Promise<void> {
  const before = addMinutes(runner.clock.now(), -retentionDays * 24 * 60);
  for (const workspaceId of await listWorkspaceIds(runner.db))
    await runner.transact(({ db }) => deleteUploaded(db, { workspaceId, before }));
}

async function deleteUploaded(
  db: Db,
  { workspaceId, before }: { workspaceId: string; before: Date },
): Promise<void> {
  // Locked, because it could be started at the same time.
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM imports WHERE workspace_id = ${workspaceId} AND status = 'uploaded' AND created_at < ${before}
    FOR UPDATE SKIP LOCKED`.execute(db);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  for (const table of parts)
    await sql`DELETE FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND import_id = ANY(${ids}::uuid[])`.execute(
      db,
    );
  await sql`DELETE FROM imports WHERE workspace_id = ${workspaceId} AND id = ANY(${ids}::uuid[])`.execute(db);
}
