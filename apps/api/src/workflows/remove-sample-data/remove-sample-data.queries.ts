import type pg from 'pg';
import type { Database } from '#db/schema/database.ts';

/** What hangs on a workspace, children first. */
const workspaceTables = [
  'access_grants',
  'saved_views',
  'document_records',
  'documents',
  'bulk_rows',
  'bulk_batches',
  'bulk_runs',
  'message_attachments',
  'message_customers',
  'messages',
  'email_drafts',
  'threads',
  'inbound_tokens',
  'imap_turns',
  'imap_set_aside',
  'imap_folders',
  'imap_accounts',
  'mailboxes',
  'import_rejections',
  'import_sheets',
  'import_checks',
  'import_keys',
  'import_problems',
  'import_bad_rows',
  'import_edits',
  'import_changes',
  'import_tags',
  'imports',
  'import_mappings',
  'note_mentions',
  'notes',
  'task_reminders',
  'calendar_feeds',
  'tasks',
  'notifications',
  'notification_choices',
  'notification_digests',
  'activities',
  'webhook_pending',
  'webhook_deliveries',
  'webhooks',
  'api_keys',
  'sources',
  'custom_fields',
  'valuations',
  'valuation_multiples',
  'financing_rules',
  'businesses',
  'corporate_members',
  'customer_tags',
  'customer_emails',
  'merge_pieces',
  'merges',
  'duplicate_pairs',
  'duplicate_dismissals',
  'duplicate_checks',
  'customer_stats',
  'search_entries',
  'post_views',
  'post_favorites',
  'post_comments',
  'post_stats',
  'posts',
  'tags',
  'customers',
  'customer_tallies',
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
  await owner.query(
    'UPDATE installation SET leads_workspace_id = NULL WHERE leads_workspace_id IN (SELECT id FROM workspaces WHERE is_sample)',
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

/** Deletes the sample's plans, but for those that somebody has changed or given to a customer who stays. */
export async function deleteSamplePlans(owner: pg.Client): Promise<void> {
  await owner.query(
    'DELETE FROM client_plans WHERE is_sample AND NOT EXISTS (SELECT FROM customers WHERE customers.plan_name = client_plans.name)',
  );
}

/** Ends the addresses of photos and logos that nobody has any more. */
export async function deleteUnusedPhotos(owner: pg.Client): Promise<void> {
  await owner.query(
    `DELETE FROM photos WHERE NOT EXISTS (SELECT FROM users WHERE users.photo_key = photos.key)
       AND NOT EXISTS (SELECT FROM customers WHERE customers.photo_key = photos.key)
       AND NOT EXISTS (SELECT FROM workspaces WHERE workspaces.logo_key = photos.key)
       AND NOT EXISTS (SELECT FROM installation WHERE installation.logo_key = photos.key)`,
  );
}
