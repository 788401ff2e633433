import { sql, type Kysely } from 'kysely';

/**
 * Customers are listed by their last contact: an email, call, meeting, or note. `-infinity` stands for none,
 * so that one index sorts, pages, and filters. An entry of an import or a bulk action names its run, so that
 * the feed shows one line for all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    DROP INDEX customer_stats_contacts;
    ALTER TABLE customer_stats DROP COLUMN last_activity_at;
    UPDATE customer_stats SET last_contact_at = greatest('-infinity',
      (SELECT max(occurred_at) FROM notes WHERE notes.workspace_id = customer_stats.workspace_id
        AND notes.customer_id = customer_stats.customer_id AND deleted_at IS NULL),
      (SELECT max(occurred_at) FROM activities WHERE activities.workspace_id = customer_stats.workspace_id
        AND activities.customer_id = customer_stats.customer_id AND type IN ('email.sent', 'email.received')));
    ALTER TABLE customer_stats ALTER COLUMN last_contact_at SET DEFAULT '-infinity', ALTER COLUMN last_contact_at SET NOT NULL;
    CREATE INDEX customer_stats_by_contact ON customer_stats (workspace_id, last_contact_at, customer_id);

    UPDATE saved_views SET settings = replace(replace(settings::text, 'lastActivityAt', 'lastContactAt'), 'inactiveSince', 'noContactSince')::jsonb
      WHERE settings::text ~ 'lastActivityAt|inactiveSince';

    ALTER TABLE activities ADD COLUMN run_id uuid GENERATED ALWAYS AS (
      CASE WHEN subject_kind = 'import' THEN subject_id ELSE (detail->>'bulkRunId')::uuid END) STORED;
    DROP INDEX activities_newest;
    CREATE INDEX activities_newest ON activities (workspace_id, occurred_at, id) WHERE run_id IS NULL;
    CREATE INDEX activities_by_run ON activities (workspace_id, run_id, occurred_at, id) WHERE run_id IS NOT NULL;
  `)
    .execute(db);
}
