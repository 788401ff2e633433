import { sql, type Kysely } from 'kysely';

/** A file is quarantined once, whichever documents have it; they find their quarantine by the file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE documents DROP COLUMN quarantine_id;
    DROP INDEX quarantines_of_file;
    CREATE UNIQUE INDEX quarantines_of_file ON quarantines (workspace_id, file_id) WHERE file_id IS NOT NULL;
    CREATE INDEX document_versions_of_file ON document_versions (workspace_id, file_id);
  `)
    .execute(db);
}
