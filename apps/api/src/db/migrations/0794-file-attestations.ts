import { sql, type Kysely } from 'kysely';

/** Who confirmed that a file of a data room contains no patient information. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE file_attestations (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      file_id uuid NOT NULL,
      -- Of the wording.
      version text NOT NULL,
      attested_by uuid NOT NULL REFERENCES users (id),
      attested_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, file_id),
      FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id) ON DELETE CASCADE
    );
  `)
    .execute(db);
}
