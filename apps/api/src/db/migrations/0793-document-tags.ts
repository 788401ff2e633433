import { sql, type Kysely } from 'kysely';

/** The tags of the workspace on documents too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE document_tags (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      document_id uuid NOT NULL,
      tag_id uuid NOT NULL,
      PRIMARY KEY (workspace_id, document_id, tag_id),
      FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id) ON DELETE CASCADE,
      FOREIGN KEY (workspace_id, tag_id) REFERENCES tags (workspace_id, id)
    )`.execute(db);
  await sql`CREATE INDEX document_tags_by_tag ON document_tags (workspace_id, tag_id)`.execute(db);
}
