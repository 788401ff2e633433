import { sql, type Kysely } from 'kysely';

/**
 * Merged customers with what an undo puts back, and pairs that may be one and the same: which customers
 * are to be compared again, the pairs found, and those that people called different.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(merges).execute(db);
  await sql.raw(moveActivities).execute(db);
  await sql.raw(duplicates).execute(db);
  await sql.raw(marks).execute(db);
}

const merges = `
  ALTER TABLE customers
    ADD COLUMN merged_into uuid,
    ADD FOREIGN KEY (workspace_id, merged_into) REFERENCES customers (workspace_id, id),
    ADD CHECK (merged_into IS NULL OR (deleted_at IS NOT NULL AND merged_into <> id));
  CREATE INDEX customers_merged ON customers (workspace_id, merged_into) WHERE merged_into IS NOT NULL;

  CREATE TABLE merges (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    survivor_id uuid NOT NULL,
    merged_id uuid NOT NULL,
    fields text[] NOT NULL,
    survivor_before jsonb NOT NULL,
    survivor_after jsonb NOT NULL,
    merged_before jsonb NOT NULL,
    emails_before jsonb NOT NULL,
    emails_after jsonb NOT NULL,
    kept_fields text[] NOT NULL DEFAULT '{}',
    created_by uuid NOT NULL REFERENCES users (id),
    created_at timestamptz(3) NOT NULL,
    undone_by uuid REFERENCES users (id),
    undone_at timestamptz(3),
    PRIMARY KEY (workspace_id, id),
    FOREIGN KEY (workspace_id, survivor_id) REFERENCES customers (workspace_id, id),
    FOREIGN KEY (workspace_id, merged_id) REFERENCES customers (workspace_id, id),
    CHECK (survivor_id <> merged_id),
    CHECK ((undone_at IS NULL) = (undone_by IS NULL))
  );
  CREATE INDEX merges_of_survivor ON merges (workspace_id, survivor_id, created_at);
  CREATE INDEX merges_of_merged ON merges (workspace_id, merged_id);
  CREATE UNIQUE INDEX merges_standing ON merges (workspace_id, merged_id) WHERE undone_at IS NULL;

  CREATE TABLE merge_pieces (
    workspace_id uuid NOT NULL,
    merge_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('activity', 'note', 'task', 'notification', 'business', 'link',
      'message', 'tag', 'member', 'membership', 'dismissal')),
    record_id uuid NOT NULL,
    is_shared boolean NOT NULL DEFAULT false,
    before jsonb,
    PRIMARY KEY (workspace_id, merge_id, kind, record_id),
    FOREIGN KEY (workspace_id, merge_id) REFERENCES merges (workspace_id, id)
  );
`;

// The timeline can only be added to. A merge changes only an entry’s customer: to the
// survivor, and back when the merge is undone.
const moveActivities = `
  CREATE FUNCTION move_merged_activities(of_workspace uuid, of_merge uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE activities
    SET customer_id = CASE WHEN merges.undone_at IS NULL THEN merges.survivor_id ELSE merges.merged_id END
    FROM merges JOIN merge_pieces ON merge_pieces.workspace_id = merges.workspace_id
      AND merge_pieces.merge_id = merges.id AND merge_pieces.kind = 'activity'
    WHERE merges.workspace_id = of_workspace AND merges.id = of_merge
      AND activities.workspace_id = merges.workspace_id AND activities.id = merge_pieces.record_id
      AND activities.customer_id = CASE WHEN merges.undone_at IS NULL THEN merges.merged_id ELSE merges.survivor_id END
  $$;
  REVOKE ALL ON FUNCTION move_merged_activities(uuid, uuid) FROM PUBLIC;
`;

const duplicates = `
  CREATE TABLE duplicate_checks (
    workspace_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    mark uuid NOT NULL DEFAULT gen_random_uuid(),
    PRIMARY KEY (workspace_id, customer_id),
    FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id) ON DELETE CASCADE
  );

  CREATE TABLE duplicate_pairs (
    workspace_id uuid NOT NULL,
    low_id uuid NOT NULL,
    high_id uuid NOT NULL,
    reasons text[] NOT NULL,
    score integer NOT NULL,
    PRIMARY KEY (workspace_id, low_id, high_id),
    FOREIGN KEY (workspace_id, low_id) REFERENCES customers (workspace_id, id) ON DELETE CASCADE,
    FOREIGN KEY (workspace_id, high_id) REFERENCES customers (workspace_id, id) ON DELETE CASCADE,
    CHECK (low_id < high_id)
  );
  CREATE INDEX duplicate_pairs_by_score ON duplicate_pairs (workspace_id, score, low_id, high_id);
  CREATE INDEX duplicate_pairs_by_high ON duplicate_pairs (workspace_id, high_id);

  CREATE TABLE duplicate_dismissals (
    workspace_id uuid NOT NULL,
    low_id uuid NOT NULL,
    high_id uuid NOT NULL,
    dismissed_by uuid NOT NULL REFERENCES users (id),
    dismissed_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, low_id, high_id),
    FOREIGN KEY (workspace_id, low_id) REFERENCES customers (workspace_id, id) ON DELETE CASCADE,
    FOREIGN KEY (workspace_id, high_id) REFERENCES customers (workspace_id, id) ON DELETE CASCADE,
    CHECK (low_id < high_id)
  );
  CREATE INDEX duplicate_dismissals_by_high ON duplicate_dismissals (workspace_id, high_id);

  CREATE FUNCTION family_name_first(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT regexp_replace(name, '^(.*) (\\S+)$', '\\2 \\1')
  $$;
  CREATE INDEX customers_by_family_name ON customers (workspace_id, (family_name_first(name_sort) COLLATE "C"), id) WHERE deleted_at IS NULL;
  CREATE INDEX customers_alike ON customers USING gin (workspace_id, name_sort gin_trgm_ops) WHERE deleted_at IS NULL;
  -- Only the one index will do: with a limit the planner would rather read every name, and without statistics sort them.
  CREATE FUNCTION customers_named_like(of_workspace uuid, wanted text, most integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SET pg_trgm.similarity_threshold = 0.6
  SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off AS $$
    SELECT id FROM customers WHERE workspace_id = of_workspace AND deleted_at IS NULL
      AND name_sort % wanted AND name_sort <> wanted LIMIT most
  $$;
  -- The three next ones either way, in both orders, of the name and of the name turned round.
  CREATE FUNCTION customers_named_next_to(of_workspace uuid, wanted text) RETURNS TABLE (id uuid, name_sort text)
  LANGUAGE sql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
    (SELECT id, name_sort FROM customers WHERE workspace_id = of_workspace AND deleted_at IS NULL AND name_sort >= wanted ORDER BY name_sort, id LIMIT 3) UNION
    (SELECT id, name_sort FROM customers WHERE workspace_id = of_workspace AND deleted_at IS NULL AND name_sort < wanted ORDER BY name_sort DESC, id DESC LIMIT 3) UNION
    (SELECT id, name_sort FROM customers WHERE workspace_id = of_workspace AND deleted_at IS NULL AND name_sort >= family_name_first(wanted) ORDER BY name_sort, id LIMIT 3) UNION
    (SELECT id, name_sort FROM customers WHERE workspace_id = of_workspace AND deleted_at IS NULL AND name_sort < family_name_first(wanted) ORDER BY name_sort DESC, id DESC LIMIT 3) UNION
    (SELECT id, name_sort FROM customers WHERE workspace_id = of_workspace AND deleted_at IS NULL AND family_name_first(name_sort) COLLATE "C" >= wanted ORDER BY family_name_first(name_sort) COLLATE "C", id LIMIT 3) UNION
    (SELECT id, name_sort FROM customers WHERE workspace_id = of_workspace AND deleted_at IS NULL AND family_name_first(name_sort) COLLATE "C" < wanted ORDER BY family_name_first(name_sort) COLLATE "C" DESC, id DESC LIMIT 3) UNION
    (SELECT id, name_sort FROM customers WHERE workspace_id = of_workspace AND deleted_at IS NULL AND family_name_first(name_sort) COLLATE "C" >= family_name_first(wanted) ORDER BY family_name_first(name_sort) COLLATE "C", id LIMIT 3) UNION
    (SELECT id, name_sort FROM customers WHERE workspace_id = of_workspace AND deleted_at IS NULL AND family_name_first(name_sort) COLLATE "C" < family_name_first(wanted) ORDER BY family_name_first(name_sort) COLLATE "C" DESC, id DESC LIMIT 3)
  $$;
`;

// However customers are written, one by one, in bulk or from a file: what they are compared by has changed.
const marks = `
  CREATE FUNCTION mark_added_customers() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    INSERT INTO duplicate_checks (workspace_id, customer_id) SELECT workspace_id, id FROM added
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET mark = excluded.mark;
    RETURN NULL;
  END $$;
  CREATE TRIGGER customers_added AFTER INSERT ON customers
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_customers();

  CREATE FUNCTION mark_changed_customer() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    INSERT INTO duplicate_checks (workspace_id, customer_id) VALUES (NEW.workspace_id, NEW.id)
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET mark = excluded.mark;
    RETURN NULL;
  END $$;
  CREATE TRIGGER customers_changed AFTER UPDATE ON customers FOR EACH ROW
    WHEN ((OLD.name_sort, OLD.email_key, OLD.phone_key, OLD.npi, OLD.deleted_at IS NULL)
      IS DISTINCT FROM (NEW.name_sort, NEW.email_key, NEW.phone_key, NEW.npi, NEW.deleted_at IS NULL))
    EXECUTE FUNCTION mark_changed_customer();

  CREATE FUNCTION mark_changed_emails() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    INSERT INTO duplicate_checks (workspace_id, customer_id)
    SELECT DISTINCT changed.workspace_id, changed.customer_id FROM changed
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET mark = excluded.mark;
    RETURN NULL;
  END $$;
  CREATE TRIGGER customer_emails_added AFTER INSERT ON customer_emails
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_emails();
  CREATE TRIGGER customer_emails_removed AFTER DELETE ON customer_emails
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_changed_emails();

  INSERT INTO duplicate_checks (workspace_id, customer_id) SELECT workspace_id, id FROM customers WHERE deleted_at IS NULL;
`;
