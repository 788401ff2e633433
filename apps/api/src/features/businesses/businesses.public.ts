import { hasFact } from '@handover/contract/businesses/business-facts.ts';
import {
  businessStages,
  isClosed,
  type BusinessStage,
} from '@handover/contract/businesses/business-stages.ts';
import { toRecastYears, type RecastYear } from '@handover/contract/businesses/financials.ts';
import type { Pipeline } from '@handover/contract/businesses/pipeline.ts';
import { ownershipExceptions, type OwnershipFacts } from '@handover/domain/deals/ownership-rule.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import { findStateCode } from '@handover/domain/us-states.ts';
import type { Db } from '#db/client.ts';
import { notFound } from '#lib/errors.ts';
import { hasEmailKey, inCustomerScope } from '#features/customers/customers.public.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Member } from '#platform/session/actor.ts';
import { isLiveGrant } from '#platform/session/grants.queries.ts';
import { businessPolicy } from './businesses.policy.ts';
import { listAddBacks, listPeriods } from './financials/financials.queries.ts';

/**
 * Read scope of businesses and everything attached to them, as a condition on `fromBusinesses`: all of the
 * workspace; businesses that the member brokers or that belong to a customer they broker; for clients, businesses they
 * own or own a share of; plus businesses shared with them.
 */
export function inBusinessScope(
  member: Pick<Member, 'workspaceId' | 'userId' | 'scope'> & Partial<Pick<Member, 'granted'>>,
): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`businesses.workspace_id = ${member.workspaceId}`;
  if (member.scope === 'all') return inWorkspace;
  const ids = member.granted?.['business'];
  const isGranted = ids === undefined ? sql`false` : sql`businesses.id = ANY(${ids}::uuid[])`;
  const isOwned = sql`(customers.id IS NOT NULL OR ${hasCoOwner(member.workspaceId, inCustomerScope(member))} OR ${isGranted})`;
  const own =
    member.scope === 'own'
      ? sql`(businesses.broker_id = ${member.userId} OR ${isOwned})`
      : sql`(${isOwned} AND businesses.deleted_at IS NULL)`;
  return sql<boolean>`(${inWorkspace} AND ${own})`;
}

/** Whether an owner of `businesses` other than the main one meets a condition on `customers`. */
export function hasCoOwner(workspaceId: string, condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`businesses.id IN (SELECT co.business_id FROM business_co_owners AS co
    JOIN customers ON customers.workspace_id = co.workspace_id AND customers.id = co.customer_id
    WHERE co.workspace_id = ${workspaceId} AND customers.deleted_at IS NULL AND ${condition})`;
}

/** Businesses of the member's workspace, joined with their owner if the member may read that customer. */
export function fromBusinesses(db: Db, member: Member) {
  return db
    .selectFrom('businesses')
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'businesses.workspace_id')
        .onRef('customers.id', '=', 'businesses.owner_id')
        .on('customers.deleted_at', 'is', null)
        .on(inCustomerScope(member)),
    )
    .where('businesses.workspace_id', '=', member.workspaceId);
}

/** Whether the expression `business` is the ID of an active business that the member may read. */
export function isReadableBusiness(member: Member, business: RawBuilder<unknown>): RawBuilder<boolean> {
  // The expression is evaluated apart from the tables of this query, which may have the same names as its own.
  return sql<boolean>`EXISTS (SELECT FROM (SELECT ${business} AS id) AS asked JOIN businesses ON businesses.id = asked.id
      LEFT JOIN customers ON customers.workspace_id = businesses.workspace_id
        AND customers.id = businesses.owner_id AND customers.deleted_at IS NULL AND ${inCustomerScope(member)}
    WHERE businesses.workspace_id = ${member.workspaceId} AND businesses.deleted_at IS NULL AND ${inBusinessScope(member)})`;
}

/** Whether the expression `business` is the ID of an active business that the member owns, or owns a share of, as a client. */
export function isOwnBusiness(
  { workspaceId, userId }: Member,
  business: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const isMember = sql`owners.workspace_id = ${workspaceId} AND owners.user_id = ${userId}
    AND owners.status = 'active' AND owners.deleted_at IS NULL AND owned.deleted_at IS NULL`;
  // The expression stays outside of the query, whose tables may have the same names as its own.
  return sql<boolean>`${business} IN (
    SELECT owned.id FROM customers AS owners
      JOIN businesses AS owned ON owned.workspace_id = owners.workspace_id AND owned.owner_id = owners.id
    WHERE ${isMember}
    UNION ALL
    SELECT owned.id FROM customers AS owners
      JOIN business_co_owners AS co ON co.workspace_id = owners.workspace_id AND co.customer_id = owners.id
      JOIN businesses AS owned ON owned.workspace_id = co.workspace_id AND owned.id = co.business_id
    WHERE ${isMember})`;
}

/**
 * Why a customer cannot buy a business: they, or another customer with their login, own it or have access to it or to
 * one of its owners as the seller's advisor, also by an address of theirs; null if they can.
 */
export async function findSellerRole(
  db: Db,
  {
    workspaceId,
    businessId,
    customerId,
    now,
  }: { workspaceId: string; businessId: string; customerId: string; now: Date },
): Promise<'owner' | 'advisor' | null> {
  const isOwner = sql`(owners.id = businesses.owner_id OR owners.id IN (SELECT co.customer_id FROM business_co_owners AS co
    WHERE co.workspace_id = ${workspaceId} AND co.business_id = businesses.id))`;
  // A grant to an address counts before its login exists, and so does the address of a buyer without a login.
  const { rows } = await sql<{ role: 'owner' | 'advisor' | null }>`
    SELECT CASE
      WHEN EXISTS (SELECT FROM customers AS owners WHERE owners.workspace_id = businesses.workspace_id AND ${isOwner}
        AND (owners.id = customers.id OR owners.user_id = customers.user_id)) THEN 'owner'
      WHEN EXISTS (SELECT FROM access_grants AS g LEFT JOIN users AS advisors ON advisors.id = g.user_id
        WHERE g.workspace_id = businesses.workspace_id AND ${isLiveGrant(now)}
          AND ((g.record_type = 'business' AND g.record_id = businesses.id) OR (g.record_type = 'customer'
            AND EXISTS (SELECT FROM customers AS owners WHERE owners.workspace_id = businesses.workspace_id
              AND owners.id = g.record_id AND ${isOwner})))
          AND (g.user_id = customers.user_id OR ${hasEmailKey(sql`coalesce(g.email_key, advisors.email_key)`)}
            OR g.email_key = (SELECT users.email_key FROM users WHERE users.id = customers.user_id))) THEN 'advisor'
    END AS role
    FROM businesses JOIN customers ON customers.workspace_id = businesses.workspace_id AND customers.id = ${customerId}
    WHERE businesses.workspace_id = ${workspaceId} AND businesses.id = ${businessId}`.execute(db);
  return rows[0]?.role ?? null;
}

/** Fields of a business used by other features; `ownerId` only if the member may read that customer. */
export type BusinessRef = {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string | null;
  readonly brokerId: string | null;
  readonly stage: BusinessStage;
  readonly currency: string;
};

/** An active business that the member may read. Throws NOT_FOUND, RULE_BROKEN for one in the trash. */
export async function getActiveBusiness(db: Db, member: Member, businessId: string): Promise<BusinessRef> {
  const row = await fromBusinesses(db, member)
    .select([
      'businesses.id',
      'businesses.name',
      'businesses.deleted_at',
      'businesses.broker_id as brokerId',
      'businesses.stage',
      'businesses.currency',
      'customers.id as ownerId',
    ])
    .where('businesses.id', '=', businessId)
    .where(inBusinessScope(member))
    .executeTakeFirst();
  if (row === undefined || row.deleted_at !== null) throw businessPolicy.missing(member, row);
  return row;
}

/** A business that the member may read, deleted or not. Throws NOT_FOUND. */
export async function getBusinessRef(db: Db, member: Member, businessId: string): Promise<{ id: string }> {
  const row = await fromBusinesses(db, member)
    .select('businesses.id')
    .where('businesses.id', '=', businessId)
    .where(inBusinessScope(member))
    .executeTakeFirst();
  if (row === undefined) throw notFound('business');
  return row;
}

/** The allowed days of each stage, as of today in the workspace. */
export type StalledRule = { readonly pipeline: Pipeline; readonly today: string };

/** Open businesses that have exceeded the allowed days of their stage. */
export function isStalled(
  { timeZone }: Pick<Member, 'timeZone'>,
  { pipeline, today }: StalledRule,
): RawBuilder<boolean> {
  const open = businessStages.filter((stage) => !isClosed(stage));
  const days = [...new Set(open.map((stage) => pipeline[stage].stuckAfterDays))];
  const limits = days.map((limit) => {
    const stages = open.filter((stage) => pipeline[stage].stuckAfterDays === limit);
    const day = addDays(today, -limit);
    return sql`(businesses.stage = ANY(${stages}::text[])
      AND businesses.stage_entered_at < (${day}::date::timestamp AT TIME ZONE ${timeZone}))`;
  });
  return sql<boolean>`(${sql.join(limits, sql` OR `)})`;
}

/** Every full year of a business with its recast, newest first. */
export async function listRecastYears(
  db: Db,
  of: { readonly workspaceId: string; readonly businessId: string },
): Promise<RecastYear[]> {
  return toRecastYears({ periods: await listPeriods(db, of), addBacks: await listAddBacks(db, of) });
}

/** The data for the 36-month rule of a home health agency or hospice; null for other types. */
export async function getOwnershipFacts(
  db: Db,
  { workspaceId, businessId }: { readonly workspaceId: string; readonly businessId: string },
): Promise<Pick<OwnershipFacts, 'enrolledOn' | 'lastChangeOn' | 'exception'> | null> {
  const { type, type_facts: facts } = await db
    .selectFrom('businesses')
    .select(['type', 'type_facts'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  if (!hasFact(type, 'chowException')) return null;
  const dateOf = (key: 'medicareEnrolledOn' | 'lastChowOn'): string | null => facts[key]?.toString() ?? null;
  return {
    enrolledOn: dateOf('medicareEnrolledOn'),
    lastChangeOn: dateOf('lastChowOn'),
    exception: ownershipExceptions.find((each) => each === facts.chowException) ?? null,
  };
}

/** The two-letter code of the state that a business is in; null without one. */
export async function findBusinessState(
  db: Db,
  { workspaceId, businessId }: { readonly workspaceId: string; readonly businessId: string },
): Promise<string | null> {
  const { region } = await db
    .selectFrom('businesses')
    .select('region')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  return findStateCode(region ?? '');
}

/** The logins of all owners of a business. */
export async function listOwnerLogins(
  db: Db,
  { workspaceId, businessId }: { workspaceId: string; businessId: string },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    SELECT DISTINCT customers.user_id FROM customers
    WHERE customers.workspace_id = ${workspaceId} AND customers.user_id IS NOT NULL
      AND customers.deleted_at IS NULL AND customers.status = 'active'
      AND (customers.id IN (SELECT owner_id FROM businesses WHERE workspace_id = ${workspaceId} AND id = ${businessId})
        OR customers.id IN (SELECT customer_id FROM business_co_owners
          WHERE workspace_id = ${workspaceId} AND business_id = ${businessId}))`.execute(db);
  return rows.map((row) => row.user_id);
}
