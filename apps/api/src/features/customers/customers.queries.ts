import type { CustomerFilter } from '@handover/contract/customer-list.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { prepareLookup, prepareStatement } from '#db/kept-statement.ts';
import type { Position } from '#lib/pagination.ts';
import {
  extraEmailsOfCustomer,
  fromCustomers,
  validCustomValues,
  listedColumns,
  tagsOfCustomer,
} from '#platform/customers/customer-rows.queries.ts';
import { inCustomerScope } from '#platform/customers/scope.ts';
import { sumTallies } from '#platform/customers/tallies.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import {
  activeFilterKeys,
  asksForStats,
  isTallied,
  matchesColumns,
  matchesFilter,
  type Asked,
} from './customer-filter.queries.ts';
import { sortBy } from './customer-sort.ts';
import { isOnPage } from './custom/custom-page.queries.ts';
import type { Order } from './custom/resolve-order.ts';

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
  'customers.unsubscribed_at',
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
  page: Asked & { order: Order; hasFewMatches: boolean; after: Position | null; limit: number },
) {
  const { order: keys, hasFewMatches, after, limit, ...asked } = page;
  if (isEveryday(member, page)) {
    const [from = '', fromId = ''] = after ?? [];
    const { status, accountType } = asked.filter;
    const shape = { keys, filter: { status, accountType }, isFirst: after === null, limit };
    return listEverydayRows(db, { workspaceId: member.workspaceId, from, fromId }, shape);
  }
  const { order, customValues, after: isAfter } = sortBy(keys);
  const rows = selectListed(db, customValues);
  const isByIndex = !hasFewMatches && keys.every(({ key }) => key !== 'custom');
  let query = rows.where(isByIndex ? matchesFilter(member, asked) : isOnPage(member, page));
  if (isByIndex && after !== null) query = query.where(isAfter(after));
  return query.orderBy(order).limit(limit).execute();
}

function selectListed(db: Db, customValues: RawBuilder<string[]>) {
  return fromCustomers(db).select([
    ...listedColumns,
    'customers.custom',
    tagsOfCustomer.as('tags'),
    memberCount.as('member_count'),
    customValues.as('custom_sort'),
  ]);
}

const everydayKeys: readonly string[] = ['status', 'accountType'] satisfies (keyof CustomerFilter)[];
const everydayLimits: readonly number[] = [25, 50, 100].map((size) => size + 1);

/**
 * Whether a page is one that everybody asks for all day: one column's order, which an index has for every workspace.
 * To plan it takes three times as long as to fetch it. Where a value decides what is best, it is planned for that.
 */
function isEveryday(
  { scope }: Member,
  { filter, order, limit }: Asked & { order: Order; limit: number },
): boolean {
  return (
    scope === 'all' &&
    order.length === 1 &&
    order[0]?.key !== 'custom' &&
    everydayLimits.includes(limit) &&
    activeFilterKeys(filter).every((key) => everydayKeys.includes(key))
  );
}

type EverydayPage = { keys: Order; filter: CustomerFilter; isFirst: boolean; limit: number };

const listEverydayRows = prepareStatement(
  (
    db,
    { workspaceId, from, fromId }: { workspaceId: string; from: Position[number]; fromId: Position[number] },
    { keys, filter, isFirst, limit }: EverydayPage,
  ) => {
    const { order, customValues, after } = sortBy(keys);
    const rows = selectListed(db, customValues)
      .where(matchesColumns({ workspaceId, userId: '', scope: 'all' }, filter))
      .where('customers.deleted_at', 'is', null)
      .orderBy(order)
      .limit(sql.lit(limit));
    return isFirst ? rows : rows.where(after([from, fromId]));
  },
);

type ListedRow = Awaited<ReturnType<typeof listCustomerRows>>[number];
export type CustomerRow = Omit<ListedRow, 'custom_sort'>;

const fewInactive = 50_000;

/**
 * Whether a filter asks for the quiet, and those are few, in another order than that of their last activities.
 * They were added long ago: walking the order until a page is full would read most of the customers.
 */
export async function hasFewInactive(
  db: Db,
  { workspaceId }: Member,
  { filter: { inactiveSince }, order }: { filter: CustomerFilter; order: Order },
): Promise<boolean> {
  if (inactiveSince === undefined || order[0]?.key === 'lastActivityAt') return false;
  const { rows } = await sql<{ is_few: boolean }>`
    SELECT count(*) <= ${fewInactive} AS is_few FROM (
      SELECT FROM customer_stats WHERE workspace_id = ${workspaceId} AND last_activity_at < ${inactiveSince}::date LIMIT ${fewInactive + 1}) AS quiet`.execute(
    db,
  );
  return rows[0]?.is_few ?? false;
}

/** How many customers a filter stands for. */
export async function countCustomers(db: Db, member: Member, asked: Asked): Promise<number> {
  if (isTallied(member, asked.filter)) return sumTallies(db, matchesColumns(member, asked.filter));
  if (member.scope === 'all' && filtersOnlyByInactivity(asked.filter))
    return countInactive(db, member, asked.filter);
  const base = db
    .selectFrom('customers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matchesFilter(member, asked));
  const query = !asksForStats(asked.filter)
    ? base
    : base.innerJoin('customer_stats', (join) =>
        join
          .onRef('customer_stats.workspace_id', '=', 'customers.workspace_id')
          .onRef('customer_stats.customer_id', '=', 'customers.id'),
      );
  return (await query.executeTakeFirstOrThrow()).count;
}

function filtersOnlyByInactivity(filter: CustomerFilter): boolean {
  return activeFilterKeys(filter).join() === 'inactiveSince';
}

/** The index of last activities tells all of them but who is in the bin; a join with every customer takes five times as long. */
async function countInactive(
  db: Db,
  { workspaceId }: Member,
  { inactiveSince }: Pick<CustomerFilter, 'inactiveSince'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM customer_stats s
    WHERE s.workspace_id = ${workspaceId} AND s.last_activity_at < ${inactiveSince}::date
      AND NOT EXISTS (SELECT FROM customers c WHERE c.workspace_id = s.workspace_id AND c.id = s.customer_id AND c.deleted_at IS NOT NULL)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** One customer in the member's scope, with what its own page shows; null otherwise. */
export async function findCustomerRow(
  db: Db,
  member: Member,
  { customerId, now }: { customerId: string; now: Date },
) {
  const { workspaceId, userId, scope } = member;
  const [row] = await selectCustomer(db, { workspaceId, userId, customerId, now }, scope);
  return row ?? null;
}

const selectCustomer = prepareLookup(
  (db, by: { workspaceId: string; userId: string; customerId: string; now: Date }, scope: Member['scope']) =>
    fromCustomers(db)
      .select([
        ...listedColumns,
        ...detailColumns,
        validCustomValues.as('custom'),
        tagsOfCustomer.as('tags'),
        memberCount.as('member_count'),
        extraEmailsOfCustomer.as('extra_emails'),
        sql<boolean>`EXISTS (SELECT FROM one_time_links l WHERE l.workspace_id = customers.workspace_id AND l.customer_id = customers.id AND l.kind = 'invite' AND l.consumed_at IS NULL AND l.expires_at > ${by.now})`.as(
          'is_invited',
        ),
      ])
      .where('customers.id', '=', by.customerId)
      .where(inCustomerScope({ workspaceId: by.workspaceId, userId: by.userId, scope })),
);

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
