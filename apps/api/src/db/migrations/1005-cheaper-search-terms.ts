import { sql, type Kysely } from 'kysely';

/**
 * An import spends half of its time on search entries, so they cost less:
 * - A ten-digit number as it is written in the United States has no ends of eight and nine digits: nobody dials them.
 *   Entries that have them keep them.
 * - Words without punctuation are not split again, and an email address is split twice instead of three times.
 * - The parts of a word come from a loop; a query was started for every word.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(functions).execute(db);
}

const functions = String.raw`
  -- The terms of an email address: all of it, its domain, and the words before the @.
  CREATE OR REPLACE FUNCTION search_emails(address text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    words text[] := search_split(split_part(address, '@', 1));
    domain text := array_to_string(search_split(split_part(address, '@', 2)), '');
    terms text[] := ARRAY['3' || array_to_string(words, '') || domain, '3' || domain];
    word text;
  BEGIN
    FOREACH word IN ARRAY words LOOP
      IF length(word) > 2 THEN terms := terms || ('3' || word); END IF;
    END LOOP;
    RETURN terms;
  END $$;

  -- The terms of a number: all of its digits, and their ends as people dial them. A term may come twice.
  CREATE OR REPLACE FUNCTION search_numbers(line text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    digits text := ltrim(regexp_replace(line, '\D', '', 'g'), '0');
    terms text[] := '{}';
    size integer;
  BEGIN
    FOREACH size IN ARRAY CASE WHEN line ~ '^[0-9]+$' THEN ARRAY[length(digits), 8, 7, 4]
        WHEN digits LIKE '1%' AND length(digits) = 11 THEN ARRAY[11, 10, 7, 4]
        WHEN line ~ '^\(?[2-9]\d\d[) .\-]+\d{3}[ .\-]\d{4}$' THEN ARRAY[10, 7, 4]
        ELSE ARRAY[length(digits), 10, 9, 8, 7, 4] END LOOP
      IF size <= length(digits) THEN terms := terms || ('3' || right(digits, size)); END IF;
    END LOOP;
    RETURN terms;
  END $$;

  -- The terms of a text: each word behind a digit that says where it is (0 first word of the title, 1 other word of the
  -- title, 2 another part, 3 an email address or a number), and the whole title behind "=".
  CREATE OR REPLACE FUNCTION search_terms(entry text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    terms text[] := '{}';
    line text;
    chunk text;
    word text;
    parts text[];
    title text[];
    place text;
    has_first boolean := false;
  BEGIN
    FOREACH line IN ARRAY string_to_array(entry, E'\n') LOOP
      IF title IS NOT NULL AND line ~ '^\S+@\S+$' THEN
        terms := terms || search_emails(left(line, 300));
      ELSIF title IS NOT NULL AND line ~ '^\+?[0-9 ().\-/]{7,}$' THEN
        terms := terms || search_numbers(left(line, 40));
      ELSE
        FOREACH chunk IN ARRAY string_to_array(line, ' ') LOOP
          parts := CASE WHEN chunk ~ '^[a-z0-9]+$' THEN ARRAY[chunk] ELSE search_split(chunk) END;
          FOREACH word IN ARRAY parts LOOP
            place := CASE WHEN title IS NOT NULL THEN '2' WHEN has_first OR search_is_noise(word) THEN '1' ELSE '0' END;
            has_first := has_first OR place = '0';
            terms := terms || (place || left(word, 100));
          END LOOP;
          -- What punctuation separates is found as one word, too.
          IF cardinality(parts) > 1 THEN terms := terms || left(place || array_to_string(parts, ''), 100); END IF;
          EXIT WHEN cardinality(terms) > 300;
        END LOOP;
      END IF;
      title := coalesce(title, search_split(line));
    END LOOP;
    title := coalesce(title, '{}');
    FOREACH word IN ARRAY search_join_particles(title) LOOP
      terms := terms || ('1' || left(word, 99));
    END LOOP;
    RETURN ARRAY(SELECT min(term) FROM unnest(terms) AS term GROUP BY substr(term, 2) ORDER BY 1)
      || coalesce('=' || search_title(title), '=');
  END $$;

  -- The keys of a word's parts of three letters. A key may come twice.
  CREATE OR REPLACE FUNCTION search_inner_keys(workspace_id uuid, kind text, word text) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    keys integer[] := '{}';
  BEGIN
    FOR start IN 1..length(word) - 2 LOOP
      keys := keys || search_hash(workspace_id, kind, '+' || substr(word, start, 3));
    END LOOP;
    RETURN keys;
  END $$;
`;
