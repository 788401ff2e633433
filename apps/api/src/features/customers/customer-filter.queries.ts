import type { CustomerFilter, customerSorts } from '@handover/contract/customers.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Position } from '../../lib/pagination.ts';
import { fold, likeLiteral } from '../../lib/text.ts';
import { inCustomerScope } from '../../platform/customers/scope.ts';
import { matchesText } from '../../platform/search.ts';
import type { Member } from '../../platform/session/actor.ts';

export type CustomerSort = (typeof customerSorts)[number];

type Condition = RawBuilder<unknown>;

/** Three letters make the first trigram; shorter queries are answered by how names begin. */
const shortestSubstring = 3;

/**
 * The customers that a filter stands for, within the member's scope: one condition on `customers` joined
 * with `customer_stats`, for lists, totals and exports alike.
 */
export function matchesFilter(member: Member, filter: CustomerFilter): RawBuilder<boolean> {
  const conditions: Condition[] = [
    inCustomerScope(member),
    filter.deleted === true ? inBin(member) : sql`customers.deleted_at IS NULL`,
    ...columnConditions(filter),
    ...(filter.q === undefined || filter.q === '' ? [] : [matchesQuery(member, filter.q)]),
    ...(filter.tagId ?? []).map(
      (tagId) =>
        sql`EXISTS (SELECT FROM customer_tags t WHERE t.workspace_id = customers.workspace_id AND t.customer_id = customers.id AND t.tag_id = ${tagId})`,
    ),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/** The bin is open to those who may empty it. */
function inBin(member: Member): Condition {
  return member.level >= roleLevels.ADMIN ? sql`customers.deleted_at IS NOT NULL` : sql`false`;
}

function columnConditions(filter: CustomerFilter): Condition[] {
  const conditions: Condition[] = [];
  if (filter.status !== undefined) conditions.push(sql`customers.status = ${filter.status}`);
  if (filter.accountType !== undefined) conditions.push(sql`customers.account_type = ${filter.accountType}`);
  if (filter.isVerified !== undefined) conditions.push(sql`customers.is_verified = ${filter.isVerified}`);
  if (filter.brokerId === 'none') conditions.push(sql`customers.broker_id IS NULL`);
  else if (filter.brokerId !== undefined) conditions.push(sql`customers.broker_id = ${filter.brokerId}`);
  if (filter.source !== undefined) conditions.push(sql`customers.source = ${filter.source}`);
  if (filter.planName !== undefined) conditions.push(sql`customers.plan_name = ${filter.planName}`);
  if (filter.region !== undefined) conditions.push(sql`lower(customers.region) = lower(${filter.region})`);
  if (filter.joinedFrom !== undefined) conditions.push(sql`customers.joining_date >= ${filter.joinedFrom}`);
  if (filter.joinedTo !== undefined) conditions.push(sql`customers.joining_date <= ${filter.joinedTo}`);
  if (filter.quietSince !== undefined)
    conditions.push(sql`customer_stats.last_activity_at < ${filter.quietSince}::date`);
  return conditions;
}

function matchesQuery(member: Member, query: string): Condition {
  const folded = fold(query);
  if (folded.length < shortestSubstring) {
    const start = `${likeLiteral(folded)}%`;
    return sql`(customers.name_sort LIKE ${start} OR customers.company_sort LIKE ${start})`;
  }
  return sql`customers.id IN (SELECT record_id FROM search_entries WHERE workspace_id = ${member.workspaceId} AND kind = 'customer' AND ${matchesText(query)})`;
}

const sortColumns = {
  name: 'customers.name_sort',
  createdAt: 'customers.created_at',
  joiningDate: 'customers.joining_date',
  lastActivityAt: 'customer_stats.last_activity_at',
  company: 'customers.company_sort',
} as const;

type SortKey = keyof typeof sortColumns;

export type SortableRow = {
  id: string;
  name_sort: string;
  created_at: Date;
  joining_date: string;
  last_activity_at: Date;
  company_sort: string;
};

/** The ORDER BY and the keyset condition of a sort; the id breaks ties in the same direction. */
export function sortBy(sort: CustomerSort): {
  order: RawBuilder<unknown>;
  after(position: Position): RawBuilder<boolean>;
} {
  const { column, isDescending, id } = sortParts(sort);
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const comparison = isDescending ? sql`<` : sql`>`;
  return {
    order: sql`${sql.ref(column)} ${direction}, ${sql.ref(id)} ${direction}`,
    after: ([value, lastId]) =>
      sql<boolean>`(${sql.ref(column)}, ${sql.ref(id)}) ${comparison} (${value}, ${lastId})`,
  };
}

/** The place of a row in a sort. */
export function positionIn(sort: CustomerSort, row: SortableRow): Position {
  const values: Record<SortKey, string> = {
    name: row.name_sort,
    createdAt: row.created_at.toISOString(),
    joiningDate: row.joining_date,
    lastActivityAt: row.last_activity_at.toISOString(),
    company: row.company_sort,
  };
  return [values[sortParts(sort).key], row.id];
}

function sortParts(sort: CustomerSort): {
  key: SortKey;
  column: (typeof sortColumns)[SortKey];
  id: 'customers.id' | 'customer_stats.customer_id';
  isDescending: boolean;
} {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  const key = isSortKey(name) ? name : 'createdAt';
  return {
    key,
    column: sortColumns[key],
    id: key === 'lastActivityAt' ? 'customer_stats.customer_id' : 'customers.id',
    isDescending,
  };
}

function isSortKey(name: string): name is SortKey {
  return Object.hasOwn(sortColumns, name);
}
