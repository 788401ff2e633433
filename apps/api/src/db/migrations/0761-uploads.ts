import { sql, type Kysely } from 'kysely';

/** Uploads in chunks. How much has arrived is the size of the partial file on the server's disk. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE uploads (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      created_by uuid NOT NULL REFERENCES users (id),
      name text NOT NULL,
      size_bytes bigint NOT NULL CHECK (size_bytes > 0),
      -- Where the document is added; asked again with each chunk.
      place jsonb NOT NULL,
      document_id uuid,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, id)
    );
    CREATE INDEX uploads_of_person ON uploads (workspace_id, created_by);
    CREATE INDEX uploads_by_expiry ON uploads (expires_at);
  `)
    .execute(db);
}
