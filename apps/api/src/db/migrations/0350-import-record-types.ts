import { sql, type Kysely } from 'kysely';

/** Imports of any record type: changes, keys, and remembered mappings that name no type of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    DROP INDEX imports_newest;
    CREATE INDEX imports_newest ON imports (workspace_id, record_type, created_at, id);

    ALTER TABLE import_mappings
      ADD COLUMN record_type text NOT NULL DEFAULT 'customer',
      DROP CONSTRAINT import_mappings_pkey,
      ADD PRIMARY KEY (workspace_id, record_type, header_hash);

    ALTER TABLE import_keys RENAME COLUMN npi TO identifier;
    UPDATE import_keys SET key = 'record ' || substr(key, 10) WHERE key LIKE 'customer %';
    UPDATE import_problems SET kind = 'in_trash' WHERE kind = 'in_bin';

    ALTER TABLE import_changes RENAME COLUMN customer_id TO record_id;
    ALTER TABLE import_changes RENAME COLUMN customer_before TO before;
    ALTER TABLE import_changes ADD COLUMN extra jsonb NOT NULL DEFAULT '{}';
    UPDATE import_changes SET extra = jsonb_strip_nulls(jsonb_build_object('emailKeys', to_jsonb(email_keys), 'tagIds', to_jsonb(tag_ids)))
      || CASE WHEN stats_before IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('stats', stats_before) END;
    ALTER TABLE import_changes DROP COLUMN email_keys, DROP COLUMN tag_ids, DROP COLUMN stats_before;
  `)
    .execute(db);
}
