import { sql, type Kysely } from 'kysely';

/** The NDA that readers of a shared link sign before they see the file, and their signatures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE shared_links
      ADD COLUMN nda_title text,
      -- As it is shown, with the fields filled.
      ADD COLUMN nda_text text,
      ADD CHECK ((nda_title IS NULL) = (nda_text IS NULL));

    CREATE TABLE shared_link_signatures (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      link_id uuid NOT NULL,
      email text NOT NULL,
      name text NOT NULL,
      ip_address text NOT NULL,
      user_agent text NOT NULL,
      signed_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, link_id, email),
      FOREIGN KEY (workspace_id, link_id) REFERENCES shared_links (workspace_id, id) ON DELETE CASCADE
    );
  `)
    .execute(db);
}
