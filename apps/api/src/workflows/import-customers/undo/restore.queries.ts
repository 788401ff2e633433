import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImportKey } from '#features/imports/imports.queries.ts';

type Restore = (db: Db, key: ImportKey, rows: readonly number[]) => Promise<void>;

/** The changes of some rows, named `changes`. */
function changesOf({ workspaceId, importId }: ImportKey, rows: readonly number[]): RawBuilder<unknown> {
  return sql`changes.workspace_id = ${workspaceId} AND changes.import_id = ${importId} AND changes.row_number = ANY(${[...rows]}::int[])`;
}

/** Writes the columns of customers back as they were, version and time of change included. */
export const restoreCustomers: Restore = async (db, key, rows) => {
  await sql`
    UPDATE customers SET name = r.name, name_sort = r.name_sort, email = r.email, email_key = r.email_key, phone = r.phone, phone_key = r.phone_key, company = r.company, company_sort = r.company_sort, npi = r.npi,
      account_type = r.account_type, plan_name = (known_plan(r.plan_name)).name, joining_date = r.joining_date, source = r.source, title = r.title, website = r.website, address_line1 = r.address_line1, address_line2 = r.address_line2,
      city = r.city, region = r.region, postal_code = r.postal_code, country = r.country, taxonomy_code = r.taxonomy_code,
      custom = coalesce(known_custom(${key.workspaceId}, r.custom), customers.custom), version = r.version, updated_at = r.updated_at
    FROM import_changes AS changes, jsonb_populate_record(NULL::customers, changes.customer_before) AS r
    WHERE ${changesOf(key, rows)} AND changes.customer_before IS NOT NULL
      AND customers.workspace_id = ${key.workspaceId} AND customers.id = changes.customer_id`.execute(db);
};

/** Customers are found by what they were found by before. */
export const restoreSearch: Restore = async (db, key, rows) => {
  await sql`
    UPDATE search_entries AS found SET text = changes.search_before
    FROM import_changes AS changes
    WHERE ${changesOf(key, rows)} AND changes.customer_before IS NOT NULL AND changes.search_before IS NOT NULL
      AND found.workspace_id = ${key.workspaceId} AND found.kind = 'customer' AND found.record_id = changes.customer_id`.execute(
    db,
  );
  await sql`
    DELETE FROM search_entries AS found USING import_changes AS changes
    WHERE ${changesOf(key, rows)} AND changes.customer_before IS NOT NULL AND changes.search_before IS NULL
      AND found.workspace_id = ${key.workspaceId} AND found.kind = 'customer' AND found.record_id = changes.customer_id`.execute(
    db,
  );
};

/** One activity less; the last one is the one before the import, unless something has happened since. */
export const restoreStats: Restore = async (db, key, rows) => {
  await sql`
    UPDATE customer_stats AS stats SET activity_count = stats.activity_count - 1,
      last_activity_at = coalesce((SELECT max(occurred_at) FROM activities WHERE activities.workspace_id = ${key.workspaceId} AND activities.customer_id = stats.customer_id AND activities.occurred_at > (before.last_activity_at)), before.last_activity_at)
    FROM import_changes AS changes, jsonb_populate_record(NULL::customer_stats, changes.stats_before) AS before
    WHERE ${changesOf(key, rows)} AND changes.customer_before IS NOT NULL AND changes.stats_before IS NOT NULL
      AND stats.workspace_id = ${key.workspaceId} AND stats.customer_id = changes.customer_id`.execute(db);
  await sql`
    DELETE FROM customer_stats AS stats USING import_changes AS changes
    WHERE ${changesOf(key, rows)} AND changes.customer_before IS NOT NULL AND changes.stats_before IS NULL
      AND stats.workspace_id = ${key.workspaceId} AND stats.customer_id = changes.customer_id AND stats.activity_count = 1`.execute(
    db,
  );
};

/** Takes away the addresses that the import added. */
export const revertEmails: Restore = async (db, key, rows) => {
  await sql`
    DELETE FROM customer_emails AS emails USING import_changes AS changes
    WHERE ${changesOf(key, rows)} AND emails.workspace_id = ${key.workspaceId} AND emails.customer_id = changes.customer_id AND emails.email_key = ANY (changes.email_keys)`.execute(
    db,
  );
};

/** Takes away the tags that the import gave. */
export const revertTags: Restore = async (db, key, rows) => {
  await sql`
    DELETE FROM customer_tags AS links USING import_changes AS changes
    WHERE ${changesOf(key, rows)} AND links.workspace_id = ${key.workspaceId} AND links.customer_id = changes.customer_id AND links.tag_id = ANY (changes.tag_ids)`.execute(
    db,
  );
};
