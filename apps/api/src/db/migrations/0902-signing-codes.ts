import { sql, type Kysely } from 'kysely';

/** Codes by which whoever opens an emailed signing link proves the address, and whether the name signed is another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE signing_sessions (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      link_id uuid NOT NULL REFERENCES one_time_links (id) ON DELETE CASCADE,
      code_signature text NOT NULL,
      code_expires_at timestamptz(3) NOT NULL,
      -- Once the code was entered.
      token_hash bytea UNIQUE,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id)
    );
    CREATE INDEX signing_sessions_of_link ON signing_sessions (link_id, created_at, id);

    ALTER TABLE agreements ADD COLUMN is_other_name boolean NOT NULL DEFAULT false;
    UPDATE agreements SET is_other_name = true FROM customers
    WHERE customers.workspace_id = agreements.workspace_id AND customers.id = agreements.customer_id
      AND lower(trim(agreements.signer_name)) <> lower(trim(customers.name));
  `)
    .execute(db);
}
