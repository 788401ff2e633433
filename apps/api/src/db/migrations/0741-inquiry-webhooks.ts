import { sql, type Kysely } from 'kysely';

/** The secret addresses at which listing portals post inquiries, one for each workspace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE inquiry_webhooks (
      token_hash bytea PRIMARY KEY,
      workspace_id uuid NOT NULL UNIQUE REFERENCES workspaces (id),
      created_at timestamptz(3) NOT NULL
    )`.execute(db);
}
