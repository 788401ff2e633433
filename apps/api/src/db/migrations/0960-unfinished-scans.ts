import { sql, type Kysely } from 'kysely';

/**
 * Files whose reading took too much time or memory: they were not checked for patient information, and stay closed. Whether
 * all of a file was checked; until now, that not all of a PDF was kept said so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE file_texts ADD COLUMN is_partly_scanned boolean NOT NULL DEFAULT false,
      DROP CONSTRAINT file_texts_state_check,
      ADD CONSTRAINT file_texts_state_check
        CHECK (state IN ('ready', 'none', 'password', 'damaged', 'too-large', 'unfinished'));
    UPDATE file_texts SET is_partly_scanned = true FROM files
    WHERE files.workspace_id = file_texts.workspace_id AND files.id = file_texts.file_id
      AND files.content_type = 'application/pdf' AND file_texts.is_cut;
  `)
    .execute(db);
}
