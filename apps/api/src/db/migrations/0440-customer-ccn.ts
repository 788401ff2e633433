import { sql, type Kysely } from 'kysely';

/**
 * Facilities are recognized by their CMS certification number. Imports also look for names in the trash, and note all
 * numbers of a row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE customers ADD COLUMN ccn text CHECK (length(ccn) BETWEEN 6 AND 10);
    CREATE INDEX customers_by_ccn ON customers (workspace_id, ccn) WHERE ccn IS NOT NULL;
    CREATE INDEX customers_by_name_in_trash ON customers (workspace_id, name_sort) WHERE deleted_at IS NOT NULL;

    DELETE FROM import_keys USING imports
      WHERE imports.workspace_id = import_keys.workspace_id AND imports.id = import_keys.import_id AND imports.status = 'uploaded';
    ALTER TABLE import_keys ADD COLUMN identifiers jsonb NOT NULL DEFAULT '{}';
    UPDATE import_keys SET identifiers = jsonb_build_object(
        CASE imports.record_type WHEN 'business' THEN 'listing' ELSE 'npi' END, identifier)
      FROM imports
      WHERE imports.workspace_id = import_keys.workspace_id AND imports.id = import_keys.import_id AND identifier IS NOT NULL;
    ALTER TABLE import_keys DROP COLUMN identifier;
  `)
    .execute(db);
}
