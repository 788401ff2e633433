import type pg from 'pg';
import type { Database } from '../../db/schema/database.ts';

/** What hangs on a workspace, children first. */
const workspaceTables = [
  'message_attachments',
  'message_customers',
  'messages',
  'threads',
  'inbound_tokens',
  'mailboxes',
  'import_rejections',
  'imports',
  'import_mappings',
  'note_mentions',
  'notes',
  'tasks',
  'notifications',
  'activities',
  'corporate_members',
  'customer_tags',
  'customer_emails',
  'customer_stats',
  'search_entries',
  'tags',
  'customers',
  'tickets',
  'files',
  'one_time_links',
  'memberships',
] as const satisfies readonly (keyof Database)[];

/** Deletes the sample workspaces with all that hangs on them. */
export async function deleteSampleWorkspaces(owner: pg.Client): Promise<void> {
  for (const table of workspaceTables)
    await owner.query(
      `DELETE FROM ${table} WHERE workspace_id IN (SELECT id FROM workspaces WHERE is_sample)`,
    );
  await owner.query('DELETE FROM workspaces WHERE is_sample');
}

/** Deletes the sample logins; one that has left traces in a real workspace is banned instead. */
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
      if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error;
      await owner.query('ROLLBACK TO SAVEPOINT before_user');
      await owner.query("UPDATE users SET status = 'banned', password_hash = NULL WHERE id = $1", [id]);
    }
  }
}
