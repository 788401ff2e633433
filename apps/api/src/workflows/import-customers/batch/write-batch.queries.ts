import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ImportKey } from '#features/imports/imports.queries.ts';
import { emailKey } from '#lib/text.ts';
import type { ImportedColumns } from './changes.ts';

// Rows travel as one JSON parameter: a statement of 500 rows is as quick to make as one of a single row.
const json = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::json`;

export type NewCustomerRow = ImportedColumns & {
  readonly workspace_id: string;
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
};

export async function insertCustomers(db: Db, rows: readonly NewCustomerRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO customers (workspace_id, id, name, name_sort, email, email_key, phone, phone_key, company, company_sort, npi, account_type, is_verified, plan_name, joining_date, broker_id, source, title, website,
      address_line1, address_line2, city, region, postal_code, country, taxonomy_code, custom, created_at, updated_at)
    SELECT workspace_id, id, name, name_sort, email, email_key, phone, phone_key, company, company_sort, npi, account_type, is_verified, plan_name, joining_date, broker_id, source, title, website,
      address_line1, address_line2, city, region, postal_code, country, taxonomy_code, custom, created_at, updated_at
    FROM json_populate_recordset(NULL::customers, ${json(rows)})`.execute(db);
}

/** Writes the merged columns of customers that are locked by the same transaction; their versions move on. */
export async function updateCustomers(
  db: Db,
  {
    workspaceId,
    rows,
    now,
  }: { workspaceId: string; rows: readonly (ImportedColumns & { readonly id: string })[]; now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    UPDATE customers SET name = r.name, name_sort = r.name_sort, email = r.email, email_key = r.email_key, phone = r.phone, phone_key = r.phone_key, company = r.company, company_sort = r.company_sort, npi = r.npi,
      account_type = r.account_type, plan_name = r.plan_name, joining_date = r.joining_date, source = r.source, title = r.title, website = r.website, address_line1 = r.address_line1, address_line2 = r.address_line2,
      city = r.city, region = r.region, postal_code = r.postal_code, country = r.country, taxonomy_code = r.taxonomy_code, custom = r.custom, version = customers.version + 1, updated_at = ${now}
    FROM json_populate_recordset(NULL::customers, ${json(rows)}) AS r
    WHERE customers.workspace_id = ${workspaceId} AND customers.id = r.id`.execute(db);
}

/** Adds addresses behind those that customers have. */
export async function insertExtraEmails(
  db: Db,
  { workspaceId }: { workspaceId: string },
  customers: readonly { readonly customerId: string; readonly emails: readonly string[] }[],
): Promise<void> {
  const rows = customers.flatMap(({ customerId, emails }) =>
    emails.map((email, position) => ({
      customer_id: customerId,
      position,
      email,
      email_key: emailKey(email),
    })),
  );
  if (rows.length === 0) return;
  await sql`
    INSERT INTO customer_emails (workspace_id, customer_id, position, email, email_key)
    SELECT ${workspaceId}::uuid, r.customer_id,
      r.position + (SELECT coalesce(max(e.position) + 1, 0) FROM customer_emails e WHERE e.workspace_id = ${workspaceId} AND e.customer_id = r.customer_id),
      r.email, r.email_key
    FROM json_populate_recordset(NULL::customer_emails, ${json(rows)}) AS r`.execute(db);
}

export async function writeSearchEntries(
  db: Db,
  { workspaceId, entries }: { workspaceId: string; entries: readonly { record_id: string; text: string }[] },
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    INSERT INTO search_entries (workspace_id, kind, record_id, text)
    SELECT ${workspaceId}::uuid, 'customer', record_id, text FROM json_populate_recordset(NULL::search_entries, ${json(entries)})
    ON CONFLICT (workspace_id, kind, record_id) DO UPDATE SET text = excluded.text`.execute(db);
}

export type ImportActivity = {
  readonly id: string;
  readonly customer_id: string;
  readonly detail: { readonly row: number; readonly changed?: readonly string[] };
};

/** One timeline entry each, and the customers' derived fields with them. */
export async function recordImported(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { entries, actorId, now }: { entries: readonly ImportActivity[]; actorId: string; now: Date },
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    INSERT INTO activities (workspace_id, id, customer_id, type, subject_kind, subject_id, actor_id, audience, detail, occurred_at)
    SELECT ${workspaceId}::uuid, id, customer_id, 'customer.imported', 'import', ${importId}::uuid, ${actorId}::uuid, 'staff', detail, ${now}::timestamptz
    FROM json_populate_recordset(NULL::activities, ${json(entries)})`.execute(db);
  await sql`
    INSERT INTO customer_stats (workspace_id, customer_id, last_activity_at, activity_count)
    SELECT ${workspaceId}::uuid, customer_id, ${now}::timestamptz, 1 FROM json_populate_recordset(NULL::activities, ${json(entries)})
    ON CONFLICT (workspace_id, customer_id) DO UPDATE SET last_activity_at = greatest(customer_stats.last_activity_at, excluded.last_activity_at), activity_count = customer_stats.activity_count + 1`.execute(
    db,
  );
}

export async function insertRejections(
  db: Db,
  { workspaceId, importId }: ImportKey,
  rows: readonly { row_number: number; reason: string; name: string | null; raw_row: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO import_rejections (workspace_id, import_id, row_number, reason, name, raw_row)
    SELECT ${workspaceId}::uuid, ${importId}::uuid, row_number, reason, name, raw_row FROM json_populate_recordset(NULL::import_rejections, ${json(rows)})`.execute(
    db,
  );
}
