import { sql, type Kysely } from 'kysely';

/** Files that nobody may open: not scanned for malware yet, infected, or with patient information that nobody released. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE stored_objects
      ADD COLUMN blocked text CHECK (blocked IN ('waiting', 'infected', 'quarantined')),
      ADD COLUMN finding text,
      ADD COLUMN tried_at timestamptz(3);
    CREATE INDEX stored_objects_waiting ON stored_objects (tried_at NULLS FIRST, id) WHERE blocked = 'waiting';

    -- Set while quarantined. Without a foreign key, since the quarantine refers to the row.
    ALTER TABLE documents ADD COLUMN quarantine_id uuid;
    ALTER TABLE quarantines
      ADD COLUMN document_id uuid,
      ADD COLUMN file_id uuid,
      ADD FOREIGN KEY (workspace_id, document_id) REFERENCES documents (workspace_id, id),
      ADD FOREIGN KEY (workspace_id, file_id) REFERENCES files (workspace_id, id),
      ADD CHECK ((document_id IS NULL) = (file_id IS NULL));
    CREATE INDEX quarantines_of_file ON quarantines (workspace_id, file_id) WHERE file_id IS NOT NULL;
    DO $$
      DECLARE one_subject text;
      BEGIN
        SELECT conname INTO one_subject FROM pg_constraint
          WHERE conrelid = 'quarantines'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%num_nonnulls(message_id, note_id)%';
        EXECUTE format('ALTER TABLE quarantines DROP CONSTRAINT %I', one_subject);
      END $$;
    ALTER TABLE quarantines ADD CHECK (num_nonnulls(message_id, note_id, document_id) = 1);
  `)
    .execute(db);
}
