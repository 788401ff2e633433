import { sql, type Kysely } from 'kysely';

/**
 * An email of a bulk action names its run, and a handover is stored, so that the feed shows one line for each of them
 * and the sender of a bulk email gets one notice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a foreign key: validating it would read every message of a large installation.
  await sql`ALTER TABLE messages ADD COLUMN bulk_run_id uuid`.execute(db);
  await sql`
    CREATE TABLE handovers (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      record_count integer NOT NULL,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id)
    )`.execute(db);
  await sql`CREATE INDEX handovers_newest ON handovers (workspace_id, created_at, id)`.execute(db);
}
