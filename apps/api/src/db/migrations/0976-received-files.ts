import { sql, type Kysely } from 'kysely';

/** Files that come by email are checked for patient information like uploaded ones; those of earlier emails after all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    DO $$
      DECLARE of_documents text;
      BEGIN
        SELECT conname INTO of_documents FROM pg_constraint WHERE conrelid = 'quarantines'::regclass AND contype = 'c'
          AND pg_get_constraintdef(oid) LIKE '%(document_id IS NULL) = (file_id IS NULL)%';
        EXECUTE format('ALTER TABLE quarantines DROP CONSTRAINT %I', of_documents);
      END $$;
    -- A file is of a document, or of the email that it came with.
    ALTER TABLE quarantines ADD CONSTRAINT quarantines_file_check
      CHECK (CASE WHEN file_id IS NULL THEN document_id IS NULL ELSE note_id IS NULL END);

    ALTER TABLE unread_files ADD COLUMN priority smallint NOT NULL DEFAULT 0;
    CREATE FUNCTION note_received_file() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO unread_files (workspace_id, file_id) SELECT NEW.workspace_id, NEW.file_id FROM messages
        WHERE workspace_id = NEW.workspace_id AND id = NEW.message_id AND direction = 'inbound'
        ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_received_file AFTER INSERT ON message_attachments
      FOR EACH ROW EXECUTE FUNCTION note_received_file();

    INSERT INTO unread_files (workspace_id, file_id, priority)
      SELECT DISTINCT attached.workspace_id, attached.file_id, -1000 FROM message_attachments AS attached
        JOIN messages ON messages.workspace_id = attached.workspace_id AND messages.id = attached.message_id
      WHERE messages.direction = 'inbound' AND NOT EXISTS (SELECT FROM file_texts AS found
        WHERE found.workspace_id = attached.workspace_id AND found.file_id = attached.file_id)
      ON CONFLICT DO NOTHING;
  `)
    .execute(db);
}
