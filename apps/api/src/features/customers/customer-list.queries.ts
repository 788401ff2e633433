import type { CustomerFilter, CustomerSortKey } from '@handover/contract/customers/customer-list.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareStatement } from '#db/statements/prepared-statement.ts';
import type { Position } from '#lib/pagination.ts';
import { findContactTime, fromCustomers, listedColumns, tagsOfCustomer } from './customer-rows.queries.ts';
import { listActiveFilterKeys } from '#platform/records/list/filter.queries.ts';
import type { Listable, ListSlice } from '#platform/records/list/list-spec.ts';
import { sortBy, type Order, type SortKey } from '#platform/records/list/sort.queries.ts';
import { isPlannedAmong } from '#platform/search/visible-records.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import {
  filterableCustomers,
  isContactOnlyFilter,
  isTallied,
  matchesColumns,
  matchesContact,
  needsStats,
} from './customer-filter.queries.ts';
import { sumTallies } from './customers.public.ts';

type Slice = ListSlice<CustomerFilter>;

type SortedColumns = {
  name_sort: string;
  created_at: Date;
  joining_date: string;
  last_contact_at: Date | number;
  company_sort: string;
};

const index = { table: 'customers', id: 'id' };
const sorts: Record<CustomerSortKey, SortKey<SortedColumns>> = {
  name: { column: sql.ref('customers.name_sort'), read: (row) => row.name_sort, index },
  createdAt: { column: sql.ref('customers.created_at'), read: (row) => row.created_at.toISOString(), index },
  joiningDate: { column: sql.ref('customers.joining_date'), read: (row) => row.joining_date, index },
  lastContactAt: {
    column: sql.ref('customer_stats.last_contact_at'),
    read: (row) => findContactTime(row) ?? '-infinity',
    index: { table: 'customer_stats', id: 'customer_id' },
  },
  company: { column: sql.ref('customers.company_sort'), read: (row) => row.company_sort, index },
};

export const customerSorting = { type: 'customer' as const, table: 'customers', keys: sorts };

async function fetchCustomers(db: Db, member: Member, slice: Slice) {
  const { resolved, order, sorting, where, after, limit } = slice;
  if (isEveryday(member, slice)) {
    const [from = '', fromId = ''] = after ?? [];
    const { status, accountType } = resolved.filter;
    const shape = { order, filter: { status, accountType }, isFirst: after === null, limit };
    return listEverydayRows(db, { workspaceId: member.workspaceId, from, fromId }, shape);
  }
  const isByIndex =
    order.every(({ field }) => field === undefined) && !(await hasFewUncontacted(db, member, slice));
  return selectListed(db, sorting.values)
    .where(isByIndex ? where : isOnPage(member, slice))
    .orderBy(sorting.order)
    .limit(limit)
    .execute();
}

/** Number of people in a corporate customer. */
export const memberCount = sql<number>`CASE WHEN customers.account_type = 'Corporate' THEN (
  SELECT count(*)::int FROM corporate_members WHERE corporate_members.workspace_id = customers.workspace_id AND corporate_members.corporate_id = customers.id) ELSE 0 END`;

function selectListed(db: Db, sortValues: RawBuilder<string[]>) {
  return fromCustomers(db).select([
    ...listedColumns,
    'customers.custom',
    tagsOfCustomer.as('tags'),
    memberCount.as('member_count'),
    sortValues.as('sort_values'),
  ]);
}

const everydayKeys: readonly string[] = ['status', 'accountType'] satisfies (keyof CustomerFilter)[];
const everydayLimits: readonly number[] = [25, 50, 100].map((size) => size + 1);

/**
 * Whether the page is a common one: sorted by one column that has an index in every workspace. Planning such a page
 * takes three times as long as fetching it, so its statement is prepared. Pages whose best plan depends on a value are
 * planned each time.
 */
function isEveryday({ scope }: Member, { resolved: { filter }, order, limit }: Slice): boolean {
  return (
    scope === 'all' &&
    order.length === 1 &&
    order[0]?.field === undefined &&
    everydayLimits.includes(limit) &&
    listActiveFilterKeys(filter).every((key) => everydayKeys.includes(key))
  );
}

const listRowsByIds = prepareStatement(
  (db, { workspaceId, ids }: { workspaceId: string; ids: readonly string[] }) =>
    selectListed(db, sql`'{}'::text[]`)
      .where('customers.workspace_id', '=', sql<string>`${workspaceId}::uuid`)
      .where(isPlannedAmong(sql.ref('customers.id'), ids))
      .where('customers.deleted_at', 'is', null),
);

type EverydayPage = { order: Order; filter: CustomerFilter; isFirst: boolean; limit: number };

const listEverydayRows = prepareStatement(
  (
    db,
    { workspaceId, from, fromId }: { workspaceId: string; from: Position[number]; fromId: Position[number] },
    { order, filter, isFirst, limit }: EverydayPage,
  ) => {
    const sorting = sortBy(customerSorting, order);
    const rows = selectListed(db, sorting.values)
      .where(matchesColumns({ workspaceId, userId: '', timeZone: '', scope: 'all' }, filter))
      .where('customers.deleted_at', 'is', null)
      .orderBy(sorting.order)
      .limit(sql.lit(limit));
    return isFirst ? rows : rows.where(sorting.after([from, fromId]));
  },
);

/**
 * Whether a customer is on a page with an order that has no index for the filter. The page is
 * selected by IDs first, so that sorting keeps only IDs in memory instead of spilling whole rows to disk.
 */
function isOnPage(
  member: Member,
  { resolved: { filter }, order, sorting, where, limit }: Slice,
): RawBuilder<boolean> {
  // OFFSET keeps the planner from scanning in sort order.
  const uncontacted = needsStats(filter)
    ? sql`(SELECT workspace_id, customer_id, last_contact_at FROM customer_stats
        WHERE ${matchesContact(member, filter)} OFFSET 0) AS customer_stats`
    : sql`customer_stats`;
  const stats = needsStats(filter, order)
    ? sql`JOIN ${uncontacted} ON customer_stats.workspace_id = customers.workspace_id AND customer_stats.customer_id = customers.id`
    : sql``;
  return sql`(customers.workspace_id = ${member.workspaceId} AND customers.id IN (
    SELECT customers.id FROM customers ${stats}
    WHERE ${where} ORDER BY ${sorting.order} LIMIT ${limit}))`;
}

const fewUncontacted = 50_000;

/**
 * Whether a filter by contact matches few customers while sorting by something else. They may all have been
 * added long ago, so scanning in sort order would read most customers.
 */
async function hasFewUncontacted(
  db: Db,
  member: Member,
  { resolved: { filter }, order }: Slice,
): Promise<boolean> {
  if (!needsStats(filter) || order[0]?.key === 'lastContactAt') return false;
  const { rows } = await sql<{ is_few: boolean }>`
    SELECT count(*) <= ${fewUncontacted} AS is_few FROM (
      SELECT FROM customer_stats WHERE ${matchesContact(member, filter)} LIMIT ${fewUncontacted + 1}) AS uncontacted`.execute(
    db,
  );
  return rows[0]?.is_few ?? false;
}

async function countCustomers(
  db: Db,
  member: Member,
  { resolved: { filter }, where }: Pick<Slice, 'resolved' | 'where'>,
): Promise<number> {
  if (isTallied(member, filter)) return sumTallies(db, matchesColumns(member, filter));
  if (member.scope === 'all' && isContactOnlyFilter(filter)) return countUncontacted(db, member, filter);
  const base = db
    .selectFrom('customers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(where);
  const query = !needsStats(filter)
    ? base
    : base.innerJoin('customer_stats', (join) =>
        join
          .onRef('customer_stats.workspace_id', '=', 'customers.workspace_id')
          .onRef('customer_stats.customer_id', '=', 'customers.id'),
      );
  return (await query.executeTakeFirstOrThrow()).count;
}

/**
 * Counts by the index of last contacts, without deleted customers; joining all customers takes five times
 * as long.
 */
async function countUncontacted(db: Db, member: Member, filter: CustomerFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM customer_stats
    WHERE ${matchesContact(member, filter)} AND NOT EXISTS (
      SELECT FROM customers c WHERE c.workspace_id = customer_stats.workspace_id AND c.id = customer_stats.customer_id AND c.deleted_at IS NOT NULL)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

type ListedRow = Awaited<ReturnType<typeof fetchCustomers>>[number];
export type CustomerRow = Omit<ListedRow, 'sort_values'>;

export const listableCustomers: Listable<ListedRow> = {
  ...filterableCustomers,
  from: (_member, filter = {}, order = []) =>
    needsStats(filter, order)
      ? sql`customers JOIN customer_stats ON customer_stats.workspace_id = customers.workspace_id AND customer_stats.customer_id = customers.id`
      : sql`customers`,
  search: {
    title: sql.ref('customers.name'),
    detail: sql`coalesce(customers.company, customers.email)`,
    isWhole: ({ scope }) => scope === 'all',
  },
  list: {
    sorts,
    defaultSort: '-createdAt',
    fetch: fetchCustomers,
    fetchByIds: listRowsByIds,
    count: countCustomers,
  },
};
