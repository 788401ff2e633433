import type { CustomerFilter, CustomerSelection } from '@handover/contract/customer-list.ts';
import { roleLevels } from '@handover/contract/roles.ts';
import { sql, type RawBuilder } from 'kysely';
import { fold, likeLiteral } from '#lib/text.ts';
import { inCustomerScope } from '#platform/customers/scope.ts';
import { matchesText } from '#platform/search.ts';
import type { Member } from '#platform/session/actor.ts';
import type { ResolvedCondition } from './custom/custom-filter.ts';
import { matchCustom } from './custom/custom-filter.queries.ts';

type Condition = RawBuilder<unknown>;
type Scoped = Pick<Member, 'workspaceId' | 'userId' | 'scope'>;

/** Three letters begin a piece that search looks for; shorter queries are answered by how names begin. */
const minSubstringLength = 3;
const dayMs = 86_400_000;

/**
 * A filter with the instant that its relative parts ("90 days", "this month") are counted from, and with
 * what it asks of custom fields as `resolveCustomConditions` gives it.
 */
export type Asked<Filter = CustomerFilter> = {
  readonly filter: Filter;
  readonly now: Date;
  readonly custom: readonly ResolvedCondition[];
};

/**
 * The customers that a filter stands for, within the member's scope: one condition on `customers` joined
 * with `customer_stats`, for lists, totals and exports alike.
 */
export function matchesFilter(member: Member, { filter, now, custom }: Asked): RawBuilder<boolean> {
  const conditions: Condition[] = [
    matchesColumns(member, filter),
    filter.deleted === true ? isTrashed(member) : sql`customers.deleted_at IS NULL`,
    ...timeConditions(member, { filter, now }),
    ...matchCustom(custom),
    ...(filter.q === undefined || filter.q === '' ? [] : [matchesQuery(member, filter.q)]),
    ...(filter.tagId ?? []).map(
      (tagId) =>
        sql`EXISTS (SELECT FROM customer_tags t WHERE t.workspace_id = customers.workspace_id AND t.customer_id = customers.id AND t.tag_id = ${tagId})`,
    ),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

const talliedKeys: readonly string[] = [
  'status',
  'accountType',
  'isVerified',
  'planName',
  'brokerId',
] satisfies (keyof CustomerFilter)[];

/** Whether the customers' tallies tell how many a filter stands for. */
export function isTallied({ scope }: Member, filter: CustomerFilter): boolean {
  return scope !== 'client' && activeFilterKeys(filter).every((key) => talliedKeys.includes(key));
}

/** What a filter asks of a customer's own columns, on `customers` or on what stands under that name. */
export function matchesColumns(member: Scoped, filter: CustomerFilter): RawBuilder<boolean> {
  const conditions = [
    inCustomerScope(member),
    ...columnConditions(filter),
    ...brokerConditions(member, filter),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/** The keys of a filter that ask for something. */
export function activeFilterKeys(filter: CustomerFilter): string[] {
  const isAsked = ([key, value]: [string, unknown]): boolean =>
    value !== undefined && value !== '' && !(key === 'deleted' && value === false);
  return Object.entries(filter)
    .filter(isAsked)
    .map(([key]) => key);
}

/** The bin is open to those who may empty it. Who has been merged is not in it: they are part of somebody else. */
function isTrashed(member: Member): Condition {
  return member.level >= roleLevels.ADMIN
    ? sql`(customers.deleted_at IS NOT NULL AND customers.merged_into IS NULL)`
    : sql`false`;
}

function columnConditions(filter: CustomerFilter): Condition[] {
  const conditions: Condition[] = [];
  // Part of the text, so that a plan that is kept is the one for them.
  if (filter.status !== undefined) conditions.push(sql`customers.status = ${sql.lit(filter.status)}`);
  if (filter.accountType !== undefined)
    conditions.push(sql`customers.account_type = ${sql.lit(filter.accountType)}`);
  if (filter.isVerified !== undefined) conditions.push(sql`customers.is_verified = ${filter.isVerified}`);
  if (filter.isUnsubscribed !== undefined)
    conditions.push(
      filter.isUnsubscribed
        ? sql`customers.unsubscribed_at IS NOT NULL`
        : sql`customers.unsubscribed_at IS NULL`,
    );
  if (filter.source !== undefined) conditions.push(sql`customers.source = ${filter.source}`);
  if (filter.planName !== undefined) conditions.push(sql`customers.plan_name = ${filter.planName}`);
  if (filter.region !== undefined) conditions.push(sql`lower(customers.region) = lower(${filter.region})`);
  if (filter.joinedFrom !== undefined) conditions.push(sql`customers.joining_date >= ${filter.joinedFrom}`);
  if (filter.joinedTo !== undefined) conditions.push(sql`customers.joining_date <= ${filter.joinedTo}`);
  return conditions;
}

function brokerConditions({ userId }: Scoped, { brokerId }: CustomerFilter): Condition[] {
  if (brokerId === undefined) return [];
  if (brokerId === 'none') return [sql`customers.broker_id IS NULL`];
  return [sql`customers.broker_id = ${brokerId === 'me' ? userId : brokerId}`];
}

function timeConditions(
  { workspaceId, timeZone }: Member,
  { filter, now }: Pick<Asked, 'filter' | 'now'>,
): Condition[] {
  const { inactiveSince, uncontactedDays, created } = filter;
  const conditions: Condition[] = [];
  if (inactiveSince !== undefined)
    conditions.push(sql`customer_stats.last_activity_at < ${inactiveSince}::date`);
  if (uncontactedDays !== undefined)
    conditions.push(uncontactedSince(workspaceId, new Date(now.getTime() - uncontactedDays * dayMs)));
  if (created !== undefined)
    conditions.push(
      sql`customers.created_at >= date_trunc(${created === 'today' ? 'day' : created}, ${now}::timestamptz, ${timeZone})`,
    );
  return conditions;
}

/** Both halves are ranges of an index: those made before, without those contacted since. */
function uncontactedSince(workspaceId: string, since: Date): Condition {
  return sql`(customers.created_at < ${since} AND NOT EXISTS (
    SELECT FROM customer_stats s WHERE s.workspace_id = ${workspaceId} AND s.customer_id = customers.id AND s.last_contact_at >= ${since}))`;
}

/** Whether a filter asks for derived fields, so that a total must join them. */
export function asksForStats({ inactiveSince }: CustomerFilter): boolean {
  return inactiveSince !== undefined;
}

/** The customers of a selection: what its filter stands for, narrowed to the picked ones or without the exceptions. */
export function matchesSelection(
  member: Member,
  { filter: selection, now, custom }: Asked<CustomerSelection>,
): RawBuilder<boolean> {
  const { filter, ids, exceptIds = [] } = selection;
  const conditions = [
    matchesFilter(member, { filter, now, custom }),
    ...(ids === undefined ? [] : [sql`customers.id = ANY(${ids}::uuid[])`]),
    ...(exceptIds.length === 0 ? [] : [sql`customers.id <> ALL(${exceptIds}::uuid[])`]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

function matchesQuery(member: Member, query: string): Condition {
  const folded = fold(query);
  if (folded.length < minSubstringLength) {
    const start = `${likeLiteral(folded)}%`;
    return sql`(customers.name_sort LIKE ${start} OR customers.company_sort LIKE ${start})`;
  }
  return sql`customers.id IN (SELECT record_id FROM search_entries WHERE workspace_id = ${member.workspaceId} AND kind = 'customer' AND ${matchesText(query)})`;
}
