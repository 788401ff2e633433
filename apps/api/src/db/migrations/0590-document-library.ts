import { sql, type Kysely } from 'kysely';

/** Folders and versions of documents, and documents on no record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE document_folders (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      id uuid NOT NULL,
      parent_id uuid,
      name text NOT NULL,
      created_by uuid NOT NULL REFERENCES users (id),
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      version integer NOT NULL DEFAULT 1,
      PRIMARY KEY (workspace_id, id),
      CHECK (parent_id <> id),
      FOREIGN KEY (workspace_id, parent_id) REFERENCES document_folders (workspace_id, id)
    );
    CREATE UNIQUE INDEX document_folders_by_name ON document_folders (workspace_id, parent_id, lower(name)) NULLS NOT DISTINCT;

    ALTER TABLE documents
      ADD COLUMN folder_id uuid,
      ADD COLUMN number integer NOT NULL DEFAULT 1,
      ADD COLUMN name_sort text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
      ADD FOREIGN KEY (workspace_id, folder_id) REFERENCES document_folders (workspace_id, id);
    CREATE INDEX documents_by_creation ON documents (workspace_id, created_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX documents_by_name ON documents (workspace_id, name_sort, id) WHERE deleted_at IS NULL;
    CREATE INDEX documents_by_folder ON documents (workspace_id, folder_id, name_sort, id);

    -- Every content that a document had, the current one included.
    CREATE TABLE document_versions (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      document_id uuid NOT NULL,
      number integer NOT NULL,
      file_id uuid NOT NULL,
      added_by uuid NOT NULL REFERENCES users (id),
      added_at timestamptz(3) NOT NULL,
      PRIMARY KEY (workspace_id, document_id, number),
      FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id),
      FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id)
    );
    INSERT INTO document_versions (workspace_id, document_id, number, file_id, added_by, added_at)
      SELECT workspace_id, id, 1, file_id, created_by, created_at FROM documents;

    INSERT INTO search_entries (workspace_id, kind, record_id, text)
      SELECT workspace_id, 'document', id, lower(name) FROM documents;
  `)
    .execute(db);
}
