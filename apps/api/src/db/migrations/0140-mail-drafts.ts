import { sql, type Kysely } from 'kysely';

/**
 * Emails that somebody is writing, one for each writer and customer, and signatures. What was sent or
 * discarded leaves its row without content, so that versions go on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE email_drafts (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      customer_id uuid NOT NULL,
      user_id uuid NOT NULL REFERENCES users (id),
      id uuid NOT NULL,
      content jsonb,
      version integer NOT NULL DEFAULT 1,
      updated_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id),
      UNIQUE (workspace_id, customer_id, user_id),
      FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id)
    );

    CREATE TABLE signatures (
      user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      html text NOT NULL,
      version integer NOT NULL DEFAULT 1,
      updated_at timestamptz(3) NOT NULL
    );
  `)
    .execute(db);
}
