import { sql, type Kysely } from 'kysely';

/**
 * Search looks into the text alone. With the workspace as a key of the index, each candidate was looked up
 * among all rows of the workspace as well, which was most of the work; a row is read for its workspace anyway.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    DROP INDEX search_entries_text;
    CREATE INDEX search_entries_text ON search_entries USING gin (text gin_trgm_ops);
    DROP INDEX notes_text;
    CREATE INDEX notes_text ON notes USING gin (lower(body) gin_trgm_ops) WHERE deleted_at IS NULL;
    DROP INDEX message_words_text;
    CREATE INDEX message_words_text ON message_words USING gin (words);
  `)
    .execute(db);
}
