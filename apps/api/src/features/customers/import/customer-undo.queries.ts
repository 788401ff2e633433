import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { listCustomFields } from '#platform/records/custom-fields/custom-fields.queries.ts';
import type { ImportKey, RecordNow } from '#platform/records/import/import-spec.ts';
import { restoreSource } from '../customers.public.ts';
import { brokerIfStaff } from '#platform/session/brokers.queries.ts';

/** The customers of some rows of an import, locked together with the definitions of custom fields. */
export async function lockImported(
  db: Db,
  { workspaceId, importId }: ImportKey,
  rows: readonly number[],
): Promise<RecordNow[]> {
  await listCustomFields(db, { workspaceId, recordType: 'customer', isLocking: true });
  const { rows: customers } = await sql<RecordNow>`
    SELECT customers.id, customers.version,
      CASE
        WHEN EXISTS (SELECT FROM activities WHERE activities.workspace_id = ${workspaceId} AND activities.customer_id = customers.id
          AND NOT (activities.type = 'customer.imported' AND activities.subject_id = ${importId})) THEN 'Has notes, tasks, emails, or other entries added after the import.'
        WHEN EXISTS (SELECT FROM customer_tags AS links WHERE links.workspace_id = ${workspaceId} AND links.customer_id = customers.id
          AND NOT changes.extra->'tagIds' ? links.tag_id::text) THEN 'Has tags added after the import.'
        -- An opt-out binds the address, also for customers who are added later.
        WHEN customers.unsubscribed_at IS NOT NULL AND customers.email_key IS NOT NULL
          THEN 'Unsubscribed from bulk email. You can move the customer to the trash.'
      END AS "keepReason"
    FROM import_changes AS changes JOIN customers ON customers.workspace_id = changes.workspace_id AND customers.id = changes.record_id
    WHERE changes.workspace_id = ${workspaceId} AND changes.import_id = ${importId} AND changes.row_number = ANY(${[...rows]}::int[])
    ORDER BY customers.id
    FOR UPDATE OF customers`.execute(db);
  return customers;
}

/** Deletes customers and everything that the import added to them. */
export async function deleteImported(
  db: Db,
  { workspaceId }: ImportKey,
  ids: readonly string[],
): Promise<void> {
  const ofCustomers = sql`workspace_id = ${workspaceId} AND customer_id = ANY(${[...ids]}::uuid[])`;
  for (const table of ['customer_tags', 'customer_contact_points', 'customer_stats'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE ${ofCustomers}`.execute(db);
  await sql`DELETE FROM customers WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]}::uuid[])`.execute(
    db,
  );
}

/** Deletes the tags that an import created and that are not otherwise used. */
export async function deleteUnusedTags(db: Db, { workspaceId, importId }: ImportKey): Promise<void> {
  await sql`
    DELETE FROM tags USING import_tags AS made
    WHERE tags.workspace_id = ${workspaceId} AND made.workspace_id = tags.workspace_id AND made.import_id = ${importId} AND made.tag_id = tags.id
      AND NOT EXISTS (SELECT FROM customer_tags AS links WHERE links.workspace_id = tags.workspace_id AND links.tag_id = tags.id)`.execute(
    db,
  );
}

type Restore = (db: Db, key: ImportKey, rows: readonly number[]) => Promise<void>;

/**
 * Restores what an import changed of existing customers: tags, contact points, counts, and columns. Email addresses that
 * it gave to a customer with an opt-out remain.
 */
export const restoreImported: Restore = async (db, key, rows) => {
  await revertTags(db, key, rows);
  await revertPoints(db, key, rows);
  await keepOptedOutAddresses(db, key, rows);
  await restoreStats(db, key, rows);
  await restoreCustomers(db, key, rows);
};

/** The changes of some rows, named `changes`. */
function selectChanges({ workspaceId, importId }: ImportKey, rows: readonly number[]): RawBuilder<unknown> {
  return sql`changes.workspace_id = ${workspaceId} AND changes.import_id = ${importId} AND changes.row_number = ANY(${[...rows]}::int[])`;
}

/**
 * Restores the columns of customers, including version and time of change. An opt-out is kept: it may be the customer's
 * own.
 */
const restoreCustomers: Restore = async (db, key, rows) => {
  await sql`
    UPDATE customers SET name = r.name, name_sort = r.name_sort, email = r.email, email_key = r.email_key, phone = r.phone, phone_key = r.phone_key, company = r.company, company_sort = r.company_sort, npi = r.npi, ccn = r.ccn,
      account_type = r.account_type, is_verified = coalesce(r.is_verified, customers.is_verified), broker_id = CASE WHEN changes.before ? 'broker_id' THEN ${brokerIfStaff(key.workspaceId, sql`r.broker_id`)} ELSE customers.broker_id END,
      plan_name = (known_plan(r.plan_name)).name, joining_date = r.joining_date, source = ${restoreSource(key.workspaceId, sql`r.source`)}, title = r.title, website = r.website, address_line1 = r.address_line1, address_line2 = r.address_line2,
      city = r.city, region = r.region, postal_code = r.postal_code, country = r.country, taxonomy_code = r.taxonomy_code,
      custom = coalesce(known_custom(${key.workspaceId}, r.custom), customers.custom), version = r.version, updated_at = r.updated_at
    FROM import_changes AS changes, jsonb_populate_record(NULL::customers, changes.before) AS r
    WHERE ${selectChanges(key, rows)} AND changes.before IS NOT NULL
      AND customers.workspace_id = ${key.workspaceId} AND customers.id = changes.record_id`.execute(db);
};

/** Removes one activity from the counts. */
const restoreStats: Restore = async (db, key, rows) => {
  await sql`
    UPDATE customer_stats AS stats SET activity_count = stats.activity_count - 1
    FROM import_changes AS changes
    WHERE ${selectChanges(key, rows)} AND changes.before IS NOT NULL AND changes.extra->'stats' IS NOT NULL
      AND stats.workspace_id = ${key.workspaceId} AND stats.customer_id = changes.record_id`.execute(db);
  await sql`
    DELETE FROM customer_stats AS stats USING import_changes AS changes
    WHERE ${selectChanges(key, rows)} AND changes.before IS NOT NULL AND changes.extra->'stats' IS NULL
      AND stats.workspace_id = ${key.workspaceId} AND stats.customer_id = changes.record_id AND stats.activity_count = 1`.execute(
    db,
  );
};

/** Whether `customers` opted out with the import or later. This opt-out binds the addresses that the import gave them. */
const hasNewOptOut = sql`(customers.unsubscribed_at IS NOT NULL AND changes.before->>'unsubscribed_at' IS NULL)`;

/** Removes the emails, phones, and addresses that the import added; earlier versions recorded only emails. */
const revertPoints: Restore = async (db, key, rows) => {
  await sql`
    DELETE FROM customer_contact_points AS points USING import_changes AS changes, customers
    WHERE ${selectChanges(key, rows)} AND points.workspace_id = ${key.workspaceId} AND points.customer_id = changes.record_id
      AND customers.workspace_id = ${key.workspaceId} AND customers.id = changes.record_id
      AND NOT (points.kind = 'email' AND ${hasNewOptOut})
      AND (changes.extra->'pointKeys' ? (points.kind || ' ' || points.value_key) OR (points.kind = 'email' AND changes.extra->'emailKeys' ? points.value_key))`.execute(
    db,
  );
};

/** Adds the address that is about to be replaced by an earlier one to the further addresses. */
const keepOptedOutAddresses: Restore = async (db, key, rows) => {
  await sql`
    INSERT INTO customer_contact_points (workspace_id, customer_id, position, kind, label, value, value_key)
    SELECT ${key.workspaceId}::uuid, customers.id, (SELECT coalesce(max(points.position) + 1, 0) FROM customer_contact_points AS points
      WHERE points.workspace_id = ${key.workspaceId} AND points.customer_id = customers.id), 'email', '', customers.email, customers.email_key
    FROM import_changes AS changes JOIN customers ON customers.workspace_id = ${key.workspaceId} AND customers.id = changes.record_id
    WHERE ${selectChanges(key, rows)} AND ${hasNewOptOut} AND changes.before IS NOT NULL
      AND customers.email_key <> coalesce(changes.before->>'email_key', '') AND NOT EXISTS (SELECT FROM customer_contact_points AS points
        WHERE points.workspace_id = ${key.workspaceId} AND points.customer_id = customers.id AND points.kind = 'email' AND points.value_key = customers.email_key)`.execute(
    db,
  );
};

/** Removes the tags that the import gave. */
const revertTags: Restore = async (db, key, rows) => {
  await sql`
    DELETE FROM customer_tags AS links USING import_changes AS changes
    WHERE ${selectChanges(key, rows)} AND links.workspace_id = ${key.workspaceId} AND links.customer_id = changes.record_id AND changes.extra->'tagIds' ? links.tag_id::text`.execute(
    db,
  );
};
