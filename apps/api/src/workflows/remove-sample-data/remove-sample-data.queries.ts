import type pg from 'pg';
import { getErrorCode } from '#lib/error-codes.ts';

/**
 * Deletes the sample workspaces with everything that belongs to them. The tables and their order are derived from the
 * schema, so a new table needs no entry here. The audit log is kept: its chain covers the whole installation.
 */
export async function deleteSampleWorkspaces(owner: pg.Client): Promise<void> {
  await owner.query('SET CONSTRAINTS ALL DEFERRED');
  // Every new row refers to its workspace: jobs that are still adding some finish first or wait.
  await owner.query('SELECT id FROM workspaces WHERE is_sample ORDER BY id FOR UPDATE');
  for (const table of await listWorkspaceTables(owner))
    await owner.query(
      `DELETE FROM ${table} WHERE workspace_id IN (SELECT id FROM workspaces WHERE is_sample)`,
    );
  await owner.query('DELETE FROM workspaces WHERE is_sample');
}

export type SampleLegalHold = {
  readonly workspace: string;
  readonly subject: string;
  readonly reason: string;
  readonly placedBy: string;
};

/** A legal hold in a sample workspace; null without any. */
export async function findSampleLegalHold(owner: pg.Client): Promise<SampleLegalHold | null> {
  const { rows } = await owner.query<SampleLegalHold>(`
    SELECT workspaces.name AS workspace, coalesce(documents.name, businesses.name) AS subject, reason,
      users.display_name AS "placedBy"
    FROM legal_holds AS holds JOIN workspaces ON workspaces.id = holds.workspace_id AND is_sample
      JOIN users ON users.id = holds.placed_by
      LEFT JOIN documents ON documents.workspace_id = holds.workspace_id AND documents.id = holds.document_id
      LEFT JOIN businesses ON businesses.workspace_id = holds.workspace_id AND businesses.id = holds.business_id
    WHERE lifted_at IS NULL ORDER BY placed_at LIMIT 1`);
  return rows[0] ?? null;
}

/**
 * The tables with rows of a workspace, each before those that it refers to by a foreign key that is checked
 * immediately.
 */
async function listWorkspaceTables(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; parents: string[] }>(`
    SELECT table_name AS name, ARRAY(SELECT DISTINCT confrelid::regclass::text FROM pg_constraint
      WHERE contype = 'f' AND NOT condeferrable AND conrelid = table_name::regclass AND confrelid <> conrelid) AS parents
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_type = 'BASE TABLE' AND table_schema = 'public' AND column_name = 'workspace_id' AND table_name <> 'audit_entries' ORDER BY name`);
  const ordered: string[] = [];
  let remaining = rows;
  while (remaining.length > 0) {
    const referred = new Set(remaining.flatMap(({ parents }) => parents));
    const leaves = remaining.filter(({ name }) => !referred.has(name));
    if (leaves.length === 0)
      throw new Error(`Tables refer to each other: ${remaining.map(({ name }) => name).join(', ')}`);
    ordered.push(...leaves.map(({ name }) => name));
    remaining = remaining.filter((table) => !leaves.includes(table));
  }
  return ordered;
}

/** Deletes the sample logins; a login with activity in a real workspace is banned instead. */
export async function deleteSampleUsers(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM users WHERE is_sample');
  for (const { id } of rows) {
    await owner.query(
      'DELETE FROM tickets WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)',
      [id],
    );
    await owner.query('DELETE FROM sessions WHERE user_id = $1', [id]);
    await owner.query('DELETE FROM one_time_links WHERE user_id = $1 AND workspace_id IS NULL', [id]);
    await owner.query('SAVEPOINT before_user');
    try {
      await owner.query('DELETE FROM users WHERE id = $1', [id]);
    } catch (error) {
      if (getErrorCode(error) !== '23503') throw error;
      await owner.query('ROLLBACK TO SAVEPOINT before_user');
      await owner.query("UPDATE users SET status = 'banned', password_hash = NULL WHERE id = $1", [id]);
    }
  }
}

/** Deletes the sample plans, except those that were changed or assigned to a remaining customer. */
export async function deleteSamplePlans(owner: pg.Client): Promise<void> {
  await owner.query(
    'DELETE FROM client_plans WHERE is_sample AND NOT EXISTS (SELECT FROM customers WHERE customers.plan_name = client_plans.name)',
  );
}

/** Deletes the URLs of photos and logos that are no longer used. */
export async function deleteUnusedPhotos(owner: pg.Client): Promise<void> {
  await owner.query(
    `DELETE FROM photos WHERE NOT EXISTS (SELECT FROM users WHERE users.photo_key = photos.key)
       AND NOT EXISTS (SELECT FROM customers WHERE customers.photo_key = photos.key)
       AND NOT EXISTS (SELECT FROM workspaces WHERE workspaces.logo_key = photos.key)
       AND NOT EXISTS (SELECT FROM installation WHERE installation.logo_key = photos.key)`,
  );
}
