import { sql, type Kysely } from 'kysely';

/** What the plans of workspaces hold, workspaces that are closed, and mailboxes whose problem was reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE installation
      ADD COLUMN plan_limits jsonb NOT NULL
        DEFAULT '{"Free": {"people": 25, "customers": null}, "Pro": {"people": null, "customers": null}}'
        CHECK (jsonb_typeof(plan_limits -> 'Free') = 'object' AND jsonb_typeof(plan_limits -> 'Pro') = 'object');
    ALTER TABLE workspaces ADD COLUMN archived_at timestamptz(3);
    ALTER TABLE imap_accounts ADD COLUMN trouble_told_at timestamptz(3);
  `)
    .execute(db);
}
