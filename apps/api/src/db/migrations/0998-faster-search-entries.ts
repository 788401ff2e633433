import { sql, type Kysely } from 'kysely';

/**
 * Search entries take half of an import's time. Loops replace queries in the functions that run for each record,
 * because starting a query costs more than its few words, and the postings of new entries cannot conflict. The terms stay
 * the same, so nothing has to be computed again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(functions).execute(db);
}

const functions = String.raw`
  -- The terms of an email address: all of it, its domain, and the words before the @.
  CREATE OR REPLACE FUNCTION search_emails(address text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    terms text[] := ARRAY['3' || array_to_string(search_split(address), ''), '3' || array_to_string(search_split(split_part(address, '@', 2)), '')];
    word text;
  BEGIN
    FOREACH word IN ARRAY search_split(split_part(address, '@', 1)) LOOP
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
    place text;
    is_title boolean := true;
    has_first boolean := false;
  BEGIN
    FOREACH line IN ARRAY string_to_array(entry, E'\n') LOOP
      IF NOT is_title AND line ~ '^\S+@\S+$' THEN
        terms := terms || search_emails(left(line, 300));
      ELSIF NOT is_title AND line ~ '^\+?[0-9 ().\-/]{7,}$' THEN
        terms := terms || search_numbers(left(line, 40));
      ELSE
        FOREACH chunk IN ARRAY string_to_array(line, ' ') LOOP
          parts := search_split(chunk);
          FOREACH word IN ARRAY parts LOOP
            place := CASE WHEN NOT is_title THEN '2' WHEN has_first OR search_is_noise(word) THEN '1' ELSE '0' END;
            has_first := has_first OR place = '0';
            terms := terms || (place || left(word, 100));
          END LOOP;
          -- What punctuation separates is found as one word, too.
          IF cardinality(parts) > 1 THEN terms := terms || left(place || array_to_string(parts, ''), 100); END IF;
          EXIT WHEN cardinality(terms) > 300;
        END LOOP;
      END IF;
      is_title := false;
    END LOOP;
    parts := search_split(split_part(entry, E'\n', 1));
    FOREACH word IN ARRAY search_join_particles(parts) LOOP
      terms := terms || ('1' || left(word, 99));
    END LOOP;
    RETURN ARRAY(SELECT min(term) FROM unnest(terms) AS term GROUP BY substr(term, 2) ORDER BY 1)
      || coalesce('=' || search_title(parts), '=');
  END $$;

  -- The words of terms, without the title as a whole.
  CREATE FUNCTION search_term_words(workspace_id uuid, kind text, terms text[]) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    words integer[] := '{}';
    term text;
  BEGIN
    FOREACH term IN ARRAY terms LOOP
      IF term NOT LIKE '=%' THEN words := words || search_hash(workspace_id, kind, substr(term, 2)); END IF;
    END LOOP;
    RETURN words;
  END $$;

  CREATE OR REPLACE FUNCTION set_search_terms() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.terms := search_terms(NEW.text);
    NEW.words := search_term_words(NEW.workspace_id, NEW.kind, NEW.terms);
    RETURN NEW;
  END $$;

  CREATE OR REPLACE FUNCTION follow_search_entries() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      DELETE FROM search_postings USING (SELECT workspace_id, kind, record_id, active_on, unnest(terms) AS term FROM before) AS gone
      WHERE search_postings.workspace_id = gone.workspace_id AND search_postings.kind = gone.kind AND search_postings.term = gone.term
        AND search_postings.active_on = gone.active_on AND search_postings.record_id = gone.record_id;
      RETURN NULL;
    ELSIF TG_OP = 'INSERT' THEN
      INSERT INTO search_postings (workspace_id, kind, term, active_on, record_id)
        SELECT workspace_id, kind, unnest(terms), active_on, record_id FROM after;
    ELSE
      DELETE FROM search_postings USING (
        SELECT o.workspace_id, o.kind, o.record_id, o.active_on, unnest(o.terms) AS term
        FROM before AS o JOIN after AS n USING (workspace_id, kind, record_id)
        WHERE o.active_on <> n.active_on OR o.terms <> n.terms) AS gone
      WHERE search_postings.workspace_id = gone.workspace_id AND search_postings.kind = gone.kind AND search_postings.term = gone.term
        AND search_postings.active_on = gone.active_on AND search_postings.record_id = gone.record_id;
      INSERT INTO search_postings (workspace_id, kind, term, active_on, record_id)
        SELECT workspace_id, kind, unnest(terms), active_on, record_id FROM after ON CONFLICT DO NOTHING;
    END IF;
    -- Sorted, so that transactions that add the same words wait for each other in one order.
    INSERT INTO search_words (workspace_id, kind, word, keys)
      SELECT workspace_id, kind, word, search_inner_keys(workspace_id, kind, word) || search_typo_keys(workspace_id, kind, word)
      FROM (SELECT DISTINCT workspace_id, kind, substr(term, 2) COLLATE "C" AS word FROM after, unnest(terms) AS term WHERE term < '3' AND term > '0') AS given
      WHERE NOT EXISTS (SELECT FROM search_words AS known
        WHERE known.workspace_id = given.workspace_id AND known.kind = given.kind AND known.word = given.word)
      ORDER BY workspace_id, kind, word ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
`;
