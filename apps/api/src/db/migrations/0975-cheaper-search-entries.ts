import { sql, type Kysely } from 'kysely';

/**
 * Imports spend most of their time on search entries, so these do less:
 * - A number as a word has no misspellings: only letters are corrected.
 * - The keys of misspellings come from a loop; a query was planned for every word.
 * - Postings follow `search_entries`, and import keys follow the import that their transaction locks, so neither
 *   checks its parent again, twelve and five times per record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    CREATE OR REPLACE FUNCTION search_typo_keys(workspace_id uuid, kind text, word text) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    DECLARE
      keys integer[] := '{}';
      start text := left(regexp_replace(word, '(.)\1+', '\1', 'g'), 7);
    BEGIN
      IF length(word) < 3 OR word ~ '^[0-9]+$' THEN RETURN keys; END IF;
      FOR one IN 1..length(start) + 1 LOOP
        FOR two IN one + 1..length(start) + 2 LOOP
          CONTINUE WHEN length(word) <= 5 AND two <= length(start);
          keys := keys || search_hash(workspace_id, kind, '-' || left(start, one - 1) || substr(start, one + 1, two - one - 1) || substr(start, two + 1));
        END LOOP;
      END LOOP;
      RETURN keys;
    END $$;

    UPDATE search_words SET keys = search_inner_keys(workspace_id, kind, word) WHERE word ~ '^[0-9]+$';

    ALTER TABLE search_postings DROP CONSTRAINT search_postings_workspace_id_fkey;
    ALTER TABLE import_keys DROP CONSTRAINT import_keys_workspace_id_import_id_fkey;
  `,
    )
    .execute(db);
}
