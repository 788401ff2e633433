import type {
  CommissionFilter,
  CommissionSortKey,
  CommissionStatus,
} from '@handover/contract/commission/commission-list.ts';
import type { ConsiderationPart } from '@handover/domain/commission/commission.ts';
import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { CommissionTables, EngagementLettersTable, PayoutShare } from '#db/schema/commission.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import { fromDeals, inDealScope } from '#features/deals/deals.public.ts';
import type { FilterConditions } from '#platform/records/list/filter.queries.ts';
import type { Listable, ListSlice } from '#platform/records/list/list-spec.ts';
import type { SortKey } from '#platform/records/list/sort.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { isAdmin } from '#platform/session/policy.ts';
import { isProtectedBuyer } from './engagements/protected-buyers.queries.ts';

/**
 * Read scope of commissions, as a condition on `fromCommissions`: administrators see all, brokers those that they have a
 * share of, or would have if one were owed. Lost deals have none.
 */
export function inCommissionScope(member: Member): RawBuilder<boolean> {
  if (member.scope === 'client') return sql<boolean>`false`;
  const isThere = sql<boolean>`(deals.workspace_id = ${member.workspaceId}
    AND (deals.stage <> 'lost' OR commissions.id IS NOT NULL))`;
  if (isAdmin(member)) return isThere;
  const { userId } = member;
  const isAgent = sql<boolean>`CASE WHEN commissions.id IS NULL OR commissions.no_commission_reason IS NOT NULL
    THEN deals.broker_id = ${userId} OR letters.broker_id = ${userId} OR letters.co_broker_id = ${userId}
    ELSE EXISTS (SELECT FROM commission_shares WHERE commission_shares.workspace_id = deals.workspace_id
      AND commission_shares.commission_id = deals.id AND commission_shares.user_id = ${userId}) END`;
  return sql<boolean>`(${isThere} AND ${inDealScope(member)} AND coalesce(${isAgent}, false))`;
}

/**
 * The letter of the deal's business: the letter whose term includes the closing, else the letter whose tail does, else
 * the signed letter, else the last one to end. Or a given letter. An open deal closes on `closes_on`, the later of today
 * and the expected close.
 */
function selectLetter(
  { workspaceId, timeZone }: Pick<Member, 'workspaceId' | 'timeZone'>,
  letterId?: string,
) {
  const closesOn = sql`CASE deals.stage WHEN 'closed' THEN (deals.stage_entered_at AT TIME ZONE ${timeZone})::date
    ELSE greatest(deals.expected_close, (now() AT TIME ZONE ${timeZone})::date) END`;
  const lastDay = sql`coalesce(engagement_letters.ended_on, engagement_letters.ends_on, 'infinity')`;
  const isGiven =
    letterId === undefined ? sql<boolean>`true` : sql<boolean>`engagement_letters.id = ${letterId}`;
  return sql<
    Selectable<EngagementLettersTable> & { closes_on: string }
  >`(SELECT engagement_letters.*, closing.closes_on FROM engagement_letters,
      LATERAL (SELECT ${closesOn} AS closes_on) AS closing
    WHERE engagement_letters.workspace_id = ${workspaceId} AND engagement_letters.business_id = deals.business_id
      AND engagement_letters.status <> 'draft' AND ${isGiven}
    ORDER BY closing.closes_on BETWEEN engagement_letters.starts_on AND ${lastDay} DESC,
      closing.closes_on >= engagement_letters.starts_on
        AND closing.closes_on < ${lastDay} + make_interval(months => engagement_letters.tail_months) DESC,
      engagement_letters.status = 'signed' DESC, engagement_letters.ended_on DESC LIMIT 1)`;
}

/** Deals of the workspace with their commission, letter, business, and, as `customers`, buyer. */
function fromCommissions(db: Db, member: Member, letterId?: string) {
  return fromDeals(db, member)
    .leftJoin('commissions', (join) =>
      join
        .onRef('commissions.workspace_id', '=', 'deals.workspace_id')
        .onRef('commissions.id', '=', 'deals.id'),
    )
    .leftJoinLateral(selectLetter(member, letterId).as('letters'), (join) => join.onTrue());
}

const statusColumn = sql<CommissionStatus>`CASE
  WHEN commissions.id IS NULL THEN CASE deals.stage WHEN 'closed' THEN 'to_finalize' ELSE 'expected' END
  WHEN commissions.fee_cents = 0 THEN 'no_commission'
  WHEN commissions.paid_cents < commissions.due_cents THEN 'due' ELSE 'paid' END`;

const columns = [
  'deals.id',
  'deals.business_id',
  'deals.buyer_id',
  'deals.broker_id',
  'deals.stage',
  'deals.currency',
  'deals.expected_close',
  'deals.close_sort',
  'deals.created_at',
  'deals.deleted_at',
  'businesses.name as business_name',
  'customers.name as buyer_name',
  'brokers.display_name as broker_name',
  'letters.id as letter_id',
  'letters.fee_table_name',
  'letters.steps',
  'letters.minimum_fee_cents',
  'letters.counted_parts',
  'letters.retainers',
  'letters.splits',
  'letters.carve_outs',
  'letters.starts_on',
  'letters.ends_on',
  'letters.ended_on',
  'letters.tail_months',
  'letters.closes_on',
  'letters.broker_id as listing_id',
  'letters.co_broker_id as co_listing_id',
  'listing.display_name as listing_name',
  'co_listing.display_name as co_listing_name',
  'commissions.closed_on',
  'commissions.consideration',
  'commissions.terms',
  'commissions.earn_outs',
  'commissions.claim',
  'commissions.no_commission_reason',
  'commissions.base_cents',
  'commissions.fee_cents',
  'commissions.credit_cents',
  'commissions.due_cents',
  'commissions.due_changed_at',
  'commissions.version',
] as const;

function selectCommissions(db: Db, member: Member, letterId?: string) {
  return fromCommissions(db, member, letterId)
    .leftJoin('users as brokers', 'brokers.id', 'deals.broker_id')
    .leftJoin('users as listing', 'listing.id', 'letters.broker_id')
    .leftJoin('users as co_listing', 'co_listing.id', 'letters.co_broker_id')
    .select(columns)
    .select([
      statusColumn.as('status'),
      // Read only where it matters, for a closing after the term.
      sql<boolean>`CASE WHEN letters.closes_on > coalesce(letters.ended_on, letters.ends_on)
        THEN ${isProtectedBuyer(member)} ELSE false END`.as('is_protected'),
      sql<number>`coalesce(commissions.paid_cents, 0)`.as('paid_cents'),
      sumOwnPaid(member).as('own_paid_cents'),
      sql<
        number | null
      >`coalesce(deals.agreed_price_cents, businesses.reduced_price_cents, businesses.asking_price_cents)`.as(
        'price_cents',
      ),
      selectOfferParts(member).as('offer_parts'),
      sql<
        StoredShare[] | null
      >`(SELECT json_agg(json_build_object('role', role, 'userId', user_id, 'name', name, 'cents', cents)
        ORDER BY position) FROM commission_shares WHERE commission_shares.workspace_id = ${member.workspaceId}
        AND commission_shares.commission_id = deals.id)`.as('shares'),
    ]);
}

/** The parts of a deal's accepted letter of intent, without the earn-out, which counts once it is paid. */
function selectOfferParts({ workspaceId }: Pick<Member, 'workspaceId'>) {
  return sql<Partial<Record<Exclude<ConsiderationPart, 'earnOut'>, number>> | null>`(
    SELECT json_build_object('cash', cash_cents, 'sellerNote', seller_note_cents, 'assumedDebt', assumed_debt_cents,
      'inventory', inventory_cents, 'realEstate', real_estate_cents)
    FROM offers WHERE offers.workspace_id = ${workspaceId} AND offers.deal_id = deals.id
      AND offers.state = 'accepted' AND offers.kind = 'loi' ORDER BY offers.number DESC LIMIT 1)`;
}

/** The member's parts in the payouts of a deal. */
function sumOwnPaid({ workspaceId, userId }: Member): RawBuilder<number> {
  return sql<number>`(SELECT coalesce(sum((share->>'cents')::bigint), 0)::bigint
    FROM commission_payouts, jsonb_array_elements(commission_payouts.shares) AS share
    WHERE commission_payouts.workspace_id = ${workspaceId} AND commission_payouts.commission_id = deals.id
      AND share->>'userId' = ${userId}::text)`;
}

type StoredShare = PayoutShare & { readonly name: string };

const conditions: FilterConditions<CommissionFilter> = {
  status: (status) => sql`${statusColumn} = ${status}`,
  brokerId: (brokerId, { member }) => sql`deals.broker_id = ${brokerId === 'me' ? member.userId : brokerId}`,
  businessId: (businessId) => sql`deals.business_id = ${businessId}`,
  currency: (currency) => sql`deals.currency = ${currency}`,
  expectedFrom: (day) => sql`deals.expected_close >= ${day}::date`,
  expectedBefore: (day) => sql`deals.expected_close < ${day}::date`,
  hasExpectedClose: (isSet) =>
    isSet ? sql`deals.expected_close IS NOT NULL` : sql`deals.expected_close IS NULL`,
  closedFrom: (day) => sql`commissions.closed_on >= ${day}::date`,
  closedBefore: (day) => sql`commissions.closed_on < ${day}::date`,
};

type SortFields = {
  readonly created_at: Date;
  readonly close_sort: string;
  readonly closed_on: string | null;
};
const openEnd = '9999-12-31';
const sorts: Record<CommissionSortKey, SortKey<SortFields>> = {
  createdAt: { column: sql.ref('deals.created_at'), read: (row) => row.created_at.toISOString() },
  expectedClose: { column: sql.ref('deals.close_sort'), read: (row) => row.close_sort },
  closedOn: {
    column: sql`coalesce(commissions.closed_on, ${openEnd}::date)`,
    read: (row) => row.closed_on ?? openEnd,
  },
};

/** One page of the list or the export. */
export function fetchCommissions(
  db: Db,
  member: Member,
  { where, sorting, limit }: Pick<ListSlice, 'where' | 'sorting' | 'limit'>,
) {
  return selectCommissions(db, member)
    .select(sorting.values.as('sort_values'))
    .where(where)
    .orderBy(sorting.order)
    .limit(limit)
    .execute();
}

type ListedRow = Awaited<ReturnType<typeof fetchCommissions>>[number];
export type CommissionRow = Omit<ListedRow, 'sort_values'>;

export const listableCommissions: Listable<ListedRow> = {
  type: 'commission',
  table: 'deals',
  scope: inCommissionScope,
  from: (member) => sql`deals
    JOIN businesses ON businesses.workspace_id = deals.workspace_id AND businesses.id = deals.business_id
    JOIN customers ON customers.workspace_id = deals.workspace_id AND customers.id = deals.buyer_id
    LEFT JOIN commissions ON commissions.workspace_id = deals.workspace_id AND commissions.id = deals.id
    LEFT JOIN LATERAL ${selectLetter(member)} AS letters ON true`,
  search: { title: sql.ref('customers.name'), detail: sql.ref('businesses.name') },
  filter: { conditions, trash: () => null },
  list: {
    sorts,
    defaultSort: '-createdAt',
    fetch: fetchCommissions,
    count: async (db, member, { where }) => {
      const { count } = await fromCommissions(db, member)
        .select(sql<number>`count(*)::int`.as('count'))
        .where(where)
        .executeTakeFirstOrThrow();
      return count;
    },
  },
};

/** All commissions that match and are not final. */
export function listNotFinal(db: Db, member: Member, where: RawBuilder<boolean>): Promise<CommissionRow[]> {
  return selectCommissions(db, member).where(where).where('commissions.id', 'is', null).execute();
}

/**
 * The totals of the matching final commissions, by status and currency: whole commissions, or a broker's own shares.
 */
export function sumFinal(db: Db, member: Member, where: RawBuilder<boolean>) {
  const own = sql`(SELECT coalesce(sum(cents), 0) FROM commission_shares
    WHERE commission_shares.workspace_id = ${member.workspaceId} AND commission_shares.commission_id = deals.id
      AND commission_shares.user_id = ${member.userId})`;
  const due = isAdmin(member) ? sql.ref('commissions.due_cents') : own;
  const paid = isAdmin(member) ? sql.ref('commissions.paid_cents') : sumOwnPaid(member);
  return fromCommissions(db, member)
    .select([
      statusColumn.as('status'),
      'deals.currency',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`sum(${due})::bigint`.as('dueCents'),
      sql<number>`0`.as('weightedCents'),
      sql<number>`sum(${paid})::bigint`.as('paidCents'),
    ])
    .where(where)
    .where('commissions.id', 'is not', null)
    .groupBy([statusColumn, 'deals.currency'])
    .execute();
}

/** The commission of a deal in scope that is not in the trash; null otherwise. */
export function findCommissionRow(db: Db, member: Member, id: string): Promise<CommissionRow | null> {
  return findWithLetter(db, member, { id });
}

/** The same, with the terms of a given letter. */
export async function findWithLetter(
  db: Db,
  member: Member,
  { id, letterId }: { readonly id: string; readonly letterId?: string },
): Promise<CommissionRow | null> {
  const row = await selectCommissions(db, member, letterId)
    .where('deals.id', '=', id)
    .where('deals.deleted_at', 'is', null)
    .where(inCommissionScope(member))
    .executeTakeFirst();
  return row ?? null;
}

type Key = { readonly workspaceId: string; readonly id: string };

/** Version numbers continue from before the commission was reopened. False if the deal already has one. */
export async function insertCommission(
  db: Db,
  row: Omit<Insertable<CommissionTables['commissions']>, 'version'>,
): Promise<boolean> {
  const { workspace_id: workspaceId, id } = row;
  const version = sql<number>`(SELECT commission_version + 1 FROM deals
    WHERE deals.workspace_id = ${workspaceId} AND deals.id = ${id})`;
  const inserted = await db
    .insertInto('commissions')
    .values({ ...row, version })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes a final commission with its shares; false if the version is stale. */
export async function deleteCommission(
  db: Db,
  { workspaceId, id, version }: Key & { readonly version: number },
): Promise<boolean> {
  await db
    .deleteFrom('commission_shares')
    .where('workspace_id', '=', workspaceId)
    .where('commission_id', '=', id)
    .execute();
  const deleted = await db
    .deleteFrom('commissions')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  await db
    .updateTable('deals')
    .set({ commission_version: version })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  return deleted !== undefined;
}

/** False if the version is stale. */
export function updateCommission(
  db: Db,
  {
    workspaceId,
    id,
    version,
    change,
  }: Key & { readonly version: number; readonly change: Updateable<CommissionTables['commissions']> },
): Promise<boolean> {
  return updateVersion(db, 'commissions', { workspaceId, id, version, change });
}

export async function replaceShares(
  db: Db,
  { workspaceId, id, shares }: Key & { readonly shares: readonly StoredShare[] },
): Promise<void> {
  await db
    .deleteFrom('commission_shares')
    .where('workspace_id', '=', workspaceId)
    .where('commission_id', '=', id)
    .execute();
  await db
    .insertInto('commission_shares')
    .values(
      shares.map(({ userId, ...share }, position) => ({
        workspace_id: workspaceId,
        commission_id: id,
        position,
        user_id: userId,
        ...share,
      })),
    )
    .execute();
}

export async function insertPayout(
  db: Db,
  row: Insertable<CommissionTables['commission_payouts']>,
): Promise<void> {
  await db.insertInto('commission_payouts').values(row).execute();
}

export function listPayouts(db: Db, { workspaceId, id }: Key) {
  return db
    .selectFrom('commission_payouts')
    .select(['id', 'cents', 'shares', 'paid_on as paidOn', 'reference', 'reversal_reason as reversalReason'])
    .select(
      sql<boolean>`commission_payouts.reverses_id IS NULL AND NOT EXISTS (SELECT FROM commission_payouts AS reversal
        WHERE reversal.workspace_id = ${workspaceId} AND reversal.reverses_id = commission_payouts.id)`.as(
        'canReverse',
      ),
    )
    .where('workspace_id', '=', workspaceId)
    .where('commission_id', '=', id)
    .orderBy('paid_on')
    .orderBy('id')
    .execute();
}
