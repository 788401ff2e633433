import { sql, type Kysely } from 'kysely';

/**
 * Names are found however their parts are joined: "vandermeer" finds van der Meer. Letters that stand for an apostrophe,
 * such as the ʻokina, join like one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(functions).execute(db);
  await sql`
    UPDATE search_entries SET terms = search_terms(text),
      words = search_hashes(workspace_id, kind, ARRAY(SELECT substr(term, 2) FROM unnest(search_terms(text)) AS term WHERE term NOT LIKE '=%'))
    WHERE text ~ '[\\u02b9-\\u02bf\\u02c8\\u2032\\ua78b\\ua78c]'
      OR search_join_particles(search_split(split_part(text, E'\\n', 1))) <> '{}'`.execute(db);
}

const functions = String.raw`
  -- The words of a text. Apostrophes join letters; other punctuation separates.
  CREATE OR REPLACE FUNCTION search_split(line text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  BEGIN
    IF octet_length(line) <> length(line) THEN
      line := regexp_replace(line, '[’‘´\u02b9-\u02bf\u02c8\u2032\ua78b\ua78c]', '', 'g');
      line := regexp_replace(line, '[\u00a1-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2010-\u206f\u3000-\u303f\uff01-\uff0f]', ' ', 'g');
      -- In scripts without spaces, and of pictures, each sign is a word.
      line := regexp_replace(line, '([\u3400-\u9fff\uf900-\ufaff\u2600-\u27bf\U0001f000-\U0001faff])', ' \1 ', 'g');
    END IF;
    RETURN array_remove(string_to_array(translate(line, '!"#$%&()*+,-./:;<=>?@[\]^_{|}~''${'`'}', repeat(' ', 30)), ' '), '');
  END $$;

  -- Words that belong to the next one, with the words that follow them, each as one word: "vandermeer" and "dermeer" for
  -- "van der meer". Of several in a row, the last three.
  CREATE FUNCTION search_join_particles(words text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  DECLARE
    particles CONSTANT text[] := '{abu,al,ben,bin,da,das,de,del,della,den,der,des,di,dos,du,el,fitz,ibn,la,las,le,les,lo,los,mac,mc,o,saint,san,santa,santo,st,ste,ten,ter,van,vom,von,zu,zum,zur}';
    joined text[] := '{}';
    starts text[] := '{}';
    word text;
  BEGIN
    IF NOT words && particles THEN RETURN joined; END IF;
    FOREACH word IN ARRAY words LOOP
      starts := ARRAY(SELECT start || word FROM unnest(starts) WITH ORDINALITY AS begun (start, n) ORDER BY n);
      joined := joined || starts;
      starts := CASE WHEN word = ANY (particles) THEN starts[cardinality(starts) - 1:] || word ELSE '{}' END;
    END LOOP;
    RETURN joined[:100];
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
    terms := terms || ARRAY(SELECT '1' || left(joined, 99) FROM unnest(search_join_particles(parts)) AS joined);
    RETURN ARRAY(SELECT min(term) FROM unnest(terms) AS term GROUP BY substr(term, 2) ORDER BY 1)
      || coalesce('=' || search_title(parts), '=');
  END $$;
`;
