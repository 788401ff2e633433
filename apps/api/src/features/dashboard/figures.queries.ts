import { closedStages, type BusinessStage } from '@handover/contract/business-stages.ts';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { fromBusinesses } from '#platform/businesses/business.queries.ts';
import { isStuck, type StuckRule } from '#platform/businesses/pipeline.queries.ts';
import { inBusinessScope } from '#platform/businesses/scope.ts';
import { inCustomerScope } from '#platform/customers/scope.ts';
import { sumTallies } from '#platform/customers/tallies.queries.ts';
import type { Member } from '#platform/session/actor.ts';

/** How many customers the member sees. */
export async function countCustomers(db: Db, member: Member): Promise<number> {
  // Tallies know no single customer, such as one that is shared with the member.
  if (member.granted['customer'] === undefined) return sumTallies(db, inCustomerScope(member));
  const { count } = await customersInScope(db, member)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many of them joined in each month from `from` to `to`; months without any are left out. `month` is `YYYY-MM`. */
export function countJoined(db: Db, member: Member, { from, to }: { from: string; to: string }) {
  return customersInScope(db, member)
    .select([
      sql<string>`to_char(customers.joining_date, 'YYYY-MM')`.as('month'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('customers.joining_date', '>=', from)
    .where('customers.joining_date', '<=', to)
    .groupBy(sql`1`)
    .execute();
}

function customersInScope(db: Db, member: Member) {
  return db
    .selectFrom('customers')
    .where('customers.workspace_id', '=', member.workspaceId)
    .where('customers.deleted_at', 'is', null)
    .where(inCustomerScope(member));
}

export type StageRow = {
  stage: BusinessStage;
  currency: string;
  count: number;
  unpriced_count: number;
  /** As text: a sum can be larger than a number holds exactly. */
  cents: string | null;
};

/** Businesses by stage and currency, with the sum of what is asked for them. */
export function countStages(db: Db, member: Member): Promise<StageRow[]> {
  const asked = sql`coalesce(businesses.reduced_price_cents, businesses.asking_price_cents)`;
  return businessesInScope(db, member)
    .select([
      'businesses.stage',
      'businesses.currency',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) FILTER (WHERE ${asked} IS NULL))::int`.as('unpriced_count'),
      sql<string | null>`sum(${asked})::text`.as('cents'),
    ])
    .groupBy(['businesses.stage', 'businesses.currency'])
    .orderBy('businesses.currency')
    .execute();
}

export type UrgentRow = {
  id: string;
  name: string;
  stage: BusinessStage;
  stage_entered_at: Date;
  lease_end: string | null;
};

/** `stuck`: in their stage for longer than the workspace gives it. `leases`: the lease ends before the day, or has ended. */
export type Urgent =
  | { readonly kind: 'stuck'; readonly rule: StuckRule }
  | { readonly kind: 'leases'; readonly before: string };

/** The `limit` most urgent open businesses of a kind, the longest waiting or first ending first. */
export function listUrgent(
  db: Db,
  member: Member,
  { asked, limit }: { asked: Urgent; limit: number },
): Promise<UrgentRow[]> {
  return urgent(db, member, asked)
    .select([
      'businesses.id',
      'businesses.name',
      'businesses.stage',
      'businesses.stage_entered_at',
      'businesses.lease_end',
    ])
    .orderBy(asked.kind === 'stuck' ? 'businesses.stage_entered_at' : 'businesses.lease_end')
    .orderBy('businesses.id')
    .limit(limit)
    .execute();
}

/** How many there are in all. */
export async function countUrgent(db: Db, member: Member, asked: Urgent): Promise<number> {
  const { count } = await urgent(db, member, asked)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function urgent(db: Db, member: Member, asked: Urgent) {
  const businesses = businessesInScope(db, member);
  if (asked.kind === 'stuck') return businesses.where(isStuck(member, asked.rule));
  return businesses
    .where('businesses.stage', 'not in', [...closedStages])
    .where(sql<boolean>`businesses.lease_end < ${asked.before}`);
}

function businessesInScope(db: Db, member: Member) {
  return fromBusinesses(db, member).where('businesses.deleted_at', 'is', null).where(inBusinessScope(member));
}

export type FirstStepsRow = {
  is_sample: boolean;
  has_customers: boolean;
  has_businesses: boolean;
  has_imported: boolean;
  has_invited: boolean;
};

/** Whether there is anything yet, anything was imported, and anybody invited or joined, besides the one who asks. */
export async function getFirstStepsRow(
  db: Db,
  { workspaceId, userId }: Pick<Member, 'workspaceId' | 'userId'>,
): Promise<FirstStepsRow> {
  return db
    .selectFrom('workspaces')
    .select([
      'is_sample',
      sql<boolean>`EXISTS (SELECT FROM customers WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL)`.as(
        'has_customers',
      ),
      sql<boolean>`EXISTS (SELECT FROM businesses WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL)`.as(
        'has_businesses',
      ),
      sql<boolean>`EXISTS (SELECT FROM imports WHERE workspace_id = ${workspaceId} AND status = 'done')`.as(
        'has_imported',
      ),
      sql<boolean>`(EXISTS (SELECT FROM memberships WHERE workspace_id = ${workspaceId} AND user_id <> ${userId})
        OR EXISTS (SELECT FROM one_time_links WHERE workspace_id = ${workspaceId} AND kind = 'invite'))`.as(
        'has_invited',
      ),
    ])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
}
