import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Position } from '../../lib/pagination.ts';
import {
  extraEmailsOfCustomer,
  fromCustomers,
  listedColumns,
  tagsOfCustomer,
} from '../../platform/customers/customer-rows.queries.ts';
import { inCustomerScope } from '../../platform/customers/scope.ts';
import type { Member } from '../../platform/session/actor.ts';
import { asksForStats, matchesFilter, type Asked } from './customer-filter.queries.ts';
import { sortBy } from './customer-sort.ts';

const detailColumns = [
  'customers.user_id',
  'customers.title',
  'customers.website',
  'customers.address_line1',
  'customers.address_line2',
  'customers.postal_code',
  'customers.country',
  'customers.taxonomy_code',
  'customers.banned_reason',
  'customer_stats.note_count',
  'customer_stats.open_task_count',
  'customer_stats.email_count',
  'customer_stats.activity_count',
] as const;

const memberCount = sql<number>`CASE WHEN customers.account_type = 'Corporate' THEN (
  SELECT count(*)::int FROM corporate_members WHERE corporate_members.workspace_id = customers.workspace_id AND corporate_members.corporate_id = customers.id) ELSE 0 END`;

/** Up to `limit` customers of a filter after a position, in the order of the sort. */
export function listCustomerRows(
  db: Db,
  member: Member,
  { filter, now, sort, after, limit }: Asked & { sort: string; after: Position | null; limit: number },
) {
  const { order, after: isAfter } = sortBy(sort);
  let query = fromCustomers(db)
    .select([...listedColumns, tagsOfCustomer.as('tags'), memberCount.as('member_count')])
    .where(matchesFilter(member, { filter, now }));
  if (after !== null) query = query.where(isAfter(after));
  return query.orderBy(order).limit(limit).execute();
}

export type CustomerRow = Awaited<ReturnType<typeof listCustomerRows>>[number];

/** How many customers a filter stands for. */
export async function countCustomers(db: Db, member: Member, { filter, now }: Asked): Promise<number> {
  const base = db
    .selectFrom('customers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matchesFilter(member, { filter, now }));
  const query = !asksForStats(filter)
    ? base
    : base.innerJoin('customer_stats', (join) =>
        join
          .onRef('customer_stats.workspace_id', '=', 'customers.workspace_id')
          .onRef('customer_stats.customer_id', '=', 'customers.id'),
      );
  return (await query.executeTakeFirstOrThrow()).count;
}

/** One customer in the member's scope, with what its own page shows; null otherwise. */
export async function findCustomerRow(
  db: Db,
  member: Member,
  { customerId, now }: { customerId: string; now: Date },
) {
  const row = await fromCustomers(db)
    .select([
      ...listedColumns,
      ...detailColumns,
      tagsOfCustomer.as('tags'),
      memberCount.as('member_count'),
      extraEmailsOfCustomer.as('extra_emails'),
      sql<boolean>`EXISTS (SELECT FROM one_time_links l WHERE l.workspace_id = customers.workspace_id AND l.customer_id = customers.id AND l.kind = 'invite' AND l.consumed_at IS NULL AND l.expires_at > ${now})`.as(
        'is_invited',
      ),
    ])
    .where('customers.id', '=', customerId)
    .where(inCustomerScope(member))
    .executeTakeFirst();
  return row ?? null;
}

export type CustomerDetailRow = NonNullable<Awaited<ReturnType<typeof findCustomerRow>>>;

export type DuplicateKeys = {
  nameSort: string | null;
  emailKey: string | null;
  phoneKey: string | null;
  npi: string | null;
  exceptId: string | null;
};

/**
 * Up to five customers in scope that share an address, NPI, phone number or whole name. Each key is
 * looked up by its own index; joined by OR they would read every customer of the workspace.
 */
export function findDuplicateRows(db: Db, member: Member, keys: DuplicateKeys) {
  const { nameSort, emailKey, phoneKey, npi, exceptId } = keys;
  const sameEmail = sql<boolean>`(customers.email_key = ${emailKey} OR EXISTS (
    SELECT FROM customer_emails e WHERE e.workspace_id = customers.workspace_id AND e.customer_id = customers.id AND e.email_key = ${emailKey}))`;
  return db
    .selectFrom('customers')
    .select([
      'id',
      'name',
      'email',
      'phone',
      'company',
      'npi',
      sql<boolean>`coalesce(${sameEmail}, false)`.as('is_same_email'),
      sql<boolean>`coalesce(customers.npi = ${npi}, false)`.as('is_same_npi'),
      sql<boolean>`coalesce(customers.phone_key = ${phoneKey}, false)`.as('is_same_phone'),
      sql<boolean>`coalesce(customers.name_sort = ${nameSort}, false)`.as('is_same_name'),
    ])
    .where(inCustomerScope(member))
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`customers.id IN (${sameByAnyKey(member.workspaceId, keys)})`)
    .where(sql<boolean>`customers.id IS DISTINCT FROM ${exceptId}::uuid`)
    .orderBy('name_sort')
    .orderBy('id')
    .limit(5)
    .execute();
}

function sameByAnyKey(
  workspaceId: string,
  { nameSort, emailKey, phoneKey, npi }: DuplicateKeys,
): RawBuilder<unknown> {
  const inWorkspace = sql`workspace_id = ${workspaceId}`;
  return sql.join(
    [
      sql`SELECT id FROM customers WHERE ${inWorkspace} AND email_key = ${emailKey}`,
      sql`SELECT customer_id FROM customer_emails WHERE ${inWorkspace} AND email_key = ${emailKey}`,
      sql`SELECT id FROM customers WHERE ${inWorkspace} AND npi = ${npi}`,
      sql`SELECT id FROM customers WHERE ${inWorkspace} AND phone_key = ${phoneKey}`,
      sql`SELECT id FROM customers WHERE ${inWorkspace} AND name_sort = ${nameSort} AND deleted_at IS NULL`,
    ],
    sql` UNION `,
  );
}
