import { sql, type Kysely } from 'kysely';

/** Fields that a workspace adds to its customers. Their values are in the customer’s row, by field id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(definitions).execute(db);
  await sql.raw(values).execute(db);
}

const definitions = `
  CREATE TABLE custom_fields (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    id uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('text', 'number', 'money', 'date', 'choice')),
    choices jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(choices) = 'array'),
    position integer NOT NULL,
    archived_at timestamptz(3),
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, name_key),
    CHECK ((kind = 'choice') = (choices <> '[]'))
  );
`;

/** Values of deleted fields and choices remain until a job removes them. Values written or shown go through `known_custom`. */
const values = `
  ALTER TABLE customers ADD COLUMN custom jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(custom) = 'object');
  CREATE INDEX customers_by_custom ON customers USING gin (custom);

  CREATE FUNCTION known_custom(workspace uuid, given jsonb) RETURNS jsonb LANGUAGE sql STABLE STRICT AS $$
    SELECT coalesce(jsonb_object_agg(entry.key, entry.value), '{}') FROM jsonb_each(given) AS entry
    JOIN custom_fields ON custom_fields.workspace_id = workspace AND custom_fields.id::text = entry.key
    WHERE entry.value <> 'null'
      AND (custom_fields.kind <> 'choice' OR custom_fields.choices @> jsonb_build_array(jsonb_build_object('id', entry.value)))
  $$;
`;
