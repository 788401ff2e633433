import type { DocumentLevel } from '@handover/contract/deals/deal-stages.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/client.ts';
import { isOwnBusiness, isReadableBusiness } from '#features/businesses/businesses.public.ts';
import { inCustomerScope } from '#features/customers/customers.public.ts';
import { AppError } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Grant } from '#platform/session/grants.queries.ts';
import { dealPolicy } from './deals.policy.ts';

/** Whether the client is the buyer of the deal, as a condition on `fromDeals`. */
export function isOwnPurchase({ userId }: Member): RawBuilder<boolean> {
  return sql<boolean>`(customers.user_id = ${userId} AND customers.status = 'active' AND customers.deleted_at IS NULL)`;
}

/**
 * The client's document access for a deal: the deal's level for its buyer, and at most that for people it is shared
 * with.
 */
export function selectDocumentLevel(member: Member): RawBuilder<DocumentLevel> {
  const shared = listDocumentGrants(member);
  if (shared.length === 0)
    return sql<DocumentLevel>`CASE WHEN ${isOwnPurchase(member)} THEN deals.document_level ELSE 0 END`;
  const ids = shared.map(({ recordId }) => recordId);
  const levels = shared.map(({ documentLevel }) => documentLevel);
  return sql<DocumentLevel>`CASE WHEN ${isOwnPurchase(member)} THEN deals.document_level
    ELSE least(deals.document_level, (SELECT coalesce(max(shared.level), 0)
      FROM unnest(${ids}::uuid[], ${levels}::smallint[]) AS shared (deal_id, level) WHERE shared.deal_id = deals.id)) END`;
}

/**
 * Whether a deal opens documents to the client at all, as a condition on `fromDeals`: it is neither lost nor declined
 * by the seller; its buyer is still a client, and neither blocked nor excluded; and an NDA of the buyer is in force,
 * unless none was signed here (a paper copy was confirmed). A withdrawn paper NDA counts as signed, but not as in
 * force.
 */
export function hasOpenDocuments(member: Member): RawBuilder<boolean> {
  const ids = listDocumentGrants(member).map(({ recordId }) => recordId);
  const isTheirs =
    ids.length === 0
      ? isOwnPurchase(member)
      : sql`(${isOwnPurchase(member)} OR deals.id = ANY(${ids}::uuid[]))`;
  return sql<boolean>`(deals.workspace_id = ${member.workspaceId} AND deals.deleted_at IS NULL AND deals.stage <> 'lost'
    AND deals.document_level > 0 AND deals.seller_decision IS DISTINCT FROM 'declined'
    AND customers.status = 'active' AND customers.deleted_at IS NULL AND ${isTheirs}
    AND NOT ${isBuyerExcluded({
      workspaceId: sql.ref('deals.workspace_id'),
      buyerId: sql.ref('deals.buyer_id'),
      businessId: sql.ref('deals.business_id'),
    })}
    AND (SELECT coalesce(bool_or(agreements.status = 'signed'
        AND agreements.expires_sort >= (now() AT TIME ZONE ${member.timeZone})::date), true)
      FROM agreements JOIN agreement_businesses AS concerned
        ON concerned.workspace_id = agreements.workspace_id AND concerned.agreement_id = agreements.id
      WHERE agreements.workspace_id = deals.workspace_id AND agreements.customer_id = deals.buyer_id
        AND concerned.business_id = deals.business_id
        AND (agreements.status = 'signed' OR agreements.template_id IS NULL)))`;
}

/** Whether the buyer is blocked, or excluded from the business; a profile in the trash counts as well. */
export function isBuyerExcluded(deal: Record<'workspaceId' | 'buyerId' | 'businessId', RawBuilder<unknown>>) {
  return sql<boolean>`EXISTS (SELECT FROM buyer_profiles
    WHERE buyer_profiles.workspace_id = ${deal.workspaceId} AND buyer_profiles.customer_id = ${deal.buyerId}
      AND (buyer_profiles.blocked_at IS NOT NULL OR EXISTS (SELECT FROM buyer_exclusions
        WHERE buyer_exclusions.workspace_id = buyer_profiles.workspace_id
          AND buyer_exclusions.buyer_id = buyer_profiles.id
          AND buyer_exclusions.business_id = ${deal.businessId})))`;
}

type Pair = { readonly workspaceId: string; readonly businessId: string; readonly buyerId: string };

/** Whether the buyer is blocked, or excluded from the business. */
export async function isBuyerExcludedFrom(
  db: Db,
  { workspaceId, buyerId, businessId }: Pair,
): Promise<boolean> {
  const pair = {
    workspaceId: sql`${workspaceId}`,
    buyerId: sql`${buyerId}`,
    businessId: sql`${businessId}`,
  };
  const { rows } = await sql<{ barred: boolean }>`SELECT ${isBuyerExcluded(pair)} AS barred`.execute(db);
  return rows[0]?.barred === true;
}

/** Throws RULE_BROKEN for a buyer who is blocked, or excluded from the business; clients need a message without the reason. */
export async function assertBuyerNotExcluded(
  db: Db,
  pair: Pair,
  message = 'This buyer is blocked, or excluded from this business. Change that on the buyer’s page first.',
): Promise<void> {
  if (await isBuyerExcludedFrom(db, pair)) throw new AppError('RULE_BROKEN', message);
}

/** A deal that would be one too many if two customers were one. */
export type DealConflict = {
  readonly reason: 'both-have-deals' | 'other-is-owner';
  readonly buyerId: string;
  readonly business: string;
};

/**
 * A business on which both customers have a deal, or which one owns while the other has a deal on it that is not
 * closed: owners may have bought the business.
 */
export async function findDealConflict(
  db: Db,
  { workspaceId, customerIds }: { workspaceId: string; customerIds: readonly [string, string] },
): Promise<DealConflict | null> {
  const [one, two] = customerIds;
  const { rows } = await sql<DealConflict>`
    SELECT CASE WHEN has_deal.yes THEN 'both-have-deals' ELSE 'other-is-owner' END AS reason,
      deals.buyer_id AS "buyerId", businesses.name AS business
    FROM (VALUES (${one}::uuid, ${two}::uuid), (${two}::uuid, ${one}::uuid)) AS pair (buyer_id, other_id)
    JOIN deals ON deals.workspace_id = ${workspaceId} AND deals.buyer_id = pair.buyer_id AND deals.deleted_at IS NULL
    JOIN businesses ON businesses.workspace_id = deals.workspace_id AND businesses.id = deals.business_id
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM deals AS others WHERE others.workspace_id = ${workspaceId}
      AND others.business_id = businesses.id AND others.buyer_id = pair.other_id AND others.deleted_at IS NULL) AS yes) AS has_deal
    WHERE has_deal.yes OR (deals.stage <> 'closed' AND (businesses.owner_id = pair.other_id
      OR EXISTS (SELECT FROM business_co_owners AS co WHERE co.workspace_id = ${workspaceId}
        AND co.business_id = businesses.id AND co.customer_id = pair.other_id)))
    ORDER BY deals.id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** The grants of deals that this request may use and that open documents. */
function listDocumentGrants({ grants, granted }: Member): readonly Grant[] {
  return grants.filter(
    ({ recordType, recordId, documentLevel }) =>
      recordType === 'deal' && documentLevel > 0 && granted['deal']?.includes(recordId) === true,
  );
}

/**
 * Read scope of deals and everything attached to them, as a condition on `fromDeals`: all of the workspace; deals that
 * the member brokers, or with a business or buyer that they broker; for clients, their purchases and the deals on
 * their businesses; plus deals shared with them.
 */
export function inDealScope(member: Member): RawBuilder<boolean> {
  const inWorkspace = sql<boolean>`deals.workspace_id = ${member.workspaceId}`;
  if (member.scope === 'all') return inWorkspace;
  const granted = sql`deals.id = ANY(${member.granted['deal'] ?? []}::uuid[])`;
  if (member.scope === 'own')
    return sql<boolean>`(${inWorkspace} AND (deals.broker_id = ${member.userId} OR ${granted}
      OR (${inCustomerScope(member)} AND customers.deleted_at IS NULL)
      OR ${isReadableBusiness(member, sql.ref('deals.business_id'))}))`;
  return sql<boolean>`(${inWorkspace} AND deals.deleted_at IS NULL AND (${granted} OR ${isOwnPurchase(member)}
    OR ${isOwnBusiness(member, sql.ref('deals.business_id'))}))`;
}

/** The name of the buyer of a deal for an error text: limited staff read it of their own deals only. */
export function selectRivalName(member: Member): RawBuilder<string> {
  return sql<string>`CASE WHEN ${inDealScope(member)} THEN customers.name ELSE 'Another buyer' END`;
}

/** Deals of the member's workspace, each with its business and, as `customers`, its buyer. */
export function fromDeals(db: Db, { workspaceId }: Member) {
  return db
    .selectFrom('deals')
    .innerJoin('businesses', (join) =>
      join
        .onRef('businesses.workspace_id', '=', 'deals.workspace_id')
        .onRef('businesses.id', '=', 'deals.business_id'),
    )
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'deals.workspace_id')
        .onRef('customers.id', '=', 'deals.buyer_id'),
    )
    .where('deals.workspace_id', '=', workspaceId);
}

/** Whether the expression `deal` is the ID of an active deal that the member may read. */
export function isReadableDeal(member: Member, deal: RawBuilder<unknown>): RawBuilder<boolean> {
  // The expression is evaluated apart from the tables of this query, which may have the same names as its own.
  return sql<boolean>`EXISTS (SELECT FROM (SELECT ${deal} AS id) AS asked JOIN deals ON deals.id = asked.id
      JOIN customers ON customers.workspace_id = deals.workspace_id AND customers.id = deals.buyer_id
    WHERE deals.workspace_id = ${member.workspaceId} AND deals.deleted_at IS NULL AND ${inDealScope(member)})`;
}

/** Fields of a deal used by other features. */
export type DealRef = {
  readonly id: string;
  /** Buyer and business; staff only. */
  readonly name: string;
  readonly businessId: string;
  readonly buyerId: string;
};

/** An active deal that the member may read. Throws NOT_FOUND, RULE_BROKEN for one in the trash. */
export async function getActiveDeal(db: Db, member: Member, dealId: string): Promise<DealRef> {
  const row = await findRef(db, member, dealId);
  if (row === undefined || row.deleted_at !== null) throw dealPolicy.missing(member, row);
  return row;
}

/** A deal that the member may read, deleted or not. Throws NOT_FOUND. */
export async function getDealRef(db: Db, member: Member, dealId: string): Promise<DealRef> {
  const row = await findRef(db, member, dealId);
  if (row === undefined) throw dealPolicy.missing(member, row);
  return row;
}

async function findRef(db: Db, member: Member, dealId: string) {
  return fromDeals(db, member)
    .select([
      'deals.id',
      'deals.business_id as businessId',
      'deals.buyer_id as buyerId',
      'deals.deleted_at',
      'deals.stage',
      sql<'staff'>`'staff'`.as('side'),
      sql<boolean>`false`.as('is_party'),
      sql<string>`customers.name || ' – ' || businesses.name`.as('name'),
    ])
    .where('deals.id', '=', dealId)
    .where(inDealScope(member))
    .executeTakeFirst();
}

/** Serializes moves and changes of the closing and the commission until the transaction ends. */
export function lockDeal(db: Db, { workspaceId, dealId }: { workspaceId: string; dealId: string }) {
  return db
    .selectFrom('deals')
    .select(['stage', 'version'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', dealId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** For the gates of businesses: whether a deal on the business has an accepted LOI, and whether one is closed. */
export async function getOfferFact(
  db: Db,
  { workspaceId, businessId }: { readonly workspaceId: string; readonly businessId: string },
): Promise<{ hasAcceptedOffer: boolean; hasClosedDeal: boolean }> {
  const { rows } = await sql<{ hasAcceptedOffer: boolean; hasClosedDeal: boolean }>`
    SELECT EXISTS (SELECT FROM offers JOIN deals ON deals.workspace_id = offers.workspace_id AND deals.id = offers.deal_id
    WHERE deals.workspace_id = ${workspaceId} AND deals.business_id = ${businessId} AND deals.deleted_at IS NULL
      AND deals.stage <> 'lost' AND offers.state = 'accepted' AND offers.kind = 'loi') AS "hasAcceptedOffer",
    EXISTS (SELECT FROM deals WHERE workspace_id = ${workspaceId} AND business_id = ${businessId}
      AND deleted_at IS NULL AND stage = 'closed') AS "hasClosedDeal"`.execute(db);
  return rows[0] ?? { hasAcceptedOffer: false, hasClosedDeal: false };
}

/** A seller who has not decided about a buyer is asked again after this many days. */
export const approvalDays = 3;

/** Marks the seller as asked about the buyer; false if they have decided, or were asked recently. */
export async function claimApprovalRequest(
  db: Db,
  { workspaceId, dealId, now }: { workspaceId: string; dealId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE deals SET approval_asked_at = ${now}
    WHERE workspace_id = ${workspaceId} AND id = ${dealId} AND seller_decision IS NULL
      AND (approval_asked_at IS NULL OR approval_asked_at <= ${now}::timestamptz - make_interval(days => ${approvalDays}))
    RETURNING id`.execute(db);
  return rows.length > 0;
}
