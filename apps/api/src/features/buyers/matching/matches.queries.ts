import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import { closedStages, type BusinessStage } from '@handover/contract/businesses/business-stages.ts';
import type { BuyerEligibility, BuyerSearch } from '@handover/contract/buyers/buyers.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { fromBusinesses, inBusinessScope } from '#features/businesses/businesses.public.ts';
import type { Member } from '#platform/session/actor.ts';
import { isLiveGrant } from '#platform/session/grants.queries.ts';
import { eligibilitiesOfBuyer, inBuyerScope, proofDatedOn, searchesOfBuyer } from '../buyers.queries.ts';

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

/** Whether a customer, or one with the same login, owns a business or has access to it. */
const isSellerSide = (now: Date): RawBuilder<boolean> => sql<boolean>`(businesses.owner_id = customers.id
  OR EXISTS (SELECT FROM business_co_owners AS co JOIN customers AS owners ON owners.workspace_id = co.workspace_id AND owners.id = co.customer_id
    WHERE co.workspace_id = businesses.workspace_id AND co.business_id = businesses.id
      AND (owners.id = customers.id OR owners.user_id = customers.user_id))
  OR (customers.user_id IS NOT NULL AND (
    EXISTS (SELECT FROM customers AS owners WHERE owners.workspace_id = businesses.workspace_id
      AND owners.id = businesses.owner_id AND owners.user_id = customers.user_id)
    OR EXISTS (SELECT FROM access_grants AS g LEFT JOIN users ON users.id = customers.user_id
      WHERE g.workspace_id = businesses.workspace_id AND g.record_type = 'business' AND g.record_id = businesses.id
        AND (g.user_id = users.id OR g.email_key = users.email_key) AND ${isLiveGrant(now)}))))`;

const selectPairColumns = (now: Date): RawBuilder<unknown> => sql`
  (SELECT e.reason FROM buyer_exclusions AS e WHERE e.workspace_id = businesses.workspace_id
    AND e.business_id = businesses.id AND e.buyer_id = buyer_profiles.id) AS exclusion,
  (SELECT i.created_at FROM buyer_invitations AS i WHERE i.workspace_id = businesses.workspace_id
    AND i.business_id = businesses.id AND i.buyer_id = buyer_profiles.id) AS invited_at,
  ${isSellerSide(now)} AS is_seller_side`;

/** Buyers in the member's scope with a search that fits a business; a state only if it is known. */
export async function listFittingBuyers(
  db: Db,
  member: Member,
  { business, state, now }: { business: BusinessFacts; state: string | null; now: Date },
): Promise<(BuyerFacts & PairFacts)[]> {
  const { rows } = await sql<BuyerFacts & PairFacts>`
    SELECT buyer_profiles.id, buyer_profiles.customer_id, customers.name, customers.email, buyer_profiles.blocked_at,
      buyer_profiles.proof_amount_cents, buyer_profiles.proof_verified_at, ${proofDatedOn} AS proof_dated_on,
      ${searchesOfBuyer} AS searches, ${eligibilitiesOfBuyer} AS eligibilities, ${selectPairColumns(now)}
    FROM buyer_profiles JOIN customers ON customers.workspace_id = buyer_profiles.workspace_id AND customers.id = buyer_profiles.customer_id
      JOIN businesses ON businesses.workspace_id = ${member.workspaceId} AND businesses.id = ${business.id}
    WHERE buyer_profiles.workspace_id = ${member.workspaceId} AND buyer_profiles.deleted_at IS NULL AND ${inBuyerScope(member)}
      AND buyer_profiles.id = ANY(ARRAY(SELECT DISTINCT searches.buyer_id FROM buyer_searches AS searches
        WHERE searches.workspace_id = ${member.workspaceId} AND ${fits('searches', {
          type: sql`${business.type}`,
          state: state === null ? null : sql`${state}`,
          price: sql`${business.currency === business.buyer_currency ? business.price_cents : null}`,
        })}))`.execute(db);
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

/** The exclusion, invitation, and side of one buyer and one business, with the matching data of the buyer; or null. */
export async function findPair(
  db: Db,
  member: Member,
  { buyerId, businessId, now }: { buyerId: string; businessId: string; now: Date },
): Promise<(BuyerFacts & PairFacts) | null> {
  const { rows } = await sql<BuyerFacts & PairFacts>`
    SELECT buyer_profiles.id, buyer_profiles.customer_id, customers.name, customers.email, buyer_profiles.blocked_at,
      buyer_profiles.proof_amount_cents, buyer_profiles.proof_verified_at, ${proofDatedOn} AS proof_dated_on,
      ${searchesOfBuyer} AS searches, ${eligibilitiesOfBuyer} AS eligibilities, ${selectPairColumns(now)}
    FROM buyer_profiles JOIN customers ON customers.workspace_id = buyer_profiles.workspace_id AND customers.id = buyer_profiles.customer_id
      JOIN businesses ON businesses.workspace_id = ${member.workspaceId} AND businesses.id = ${businessId}
    WHERE buyer_profiles.workspace_id = ${member.workspaceId} AND buyer_profiles.id = ${buyerId}
      AND buyer_profiles.deleted_at IS NULL AND ${inBuyerScope(member)}`.execute(db);
  return rows[0] ?? null;
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
  await db
    .deleteFrom('buyer_exclusions')
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('buyer_id', '=', buyerId)
    .execute();
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
