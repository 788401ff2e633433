import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import { closedStages, type BusinessStage } from '@handover/contract/businesses/business-stages.ts';
import type { BuyerEligibility, BuyerSearch } from '@handover/contract/buyers/buyers.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { fromBusinesses, inBusinessScope } from '#features/businesses/businesses.public.ts';
import type { Member } from '#platform/session/actor.ts';
import { isLiveGrant } from '#platform/session/grants.queries.ts';
import {
  eligibilitiesOfBuyer,
  inBuyerScope,
  listOfEligibilities,
  listOfSearches,
  profilesOfCustomer,
  proofDatedOn,
  searchesOfBuyer,
  selectBlock,
} from '../buyers.queries.ts';

export type BusinessFacts = {
  readonly id: string;
  readonly name: string;
  readonly type: BusinessType;
  readonly stage: BusinessStage;
  readonly region: string | null;
  readonly price_cents: number | null;
  readonly sde_cents: number | null;
  readonly revenue_cents: number | null;
  readonly currency: string;
  /** The workspace's currency, in which buyers state their amounts. */
  readonly buyer_currency: string;
};

export type BuyerFacts = {
  readonly id: string;
  readonly customer_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly blocked_at: Date | null;
  readonly proof_amount_cents: number | null;
  readonly proof_verified_at: Date | null;
  readonly proof_dated_on: string | null;
  readonly searches: readonly BuyerSearch[];
  readonly eligibilities: readonly BuyerEligibility[];
};

/** Data about the pair of a buyer and a business, beyond the facts of each. */
export type PairFacts = {
  readonly exclusion: string | null;
  readonly invited_at: Date | null;
  /** The buyer owns the business or has access to it. */
  readonly is_seller_side: boolean;
};

const factsOfBusiness = [
  'businesses.id',
  'businesses.name',
  'businesses.type',
  'businesses.stage',
  'businesses.region',
  'businesses.sde_cents',
  'businesses.revenue_cents',
  'businesses.currency',
] as const;
const price = sql<number | null>`coalesce(businesses.reduced_price_cents, businesses.asking_price_cents)`;
const buyerCurrency = sql<string>`(SELECT currency FROM workspaces WHERE workspaces.id = businesses.workspace_id)`;

/** An active business in the member's scope, or null. */
export async function findBusinessFacts(
  db: Db,
  member: Member,
  businessId: string,
): Promise<BusinessFacts | null> {
  const row = await fromBusinesses(db, member)
    .select([...factsOfBusiness, price.as('price_cents'), buyerCurrency.as('buyer_currency')])
    .where('businesses.id', '=', businessId)
    .where('businesses.deleted_at', 'is', null)
    .where(inBusinessScope(member))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Whether a search fits a business by type, state, and price, which may be off by 10%. A business without a price fits
 * any.
 */
function fits(
  search: 'searches',
  business: {
    readonly type: RawBuilder<unknown>;
    readonly state: RawBuilder<unknown> | null;
    readonly price: RawBuilder<unknown>;
  },
): RawBuilder<boolean> {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${search}.${name}`);
  const inState =
    business.state === null
      ? sql`true`
      : sql`(${column('states')} = '{}' OR ${business.state} = ANY(${column('states')}))`;
  return sql<boolean>`((${column('types')} = '{}' OR ${business.type} = ANY(${column('types')})) AND ${inState}
    AND (${business.price}::bigint IS NULL OR (
      (${column('min_price_cents')} IS NULL OR ${business.price}::bigint >= ${column('min_price_cents')} * 0.9)
      AND (${column('max_price_cents')} IS NULL OR ${business.price}::bigint <= ${column('max_price_cents')} * 1.1))))`;
}

/** The customers who own a business or have access to it, and others with their logins. */
const selectSellers = ({
  workspaceId,
  businessId,
  now,
}: Record<'workspaceId' | 'businessId', RawBuilder<unknown>> & { now: Date }): RawBuilder<unknown> => sql`
  WITH owners AS (
    SELECT o.id, o.user_id FROM customers AS o WHERE o.workspace_id = ${workspaceId} AND o.id IN (
      SELECT b.owner_id FROM businesses AS b WHERE b.workspace_id = ${workspaceId} AND b.id = ${businessId}
      UNION ALL SELECT co.customer_id FROM business_co_owners AS co
        WHERE co.workspace_id = ${workspaceId} AND co.business_id = ${businessId})
  ), logins AS (
    SELECT user_id FROM owners
    UNION SELECT users.id FROM access_grants AS g JOIN users ON users.id = g.user_id OR users.email_key = g.email_key
      WHERE g.workspace_id = ${workspaceId} AND g.record_type = 'business' AND g.record_id = ${businessId} AND ${isLiveGrant(now)}
  )
  SELECT id FROM owners
  UNION SELECT c.id FROM customers AS c WHERE c.workspace_id = ${workspaceId} AND c.user_id IN (SELECT user_id FROM logins)`;

const selectPairColumns = (now: Date): RawBuilder<unknown> => sql`
  (SELECT max(e.reason) FROM buyer_exclusions AS e WHERE e.workspace_id = businesses.workspace_id
    AND e.business_id = businesses.id AND e.buyer_id IN (SELECT p.id FROM ${profilesOfCustomer})) AS exclusion,
  (SELECT max(i.created_at) FROM buyer_invitations AS i WHERE i.workspace_id = businesses.workspace_id
    AND i.business_id = businesses.id AND i.buyer_id IN (SELECT p.id FROM ${profilesOfCustomer})) AS invited_at,
  customers.id IN (${selectSellers({
    workspaceId: sql.ref('businesses.workspace_id'),
    businessId: sql.ref('businesses.id'),
    now,
  })}) AS is_seller_side`;

/** What the score of a buyer for a business depends on. */
type ScoredFacts = Pick<
  BuyerFacts,
  | 'id'
  | 'blocked_at'
  | 'proof_amount_cents'
  | 'proof_verified_at'
  | 'proof_dated_on'
  | 'searches'
  | 'eligibilities'
> &
  Pick<PairFacts, 'exclusion' | 'is_seller_side'>;

/**
 * Buyers in the member's scope with a search that fits a business; a state only if it is known. All are scored for each
 * page, so what belongs to a buyer is grouped and joined instead of being looked up for each.
 */
export async function listFittingBuyers(
  db: Db,
  member: Member,
  { business, state, now }: { business: BusinessFacts; state: string | null; now: Date },
): Promise<ScoredFacts[]> {
  const { workspaceId } = member;
  const fitting = fits('searches', {
    type: sql`${business.type}`,
    state: state === null ? null : sql`${state}`,
    price: sql`${business.currency === business.buyer_currency ? business.price_cents : null}`,
  });
  const listFitting = (list: RawBuilder<unknown>, table: 'buyer_searches' | 'buyer_eligibilities') =>
    sql`SELECT s.buyer_id, ${list} AS list FROM ${sql.table(table)} AS s
      WHERE s.workspace_id = ${workspaceId} AND s.buyer_id IN (SELECT buyer_id FROM fitting) GROUP BY s.buyer_id`;
  const sellers = selectSellers({ workspaceId: sql`${workspaceId}`, businessId: sql`${business.id}`, now });
  const { rows } = await sql<ScoredFacts>`
    WITH fitting AS MATERIALIZED (SELECT DISTINCT searches.buyer_id FROM buyer_searches AS searches
      WHERE searches.workspace_id = ${workspaceId} AND ${fitting})
    SELECT buyer_profiles.id, blocks.blocked_at, buyer_profiles.proof_amount_cents, buyer_profiles.proof_verified_at,
      ${proofDatedOn} AS proof_dated_on, searches.list AS searches, coalesce(eligibilities.list, '[]') AS eligibilities,
      e.reason AS exclusion, customers.id = ANY(ARRAY(${sellers})) AS is_seller_side
    FROM (${listFitting(listOfSearches, 'buyer_searches')}) AS searches
      JOIN buyer_profiles ON buyer_profiles.workspace_id = ${workspaceId} AND buyer_profiles.id = searches.buyer_id
      JOIN customers ON customers.workspace_id = buyer_profiles.workspace_id AND customers.id = buyer_profiles.customer_id
      LEFT JOIN (${listFitting(listOfEligibilities, 'buyer_eligibilities')}) AS eligibilities ON eligibilities.buyer_id = buyer_profiles.id
      LEFT JOIN (SELECT p.customer_id, max(p.blocked_at) AS blocked_at FROM buyer_profiles AS p
        WHERE p.workspace_id = ${workspaceId} AND p.blocked_at IS NOT NULL GROUP BY p.customer_id) AS blocks ON blocks.customer_id = customers.id
      LEFT JOIN (SELECT p.customer_id, max(e.reason) AS reason FROM buyer_exclusions AS e
        JOIN buyer_profiles AS p ON p.workspace_id = e.workspace_id AND p.id = e.buyer_id
        WHERE e.workspace_id = ${workspaceId} AND e.business_id = ${business.id} GROUP BY p.customer_id) AS e ON e.customer_id = customers.id
    WHERE buyer_profiles.deleted_at IS NULL AND ${inBuyerScope(member)}`.execute(db);
  return rows;
}

/** Open businesses in the member's scope that fit a search of a buyer by type and price. */
export async function listFittingBusinesses(
  db: Db,
  member: Member,
  { buyerId, now }: { buyerId: string; now: Date },
): Promise<(BusinessFacts & PairFacts)[]> {
  const { workspaceId } = member;
  const readable = fromBusinesses(db, member)
    .select('businesses.id')
    .where('businesses.deleted_at', 'is', null)
    .where(sql<boolean>`businesses.stage <> ALL(${[...closedStages]}::text[])`)
    .where(inBusinessScope(member));
  const { rows } = await sql<BusinessFacts & PairFacts>`
    SELECT ${sql.join(factsOfBusiness.map((column) => sql.ref(column)))}, ${price} AS price_cents,
      ${buyerCurrency} AS buyer_currency, ${selectPairColumns(now)}
    FROM businesses JOIN buyer_profiles ON buyer_profiles.workspace_id = ${workspaceId} AND buyer_profiles.id = ${buyerId}
      JOIN customers ON customers.workspace_id = buyer_profiles.workspace_id AND customers.id = buyer_profiles.customer_id
    WHERE businesses.workspace_id = ${workspaceId} AND businesses.id IN (${readable})
      AND EXISTS (SELECT FROM buyer_searches AS searches WHERE searches.workspace_id = ${workspaceId}
        AND searches.buyer_id = ${buyerId} AND ${fits('searches', {
          type: sql.ref('businesses.type'),
          state: null,
          price: sql`(CASE WHEN businesses.currency = ${buyerCurrency} THEN ${price} END)`,
        })})`.execute(db);
  return rows;
}

/** The exclusion, invitation, and side of buyers and one business, with the matching data of the buyers. */
export async function listPairs(
  db: Db,
  member: Member,
  { buyerIds, businessId, now }: { buyerIds: readonly string[]; businessId: string; now: Date },
): Promise<(BuyerFacts & PairFacts)[]> {
  const { rows } = await sql<BuyerFacts & PairFacts>`
    SELECT buyer_profiles.id, buyer_profiles.customer_id, customers.name, customers.email, ${selectBlock('blocked_at')} AS blocked_at,
      buyer_profiles.proof_amount_cents, buyer_profiles.proof_verified_at, ${proofDatedOn} AS proof_dated_on,
      ${searchesOfBuyer} AS searches, ${eligibilitiesOfBuyer} AS eligibilities, ${selectPairColumns(now)}
    FROM buyer_profiles JOIN customers ON customers.workspace_id = buyer_profiles.workspace_id AND customers.id = buyer_profiles.customer_id
      JOIN businesses ON businesses.workspace_id = ${member.workspaceId} AND businesses.id = ${businessId}
    WHERE buyer_profiles.workspace_id = ${member.workspaceId} AND buyer_profiles.id = ANY(${[...buyerIds]}::uuid[])
      AND buyer_profiles.deleted_at IS NULL AND ${inBuyerScope(member)}`.execute(db);
  return rows;
}

type Pair = { readonly workspaceId: string; readonly businessId: string; readonly buyerId: string };

/** Excludes with a reason, or includes again. */
export async function setExclusion(
  db: Db,
  {
    workspaceId,
    businessId,
    buyerId,
    reason,
    userId,
    now,
  }: Pair & { reason: string | null; userId: string; now: Date },
): Promise<void> {
  await sql`
    DELETE FROM buyer_exclusions USING buyer_profiles
    WHERE buyer_profiles.workspace_id = ${workspaceId} AND buyer_profiles.id = ${buyerId}
      AND buyer_exclusions.workspace_id = ${workspaceId} AND buyer_exclusions.business_id = ${businessId}
      AND buyer_exclusions.buyer_id IN (SELECT p.id FROM ${profilesOfCustomer})`.execute(db);
  if (reason === null) return;
  await db
    .insertInto('buyer_exclusions')
    .values({
      workspace_id: workspaceId,
      business_id: businessId,
      buyer_id: buyerId,
      reason,
      created_by: userId,
      created_at: now,
    })
    .execute();
}

/** Records that a buyer was invited to a business, with the email. */
export async function insertInvitation(
  db: Db,
  {
    workspaceId,
    businessId,
    buyerId,
    messageId,
    userId,
    now,
  }: Pair & { messageId: string; userId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('buyer_invitations')
    .values({
      workspace_id: workspaceId,
      business_id: businessId,
      buyer_id: buyerId,
      message_id: messageId,
      created_by: userId,
      created_at: now,
    })
    .execute();
}
