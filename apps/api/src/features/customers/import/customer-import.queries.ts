import type { CustomValues } from '@handover/contract/records/custom-fields.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { ContactPoint } from '@handover/contract/customers/contact-points.ts';
import { toContactPointKey } from '../customer-columns.ts';
import { contactPointsOfCustomer } from '../customer-rows.queries.ts';
import { inCustomerScope } from '../customers.public.ts';
import type { ImportKey, MatchKeys } from '#platform/records/import/import-spec.ts';
import type { Member } from '#platform/session/actor.ts';
import type { toCustomerColumns } from '../customer-columns.ts';

export type ImportedColumns = ReturnType<typeof toCustomerColumns> & { readonly custom: CustomValues };

// Rows are passed as one JSON parameter, so a statement for 500 rows is built as quickly as one for a single row.
const toJson = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::json`;

/** The customers with one of these keys in the actor's scope, including deleted customers but not merged ones. */
export async function listMatchingCustomers(
  db: Db,
  actor: Member,
  { keys, isLocking }: { keys: readonly MatchKeys[]; isLocking: boolean },
): Promise<StoredCustomer[]> {
  const ids = await listMatchingIds(db, actor, keys);
  return ids.length === 0 ? [] : selectCustomers(db, actor, { ids, isLocking });
}

/** Each kind of key uses its own index. */
async function listMatchingIds(
  db: Db,
  { workspaceId }: Member,
  keys: readonly MatchKeys[],
): Promise<string[]> {
  const texts = keys.flatMap(({ groups }) => groups.flat());
  const valuesOf = (kind: string): string[] =>
    texts.flatMap((text) => (text.startsWith(`${kind} `) ? [text.slice(kind.length + 1)] : []));
  const emails = valuesOf('email');
  const named = valuesOf('name').map((text) => text.split('\n'));
  const namedBy = (phones: 'phone' | 'no phone' | 'any phone') =>
    named.filter(([, phone = '']) =>
      phones === 'any phone'
        ? phone === '*'
        : phones === 'no phone'
          ? phone === ''
          : !['', '*'].includes(phone),
    );
  const distinctNames = (phones: 'no phone' | 'any phone'): string[] => [
    ...new Set(namedBy(phones).map(([name = '']) => name)),
  ];
  const byPhone = [
    ...new Map(
      namedBy('phone').map(([name, phone]) => [`${String(phone)} ${String(name)}`, { name, phone }]),
    ).values(),
  ];
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND npi = ANY(${valuesOf('npi')})
    UNION SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND email_key = ANY(${emails})
    UNION SELECT customer_id FROM customer_contact_points WHERE workspace_id = ${workspaceId} AND kind = 'email' AND value_key = ANY(${emails})
    UNION SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND ccn = ANY(${valuesOf('ccn')})
    UNION SELECT customers.id FROM unnest(${byPhone.map(({ phone }) => phone)}::text[], ${byPhone.map(({ name }) => name)}::text[]) AS requested (phone_key, name_sort)
      JOIN customers ON customers.workspace_id = ${workspaceId} AND customers.phone_key = requested.phone_key AND customers.name_sort = requested.name_sort
    UNION SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND phone_key IS NULL AND name_sort = ANY(${distinctNames('no phone')})
    UNION SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND name_sort = ANY(${distinctNames('any phone')})
    UNION SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND deleted_at IS NOT NULL AND name_sort = ANY(${[...new Set(named.map(([name = '']) => name))]})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

const storedColumns = [
  'id',
  'name',
  'name_sort',
  'email',
  'email_key',
  'phone',
  'phone_key',
  'company',
  'company_sort',
  'npi',
  'ccn',
  'account_type',
  'is_verified',
  'broker_id',
  'unsubscribed_at',
  'plan_name',
  'joining_date',
  'source',
  'title',
  'website',
  'address_line1',
  'address_line2',
  'city',
  'region',
  'postal_code',
  'country',
  'taxonomy_code',
  'custom',
  'version',
  'updated_at',
  'deleted_at',
] as const;

function selectCustomers(
  db: Db,
  actor: Member,
  { ids, isLocking }: { ids: readonly string[]; isLocking: boolean },
) {
  const extraEmails = (column: 'value' | 'value_key') =>
    sql<
      string[]
    >`ARRAY(SELECT ${sql.ref(`e.${column}`)} FROM customer_contact_points e WHERE e.workspace_id = customers.workspace_id AND e.customer_id = customers.id AND e.kind = 'email' ORDER BY e.position)`;
  const query = db
    .selectFrom('customers')
    .select(storedColumns)
    .select([
      sql<Record<
        string,
        unknown
      > | null>`(SELECT to_jsonb(stats) FROM customer_stats AS stats WHERE stats.workspace_id = customers.workspace_id AND stats.customer_id = customers.id)`.as(
        'stats',
      ),
      extraEmails('value').as('extra_emails'),
      extraEmails('value_key').as('extra_email_keys'),
      contactPointsOfCustomer.as('contact_points'),
    ])
    .where('customers.id', 'in', [...ids])
    .where('merged_into', 'is', null)
    .where(inCustomerScope(actor))
    .orderBy('id');
  return (isLocking ? query.forUpdate() : query).execute();
}

export type StoredCustomer = Awaited<ReturnType<typeof selectCustomers>>[number];

type NewCustomerRow = ImportedColumns & {
  readonly workspace_id: string;
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
};

export async function insertCustomers(db: Db, rows: readonly NewCustomerRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO customers (workspace_id, id, name, name_sort, email, email_key, phone, phone_key, company, company_sort, npi, ccn, account_type, status, banned_reason, is_verified, unsubscribed_at, plan_name, joining_date, broker_id, source, title, website,
      address_line1, address_line2, city, region, postal_code, country, taxonomy_code, custom, created_at, updated_at)
    SELECT workspace_id, id, name, name_sort, email, email_key, phone, phone_key, company, company_sort, npi, ccn, account_type, status, banned_reason, is_verified, unsubscribed_at, plan_name, joining_date, broker_id, source, title, website,
      address_line1, address_line2, city, region, postal_code, country, taxonomy_code, custom, created_at, updated_at
    FROM json_populate_recordset(NULL::customers, ${toJson(rows)})`.execute(db);
}

/** Writes the merged columns of customers that are locked by the same transaction; and increments their versions. */
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
    UPDATE customers SET name = r.name, name_sort = r.name_sort, email = r.email, email_key = r.email_key, phone = r.phone, phone_key = r.phone_key, company = r.company, company_sort = r.company_sort, npi = r.npi, ccn = r.ccn,
      account_type = r.account_type, is_verified = r.is_verified, broker_id = r.broker_id, unsubscribed_at = r.unsubscribed_at, plan_name = r.plan_name, joining_date = r.joining_date, source = r.source, title = r.title, website = r.website, address_line1 = r.address_line1, address_line2 = r.address_line2,
      city = r.city, region = r.region, postal_code = r.postal_code, country = r.country, taxonomy_code = r.taxonomy_code, custom = r.custom, version = customers.version + 1, updated_at = ${now}
    FROM json_populate_recordset(NULL::customers, ${toJson(rows)}) AS r
    WHERE customers.workspace_id = ${workspaceId} AND customers.id = r.id`.execute(db);
}

/** Adds emails, phones, and addresses after those that customers already have. */
export async function addContactPoints(
  db: Db,
  { workspaceId }: { workspaceId: string },
  customers: readonly { readonly customerId: string; readonly points: readonly ContactPoint[] }[],
): Promise<void> {
  const rows = customers.flatMap(({ customerId, points }) =>
    points.map((point, position) => ({
      customer_id: customerId,
      position,
      ...point,
      value_key: toContactPointKey(point),
    })),
  );
  if (rows.length === 0) return;
  await sql`
    INSERT INTO customer_contact_points (workspace_id, customer_id, position, kind, label, value, value_key)
    SELECT ${workspaceId}::uuid, r.customer_id,
      r.position + (SELECT coalesce(max(e.position) + 1, 0) FROM customer_contact_points e WHERE e.workspace_id = ${workspaceId} AND e.customer_id = r.customer_id),
      r.kind, r.label, r.value, r.value_key
    FROM json_populate_recordset(NULL::customer_contact_points, ${toJson(rows)}) AS r`.execute(db);
}

/** The ids of tags by their folded names; missing tags are created. */
export async function getTagIdsByKey(
  db: Db,
  {
    workspaceId,
    tags,
  }: { workspaceId: string; tags: readonly { id: string; name: string; name_key: string }[] },
): Promise<Map<string, string>> {
  if (tags.length === 0) return new Map();
  await db
    .insertInto('tags')
    .values(tags.map((tag) => ({ workspace_id: workspaceId, ...tag })))
    .onConflict((conflict) => conflict.columns(['workspace_id', 'name_key']).doNothing())
    .execute();
  const keys = tags.map((tag) => tag.name_key);
  const rows = await db
    .selectFrom('tags')
    .select(['id', 'name_key'])
    .where('workspace_id', '=', workspaceId)
    .where('name_key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.name_key, row.id]));
}

/** Links customers with tags; returns the new links. */
export async function addTags(
  db: Db,
  { workspaceId, links }: { workspaceId: string; links: readonly { customer_id: string; tag_id: string }[] },
): Promise<{ customer_id: string; tag_id: string }[]> {
  if (links.length === 0) return [];
  const { rows } = await sql<{ customer_id: string; tag_id: string }>`
    INSERT INTO customer_tags (workspace_id, customer_id, tag_id)
    SELECT ${workspaceId}::uuid, customer_id, tag_id FROM json_populate_recordset(NULL::customer_tags, ${JSON.stringify(links)}::json)
    ON CONFLICT DO NOTHING
    RETURNING customer_id, tag_id`.execute(db);
  return rows;
}

/** Records tags as created by an import. */
export async function recordTags(
  db: Db,
  { workspaceId, importId }: ImportKey,
  tagIds: readonly string[],
): Promise<void> {
  if (tagIds.length === 0) return;
  await db
    .insertInto('import_tags')
    .values(tagIds.map((tag_id) => ({ workspace_id: workspaceId, import_id: importId, tag_id })))
    .execute();
}

/** Updates the planner's statistics of the tables that an import of customers fills. */
export async function analyzeCustomers(db: Db): Promise<void> {
  await sql`SELECT analyze_customers()`.execute(db);
}

export async function listCustomerNames(
  db: Db,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = ANY(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
