import { sql, type Kysely } from 'kysely';

/**
 * Search looks for pieces of four letters instead of trigrams. A trigram stands in so many rows of a large table
 * that each candidate of the rarest was looked up in long lists of all the others: the address of one of a
 * million customers read 4,090 buffers, and reads 25. Pieces end with their word; three letters are found as the
 * beginning of a piece, so that the ends of words are kept as pieces of three. They are stored, since a row that
 * is found without the index is asked for them, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE FUNCTION search_pieces(text text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
      SELECT array_to_tsvector(array_agg(substr(word, start, 4)))
      FROM string_to_table(translate(text, E'\\n', ' '), ' ') AS word, generate_series(1, length(word) - 2) AS start
    $$;
    DROP INDEX search_entries_text;
    ALTER TABLE search_entries ADD COLUMN pieces tsvector GENERATED ALWAYS AS (search_pieces(text)) STORED;
    CREATE INDEX search_entries_pieces ON search_entries USING gin (pieces);
    -- Finer statistics of the text were for the index that is gone; the planner now knows the share of each piece.
    ALTER TABLE search_entries ALTER COLUMN text SET STATISTICS -1;
    ANALYZE search_entries;
  `)
    .execute(db);
}
