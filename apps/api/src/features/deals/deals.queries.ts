import type { DealFilter, DealSortKey } from '@handover/contract/deals/deal-list.ts';
import {
  endedDealStages,
  exclusiveLevel,
  openDealStages,
  type DealStage,
} from '@handover/contract/deals/deal-stages.ts';
import type { DealSide } from '@handover/contract/deals/deals.ts';
import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { DealsTable } from '#db/schema/deals.ts';
import { executePrepared } from '#db/statements/prepared-statement.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import { isOwnBusiness } from '#features/businesses/businesses.public.ts';
import {
  matchesFilter,
  resolveFilter,
  type FilterConditions,
} from '#platform/records/list/filter.queries.ts';
import type { Listable, ListSlice } from '#platform/records/list/list-spec.ts';
import type { SortKey } from '#platform/records/list/sort.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { dealPolicy } from './deals.policy.ts';
import { fromDeals, inDealScope, isOwnPurchase } from './deals.public.ts';

const columns = [
  'deals.id',
  'deals.business_id',
  'deals.buyer_id',
  'deals.broker_id',
  'deals.stage',
  'deals.stage_rank',
  'deals.stage_entered_at',
  'deals.stage_reason',
  'deals.lost_reason',
  'deals.document_level',
  'deals.currency',
  'deals.agreed_price_cents',
  'deals.expected_close',
  'deals.close_sort',
  'deals.source',
  'deals.direct_change',
  'deals.financing_kind',
  'deals.lender',
  'deals.loan_cents',
  'deals.dscr',
  'deals.seller_decision',
  'deals.seller_decided_at',
  'deals.created_at',
  'deals.updated_at',
  'deals.deleted_at',
  'deals.version',
  'businesses.name as business_name',
  'businesses.public_title',
  'businesses.type as business_type',
  'businesses.owner_id',
  'businesses.broker_id as business_broker_id',
  'customers.name as buyer_name',
  'users.display_name as broker_name',
] as const;

/** The price of the accepted offer, else the asking price. */
const value = sql<
  number | null
>`coalesce(deals.agreed_price_cents, businesses.reduced_price_cents, businesses.asking_price_cents)`;

/** Whether the commission of the deal is final, or was recorded as none. */
const hasFinalCommission = sql<boolean>`(deals.stage = 'closed' AND EXISTS (SELECT FROM commissions
  WHERE commissions.workspace_id = deals.workspace_id AND commissions.id = deals.id))`;

function selectDeals(db: Db, member: Member) {
  return fromDeals(db, member)
    .leftJoin('users', 'users.id', 'deals.broker_id')
    .select(columns)
    .select([
      value.as('value_cents'),
      selectSide(member).as('side'),
      isParty(member).as('is_party'),
      hasFinalCommission.as('has_final_commission'),
    ]);
}

/** The member's side of the deal. People with a grant but no role of their own are on the buyer's side. */
function selectSide(member: Member): RawBuilder<DealSide> {
  if (member.scope !== 'client') return sql<DealSide>`'staff'`;
  return sql<DealSide>`CASE WHEN ${isOwnPurchase(member)} THEN 'buyer'
    WHEN ${isOwnBusiness(member, sql.ref('deals.business_id'))} THEN 'seller' ELSE 'buyer' END`;
}

function isParty(member: Member): RawBuilder<boolean> {
  if (member.scope !== 'client') return sql<boolean>`false`;
  return sql<boolean>`(${isOwnPurchase(member)} OR ${isOwnBusiness(member, sql.ref('deals.business_id'))})`;
}

const conditions: FilterConditions<DealFilter> = {
  stage: (stage) => sql`deals.stage = ${stage}`,
  isOpen: (isOpen) =>
    isOpen
      ? sql`deals.stage <> ALL(${[...endedDealStages]}::text[])`
      : sql`deals.stage = ANY(${[...endedDealStages]}::text[])`,
  brokerId: (brokerId, { member }) =>
    brokerId === 'none'
      ? sql`deals.broker_id IS NULL`
      : sql`deals.broker_id = ${brokerId === 'me' ? member.userId : brokerId}`,
  businessId: (businessId) => sql`deals.business_id = ${businessId}`,
  buyerId: (buyerId) => sql`deals.buyer_id = ${buyerId}`,
  lostReason: (reason) => sql`deals.lost_reason = ${reason}`,
  currency: (currency) => sql`deals.currency = ${currency}`,
  source: (source) => sql`deals.source = ${source}`,
  hasSource: (isSet) => (isSet ? sql`deals.source IS NOT NULL` : sql`deals.source IS NULL`),
  stageFrom: (date, { member }) =>
    sql`deals.stage_entered_at >= (${date}::date::timestamp AT TIME ZONE ${member.timeZone})`,
  stageBefore: (date, { member }) =>
    sql`deals.stage_entered_at < (${date}::date::timestamp AT TIME ZONE ${member.timeZone})`,
  closeBefore: (date) => sql`deals.expected_close < ${date}::date`,
};

type SortFields = Pick<
  Selectable<DealsTable>,
  'created_at' | 'stage_rank' | 'stage_entered_at' | 'close_sort'
>;

const sorts: Record<DealSortKey, SortKey<SortFields>> = {
  createdAt: { column: sql.ref('deals.created_at'), read: (row) => row.created_at.toISOString() },
  stage: { column: sql.ref('deals.stage_rank'), read: (row) => row.stage_rank },
  stageEnteredAt: {
    column: sql.ref('deals.stage_entered_at'),
    read: (row) => row.stage_entered_at.toISOString(),
  },
  // Deals without a date sort after every date.
  expectedClose: { column: sql.ref('deals.close_sort'), read: (row) => row.close_sort },
};

/** One page of the list or the export. */
export function fetchDeals(
  db: Db,
  member: Member,
  { where, sorting, limit }: Pick<ListSlice, 'where' | 'sorting' | 'limit'>,
) {
  return selectDeals(db, member)
    .select(sorting.values.as('sort_values'))
    .where(where)
    .orderBy(sorting.order)
    .limit(limit)
    .execute();
}

type ListedRow = Awaited<ReturnType<typeof fetchDeals>>[number];
export type DealRow = Omit<ListedRow, 'sort_values'>;

const buyers = sql`JOIN customers ON customers.workspace_id = deals.workspace_id AND customers.id = deals.buyer_id`;
const businesses = sql`JOIN businesses ON businesses.workspace_id = deals.workspace_id AND businesses.id = deals.business_id`;

export const listableDeals: Listable<ListedRow> = {
  type: 'deal',
  table: 'deals',
  scope: inDealScope,
  from: () => sql`deals ${businesses} ${buyers}`,
  search: { title: sql.ref('customers.name'), detail: sql.ref('businesses.name') },
  filter: {
    conditions,
    trash: (member) => (dealPolicy.seesTrash(member) ? sql`deals.deleted_at IS NOT NULL` : null),
  },
  list: {
    sorts,
    defaultSort: '-createdAt',
    // The search text contains the business's name, which may still be hidden from a buyer.
    forClients: {
      filters: [
        'stage',
        'isOpen',
        'brokerId',
        'businessId',
        'buyerId',
        'currency',
        'stageFrom',
        'stageBefore',
        'closeBefore',
      ],
      sorts: ['createdAt', 'stage', 'stageEnteredAt', 'expectedClose'],
    },
    fetch: fetchDeals,
    count: async (db, member, { where }) => {
      const { rows } = await sql<{
        count: number;
      }>`SELECT count(*)::int AS count FROM ${selectCountSource(member)}
        WHERE deals.workspace_id = ${member.workspaceId} AND ${where}`.execute(db);
      return rows[0]?.count ?? 0;
    },
  },
};

/**
 * Only narrower scopes have conditions on the business and the buyer. Every deal has both, so the joins are skipped
 * otherwise: they would take most of the time.
 */
function selectCountSource({ scope }: Member): RawBuilder<unknown> {
  return scope === 'all' ? sql`deals` : sql`deals ${businesses} ${buyers}`;
}

/**
 * How many deals match in each stage, and their value by currency: only one of several buyers can buy a business, so a
 * stage counts it once, at the highest value.
 */
export async function countByStage(
  work: Pick<Work, 'db' | 'now'>,
  member: Member,
  filter: DealFilter,
): Promise<{ stage: DealStage; currency: string; count: number; cents: number }[]> {
  const where = matchesFilter(
    listableDeals,
    member,
    await resolveFilter(listableDeals, work, { member, filter }),
  );
  const { rows } = await sql<{ stage: DealStage; currency: string; count: number; cents: number }>`
    SELECT stage, currency, sum(count)::int AS count, coalesce(sum(cents), 0)::bigint AS cents
    FROM (SELECT deals.stage, deals.currency, count(*) AS count, max(${value}) AS cents
      FROM deals ${businesses} ${member.scope === 'all' ? sql`` : buyers}
      WHERE deals.workspace_id = ${member.workspaceId} AND ${where}
      GROUP BY deals.stage, deals.currency, deals.business_id) AS by_business
    GROUP BY stage, currency ORDER BY currency`.execute(work.db);
  return rows;
}

/** A deal in scope, deleted or not; null otherwise. */
export async function findDealRow(db: Db, member: Member, dealId: string): Promise<DealRow | null> {
  const [row = null] = await executePrepared(
    db,
    selectDeals(db, member).where('deals.id', '=', dealId).where(inDealScope(member)),
  );
  return row;
}

/** The open deals of a business that the member may read. */
export function listOpenDeals(db: Db, member: Member, businessId: string): Promise<DealRow[]> {
  return selectDeals(db, member)
    .where('deals.business_id', '=', businessId)
    .where('deals.stage', 'in', openDealStages)
    .where('deals.deleted_at', 'is', null)
    .where(inDealScope(member))
    .execute();
}

/** The login of an active buyer: one, or none. */
export async function findBuyerLogins(
  db: Db,
  { workspaceId, buyerId }: { workspaceId: string; buyerId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('customers')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', buyerId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.flatMap(({ user_id: login }) => login ?? []);
}

export async function insertDeal(db: Db, row: Insertable<DealsTable>): Promise<void> {
  await db.insertInto('deals').values(row).execute();
}

type Key = { readonly workspaceId: string; readonly dealId: string };

/** Updates a deal and its version; false if the version is stale. */
export function updateDealRow(
  db: Db,
  {
    workspaceId,
    dealId,
    version,
    change,
    now,
  }: Key & { readonly version: number; readonly change: Updateable<DealsTable>; readonly now: Date },
): Promise<boolean> {
  return updateVersion(db, 'deals', {
    workspaceId,
    id: dealId,
    version,
    change: { ...change, updated_at: now },
  });
}

/**
 * The active deal of a buyer on a business, or null. Locks the business, so that concurrent requests create only one.
 */
export async function findActiveDeal(
  db: Db,
  { workspaceId, businessId, buyerId }: { workspaceId: string; businessId: string; buyerId: string },
): Promise<string | null> {
  await lockBusiness(db, { workspaceId, businessId });
  const row = await db
    .selectFrom('deals')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('buyer_id', '=', buyerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether another open deal of a business has exclusive access to its documents. Locks the business. */
export async function hasExclusiveDeal(
  db: Db,
  { workspaceId, businessId, exceptId }: { workspaceId: string; businessId: string; exceptId: string },
): Promise<boolean> {
  await lockBusiness(db, { workspaceId, businessId });
  const row = await db
    .selectFrom('deals')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('business_id', '=', businessId)
    .where('id', '<>', exceptId)
    .where('document_level', '=', exclusiveLevel)
    .where('stage', 'in', openDealStages)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function lockBusiness(
  db: Db,
  { workspaceId, businessId }: { workspaceId: string; businessId: string },
): Promise<void> {
  await db
    .selectFrom('businesses')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .forUpdate()
    .execute();
}
