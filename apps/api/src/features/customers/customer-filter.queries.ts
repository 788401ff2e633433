import type { CustomerFilter } from '@handover/contract/customers/customer-list.ts';
import { sql, type RawBuilder } from 'kysely';
import { customerTags } from './customer-rows.queries.ts';
import { customerPolicy } from './customers.policy.ts';
import { inCustomerScope } from './customers.public.ts';
import {
  listActiveFilterKeys,
  createConditions,
  type Condition,
  type Filterable,
  type FilterConditions,
} from '#platform/records/list/filter.queries.ts';
import type { Order } from '#platform/records/list/sort.queries.ts';
import { hasTags } from '#platform/records/tags/tags.queries.ts';
import type { Member } from '#platform/session/actor.ts';

const dayMs = 86_400_000;

type ColumnKey =
  | 'status'
  | 'accountType'
  | 'isVerified'
  | 'isUnsubscribed'
  | 'source'
  | 'planName'
  | 'region'
  | 'joinedFrom'
  | 'joinedTo'
  | 'brokerId';

/** Conditions on columns of `customers` itself. */
const columnConditions: FilterConditions<Pick<CustomerFilter, ColumnKey>> = {
  // A literal, so that a prepared statement is planned for this value.
  status: (status) => sql`customers.status = ${sql.lit(status)}`,
  accountType: (type) => sql`customers.account_type = ${sql.lit(type)}`,
  isVerified: (isVerified) => sql`customers.is_verified = ${isVerified}`,
  isUnsubscribed: (isUnsubscribed) =>
    isUnsubscribed ? sql`customers.unsubscribed_at IS NOT NULL` : sql`customers.unsubscribed_at IS NULL`,
  source: (source) => sql`customers.source = ${source}`,
  planName: (name) => sql`customers.plan_name = ${name}`,
  region: (region) => sql`lower(customers.region) = lower(${region})`,
  joinedFrom: (date) => sql`customers.joining_date >= ${date}`,
  joinedTo: (date) => sql`customers.joining_date <= ${date} AND customers.joining_date > '-infinity'`,
  brokerId: (brokerId, { member }) =>
    brokerId === 'none'
      ? sql`customers.broker_id IS NULL`
      : sql`customers.broker_id = ${brokerId === 'me' ? member.userId : brokerId}`,
};

/** Conditions on the last contact alone, on `customer_stats`. */
const contactConditions: FilterConditions<Pick<CustomerFilter, 'noContactSince' | 'neverContacted'>> = {
  noContactSince: (date, { member }) =>
    sql`customer_stats.last_contact_at < (${date}::date::timestamp AT TIME ZONE ${member.timeZone})`,
  neverContacted: (isNever) =>
    isNever
      ? sql`customer_stats.last_contact_at = '-infinity'`
      : sql`customer_stats.last_contact_at > '-infinity'`,
};
const contactKeys = Object.keys(contactConditions);

const conditions: FilterConditions<CustomerFilter> = {
  ...columnConditions,
  ...contactConditions,
  uncontactedDays: (days, { member, now }) =>
    uncontactedSince(member.workspaceId, new Date(now.getTime() - days * dayMs)),
  createdFrom: (date, { member }) =>
    sql`customers.created_at >= (${date}::date::timestamp AT TIME ZONE ${member.timeZone})`,
  createdTo: (date, { member }) =>
    sql`customers.created_at < ((${date}::date + 1)::timestamp AT TIME ZONE ${member.timeZone})`,
  created: (period, { member, now }) =>
    sql`customers.created_at >= date_trunc(${period === 'today' ? 'day' : period}, ${now}::timestamptz, ${member.timeZone})`,
  tagId: (ids) => hasTags(customerTags, ids),
};

/** How customers are filtered: conditions on `customers` joined with `customer_stats`. */
export const filterableCustomers: Filterable = {
  type: 'customer',
  table: 'customers',
  scope: inCustomerScope,
  filter: {
    conditions,
    // Merged customers are not in the trash.
    trash: (member) =>
      customerPolicy.seesTrash(member)
        ? sql`(customers.deleted_at IS NOT NULL AND customers.merged_into IS NULL)`
        : null,
  },
};

const talliedKeys: readonly string[] = [
  'status',
  'accountType',
  'isVerified',
  'planName',
  'brokerId',
] satisfies (keyof CustomerFilter)[];

/** Whether the total of this filter can be read from the tallies. */
export function isTallied({ scope, granted }: Member, filter: CustomerFilter): boolean {
  if (scope === 'client' || granted['customer'] !== undefined) return false;
  return listActiveFilterKeys(filter).every((key) => talliedKeys.includes(key));
}

/** Scope and column conditions of a filter, on `customers` or a table with that alias. */
export function matchesColumns(
  member: Pick<Member, 'workspaceId' | 'userId' | 'scope' | 'timeZone'> & Partial<Pick<Member, 'granted'>>,
  filter: CustomerFilter,
): RawBuilder<boolean> {
  const context = { member, now: new Date(0), extra: undefined };
  const conditions = [inCustomerScope(member), ...createConditions(columnConditions, filter, context)];
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/** Two index ranges: customers created before, except those contacted since. */
function uncontactedSince(workspaceId: string, since: Date): Condition {
  return sql`(customers.created_at < ${since} AND NOT EXISTS (
    SELECT FROM customer_stats s WHERE s.workspace_id = ${workspaceId} AND s.customer_id = customers.id AND s.last_contact_at >= ${since}))`;
}

/** Whether a filter has conditions on `customer_stats`, or an order sorts by it, so that it must be joined. */
export function needsStats(filter: Readonly<Record<string, unknown>>, order: Order = []): boolean {
  return (
    listActiveFilterKeys(filter).some((key) => contactKeys.includes(key)) ||
    order.some(({ key }) => key === 'lastContactAt')
  );
}

/** Whether a filter has no other conditions than those on `customer_stats`. */
export function isContactOnlyFilter(filter: CustomerFilter): boolean {
  return needsStats(filter) && listActiveFilterKeys(filter).every((key) => contactKeys.includes(key));
}

/** The conditions of a filter on `customer_stats`, of the member's workspace. */
export function matchesContact(member: Member, filter: CustomerFilter): RawBuilder<boolean> {
  const context = { member, now: new Date(0), extra: undefined };
  const conditions = createConditions(contactConditions, filter, context);
  return sql<boolean>`(${sql.join([sql`customer_stats.workspace_id = ${member.workspaceId}`, ...conditions], sql` AND `)})`;
}
