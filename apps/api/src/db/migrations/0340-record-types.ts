import { sql, type Kysely } from 'kysely';

/** Saved views, bulk runs, imports, and custom fields of any record type; custom fields on businesses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(views).execute(db);
  await sql.raw(runs).execute(db);
  await sql.raw(fields).execute(db);
}

const views = `
  ALTER TABLE saved_views ADD COLUMN record_type text NOT NULL DEFAULT 'customer';
  ALTER TABLE imports ADD COLUMN record_type text NOT NULL DEFAULT 'customer';
`;

/** Rows of any record type have no foreign key: the row of a removed record stays without a name. */
const runs = `
  ALTER TABLE bulk_runs ADD COLUMN record_type text NOT NULL DEFAULT 'customer';
  ALTER TABLE bulk_runs DROP CONSTRAINT bulk_runs_action_check;
  ALTER TABLE bulk_batches RENAME COLUMN customer_ids TO record_ids;
  ALTER TABLE bulk_rows DROP CONSTRAINT bulk_rows_workspace_id_customer_id_fkey;
  ALTER TABLE bulk_rows RENAME COLUMN customer_id TO record_id;
  ALTER INDEX bulk_rows_of_customer RENAME TO bulk_rows_of_record;
`;

const fields = `
  ALTER TABLE custom_fields ADD COLUMN record_type text NOT NULL DEFAULT 'customer';
  ALTER TABLE custom_fields DROP CONSTRAINT custom_fields_workspace_id_name_key_key;
  ALTER TABLE custom_fields ADD UNIQUE (workspace_id, record_type, name_key);

  ALTER TABLE businesses ADD COLUMN custom jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(custom) = 'object');
  CREATE INDEX businesses_by_custom ON businesses USING gin (custom);
`;
