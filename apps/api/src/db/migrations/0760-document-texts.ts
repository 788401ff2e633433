import { sql, type Kysely } from 'kysely';

/** The text of the files of documents, by page, for search and previews. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE file_texts (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      file_id uuid NOT NULL,
      state text NOT NULL CHECK (state IN ('ready', 'none', 'password', 'damaged', 'too-large')),
      page_count integer NOT NULL,
      is_cut boolean NOT NULL,
      PRIMARY KEY (workspace_id, file_id),
      FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id) ON DELETE CASCADE
    );

    CREATE TABLE file_text_pages (
      workspace_id uuid NOT NULL REFERENCES workspaces (id),
      file_id uuid NOT NULL,
      page integer NOT NULL CHECK (page >= 1),
      title text,
      text text NOT NULL,
      words tsvector NOT NULL,
      PRIMARY KEY (workspace_id, file_id, page),
      FOREIGN KEY (workspace_id, file_id) REFERENCES file_texts (workspace_id, file_id) ON DELETE CASCADE
    );
    CREATE INDEX file_text_pages_words ON file_text_pages USING gin (words);
    CREATE INDEX documents_of_file ON documents (workspace_id, file_id);

    -- Of all workspaces; emptied by whichever server is first.
    CREATE TABLE unread_files (
      workspace_id uuid NOT NULL,
      file_id uuid PRIMARY KEY,
      FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id) ON DELETE CASCADE
    );
    -- Whatever adds a version, its text is read.
    CREATE FUNCTION note_unread_file() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO unread_files (workspace_id, file_id) VALUES (NEW.workspace_id, NEW.file_id) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_unread_file AFTER INSERT ON document_versions
      FOR EACH ROW EXECUTE FUNCTION note_unread_file();
    INSERT INTO unread_files (workspace_id, file_id)
      SELECT DISTINCT workspace_id, file_id FROM document_versions;
  `)
    .execute(db);
}
