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
    -- A fragment counts as often as the sampled texts have it: of a hundred, one that matches by chance makes a rare
    -- fragment look common, and the list is then walked in its order until it is found.
    ALTER TABLE search_entries ALTER COLUMN text SET STATISTICS 1000;
    DROP INDEX notes_text;
    CREATE INDEX notes_text ON notes USING gin (lower(body) gin_trgm_ops) WHERE deleted_at IS NULL;
    DROP INDEX message_words_text;
    CREATE INDEX message_words_text ON message_words USING gin (words);
  `)
    .execute(db);
}
