import { sql, type Kysely } from 'kysely';

/**
 * Search by whole words instead of four-letter fragments of each record.
 *
 * `search_words` is the vocabulary of a workspace: what is typed is completed and corrected there. `search_postings`
 * lists the records of each term, the most recently active last, so that a page of a common name reads no more than a
 * page of a rare one. Both follow `search_entries` by triggers. Every key starts with the workspace.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [splitting, vocabulary, tables, triggers, fill]) await sql.raw(part).execute(db);
}

/** Texts come folded: lower case, without accents, one line for each part of the record, the title first. */
const splitting = String.raw`
  -- The words of a text. Apostrophes join letters; other punctuation separates.
  CREATE FUNCTION search_split(line text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
  BEGIN
    IF octet_length(line) <> length(line) THEN
      line := translate(line, '’‘ʼ´', '');
      line := regexp_replace(line, '[\u00a1-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2010-\u206f\u3000-\u303f\uff01-\uff0f]', ' ', 'g');
      -- In scripts without spaces, and of pictures, each sign is a word.
      line := regexp_replace(line, '([\u3400-\u9fff\uf900-\ufaff\u2600-\u27bf\U0001f000-\U0001faff])', ' \1 ', 'g');
    END IF;
    RETURN array_remove(string_to_array(translate(line, '!"#$%&()*+,-./:;<=>?@[\]^_{|}~''${'`'}', repeat(' ', 30)), ' '), '');
  END $$;

  -- Titles, degrees, and legal forms, which people leave out.
  CREATE FUNCTION search_is_noise(word text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT word = ANY ('{dr,mr,mrs,ms,prof,jr,sr,ii,iii,iv,md,do,dds,dmd,dpm,dvm,od,dc,np,rn,pa,pt,phd,psyd,pharmd,facs,llc,llp,pllc,inc,pc,corp,corporation,co,company,ltd,the,and,of}'::text[])
  $$;

  -- A title without what people leave out, in any order of its words.
  CREATE FUNCTION search_title(words text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT left(string_agg(word, ' ' ORDER BY word COLLATE "C"), 200) FROM unnest(words) AS word WHERE NOT search_is_noise(word)
  $$;

  -- How a number is looked for: from its start, without country code, and by its last digits.
  CREATE FUNCTION search_numbers(line text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT '3' || right(digits, size)), '{}')
    FROM ltrim(regexp_replace(line, '\D', '', 'g'), '0') AS digits,
      unnest(CASE WHEN line ~ '^[0-9]+$' THEN ARRAY[length(digits), 8, 7, 4]
        WHEN digits LIKE '1%' AND length(digits) = 11 THEN ARRAY[11, 10, 7, 4]
        ELSE ARRAY[length(digits), 10, 9, 8, 7, 4] END) AS size
    WHERE size <= length(digits)
  $$;

  -- How an email address is looked for: whole, by its domain, and by the words before the domain.
  CREATE FUNCTION search_emails(address text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT ARRAY['3' || array_to_string(search_split(address), ''), '3' || array_to_string(search_split(split_part(address, '@', 2)), '')]
      || ARRAY(SELECT '3' || word FROM unnest(search_split(split_part(address, '@', 1))) AS word WHERE length(word) > 2)
  $$;

  -- The terms of a text: each word behind a digit that says where it is (0 first word of the title, 1 other word of the
  -- title, 2 another part, 3 an email address or a number), and the whole title behind "=".
  CREATE FUNCTION search_terms(entry text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
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
    RETURN ARRAY(SELECT min(term) FROM unnest(terms) AS term GROUP BY substr(term, 2) ORDER BY 1)
      || coalesce('=' || search_title(search_split(split_part(entry, E'\n', 1))), '=');
  END $$;
`;

const vocabulary = String.raw`
  CREATE FUNCTION search_hash(workspace_id uuid, kind text, word text) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT hashtext(workspace_id::text || kind || word)
  $$;

  -- The words of terms as the index of whole records holds them.
  CREATE FUNCTION search_hashes(workspace_id uuid, kind text, words text[]) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT search_hash(workspace_id, kind, word)), '{}') FROM unnest(words) AS word
  $$;

  -- Three adjacent letters of a word each, by which it is found inside.
  CREATE FUNCTION search_inner_keys(workspace_id uuid, kind text, word text) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT search_hash(workspace_id, kind, '+' || substr(word, start, 3))), '{}')
    FROM generate_series(1, length(word) - 2) AS start
  $$;

  -- What remains of a word without one or two of its first seven letters, doubled letters counted once. Words that
  -- differ by few letters share one of them (the "symmetric delete" method).
  CREATE FUNCTION search_typo_keys(workspace_id uuid, kind text, word text) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT search_hash(workspace_id, kind, '-' || left(start, one - 1) || substr(start, one + 1, two - one - 1) || substr(start, greatest(one, two) + 1))), '{}')
    FROM left(regexp_replace(word, '(.)\1+', '\1', 'g'), 7) AS start,
      generate_series(1, length(start) + 1) AS one, generate_series(one + 1, length(start) + 2) AS two
    WHERE length(word) >= 3 AND (length(word) > 5 OR two > length(start))
  $$;
`;

const tables = `
  ALTER TABLE search_entries DROP COLUMN pieces,
    ADD COLUMN terms text[] NOT NULL DEFAULT '{}',
    ADD COLUMN words integer[] NOT NULL DEFAULT '{}',
    ADD COLUMN active_on date NOT NULL DEFAULT CURRENT_DATE;
  DROP FUNCTION search_pieces(text);

  CREATE TABLE search_postings (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    kind text NOT NULL,
    term text COLLATE "C" NOT NULL,
    active_on date NOT NULL,
    record_id uuid NOT NULL,
    PRIMARY KEY (workspace_id, kind, term, active_on, record_id)
  );

  CREATE TABLE search_words (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    kind text NOT NULL,
    word text COLLATE "C" NOT NULL,
    keys integer[] NOT NULL,
    PRIMARY KEY (workspace_id, kind, word)
  );
`;

const triggers = `
  CREATE FUNCTION set_search_terms() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.terms := search_terms(NEW.text);
    NEW.words := search_hashes(NEW.workspace_id, NEW.kind, ARRAY(SELECT substr(term, 2) FROM unnest(NEW.terms) AS term WHERE term NOT LIKE '=%'));
    RETURN NEW;
  END $$;
  CREATE TRIGGER search_entries_added BEFORE INSERT ON search_entries FOR EACH ROW EXECUTE FUNCTION set_search_terms();
  CREATE TRIGGER search_entries_changed BEFORE UPDATE OF text ON search_entries FOR EACH ROW
    WHEN (OLD.text IS DISTINCT FROM NEW.text) EXECUTE FUNCTION set_search_terms();

  -- Of entries that only became active on another day, the words stay.
  CREATE FUNCTION follow_search_entries() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      DELETE FROM search_postings USING (
        SELECT o.workspace_id, o.kind, o.record_id, o.active_on, unnest(o.terms) AS term
        FROM before AS o JOIN after AS n USING (workspace_id, kind, record_id)
        WHERE o.active_on <> n.active_on OR o.terms <> n.terms) AS gone
      WHERE search_postings.workspace_id = gone.workspace_id AND search_postings.kind = gone.kind AND search_postings.term = gone.term
        AND search_postings.active_on = gone.active_on AND search_postings.record_id = gone.record_id;
    ELSIF TG_OP = 'DELETE' THEN
      DELETE FROM search_postings USING (SELECT workspace_id, kind, record_id, active_on, unnest(terms) AS term FROM before) AS gone
      WHERE search_postings.workspace_id = gone.workspace_id AND search_postings.kind = gone.kind AND search_postings.term = gone.term
        AND search_postings.active_on = gone.active_on AND search_postings.record_id = gone.record_id;
      RETURN NULL;
    END IF;
    INSERT INTO search_postings (workspace_id, kind, term, active_on, record_id)
      SELECT workspace_id, kind, unnest(terms), active_on, record_id FROM after ON CONFLICT DO NOTHING;
    -- Sorted, so that transactions that add the same words wait for each other in one order.
    INSERT INTO search_words (workspace_id, kind, word, keys)
      SELECT workspace_id, kind, word, search_inner_keys(workspace_id, kind, word) || search_typo_keys(workspace_id, kind, word)
      FROM (SELECT DISTINCT workspace_id, kind, substr(term, 2) COLLATE "C" AS word FROM after, unnest(terms) AS term WHERE term < '3' AND term > '0') AS given
      WHERE NOT EXISTS (SELECT FROM search_words AS known
        WHERE known.workspace_id = given.workspace_id AND known.kind = given.kind AND known.word = given.word)
      ORDER BY workspace_id, kind, word ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER search_entries_inserted AFTER INSERT ON search_entries
    REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION follow_search_entries();
  CREATE TRIGGER search_entries_updated AFTER UPDATE ON search_entries
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION follow_search_entries();
  CREATE TRIGGER search_entries_deleted AFTER DELETE ON search_entries
    REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION follow_search_entries();

  -- The day of the last contact with a customer; most contacts change nothing.
  CREATE FUNCTION note_contacted_customer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE search_entries SET active_on = (NEW.last_contact_at AT TIME ZONE 'UTC')::date
    WHERE workspace_id = NEW.workspace_id AND kind = 'customer' AND record_id = NEW.customer_id
      AND active_on < (NEW.last_contact_at AT TIME ZONE 'UTC')::date;
    RETURN NULL;
  END $$;
  CREATE TRIGGER customer_stats_contacted AFTER UPDATE OF last_contact_at ON customer_stats FOR EACH ROW
    WHEN ((NEW.last_contact_at AT TIME ZONE 'UTC')::date > (OLD.last_contact_at AT TIME ZONE 'UTC')::date)
    EXECUTE FUNCTION note_contacted_customer();
`;

const fill = `
  UPDATE search_entries SET active_on = coalesce(
      (SELECT greatest((last_contact_at AT TIME ZONE 'UTC')::date, (created_at AT TIME ZONE 'UTC')::date)
       FROM customers JOIN customer_stats ON customer_stats.workspace_id = customers.workspace_id AND customer_stats.customer_id = customers.id
       WHERE customers.workspace_id = search_entries.workspace_id AND search_entries.kind = 'customer' AND customers.id = search_entries.record_id),
      active_on),
    terms = search_terms(text),
    words = search_hashes(workspace_id, kind, ARRAY(SELECT substr(term, 2) FROM unnest(search_terms(text)) AS term WHERE term NOT LIKE '=%'));
  CREATE INDEX search_entries_words ON search_entries USING gin (words) WITH (fastupdate = off);
  CREATE INDEX search_words_keys ON search_words USING gin (keys) WITH (fastupdate = off);
  ANALYZE search_entries, search_postings, search_words;
`;
