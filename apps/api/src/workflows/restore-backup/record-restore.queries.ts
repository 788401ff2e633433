import type pg from 'pg';
import { newId } from '#lib/ids.ts';

/** Writes into the audit logs of the installation and of each workspace that they were restored, once for a restore. */
export async function recordRestore(
  client: pg.Client,
  { madeAt, now }: { madeAt: string; now: Date },
): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM workspaces ORDER BY id');
  for (const workspaceId of [null, ...rows.map(({ id }) => id)])
    await client.query(
      `WITH entry AS (
         INSERT INTO audit_entries (id, workspace_id, action, detail, created_at) VALUES ($1, $2, 'restoreBackup', $3, $4) RETURNING id
       )
       INSERT INTO audit_pending (entry_id) SELECT id FROM entry`,
      [newId(), workspaceId, JSON.stringify({ madeAt }), now],
    );
}
