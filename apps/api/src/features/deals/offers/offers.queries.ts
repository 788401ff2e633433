import type { OfferState, OfferTermsInput } from '@handover/contract/deals/deal-offers.ts';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { OffersTable } from '#db/schema/deals.ts';
import { updateVersion } from '#db/statements/update-version.ts';
import type { Member } from '#platform/session/actor.ts';
import { selectRivalName } from '../deals.public.ts';

const columns = [
  'offers.id',
  'offers.deal_id',
  'offers.number',
  'offers.side',
  'offers.counters_id',
  'offers.kind',
  'offers.price_cents',
  'offers.cash_cents',
  'offers.seller_note_cents',
  'offers.note_rate_basis_points',
  'offers.note_months',
  'offers.is_note_on_standby',
  'offers.earn_out_cents',
  'offers.earn_out_months',
  'offers.assumed_debt_cents',
  'offers.inventory_cents',
  'offers.real_estate_cents',
  'offers.deposit_cents',
  'offers.contingencies',
  'offers.exclusivity_end',
  'offers.expires_on',
  'offers.created_by',
  'offers.created_at',
  'offers.decided_at',
  'offers.version',
  'users.display_name as author_name',
] as const;

/** As of today in the workspace: a submitted offer has expired after its last day. */
const currentState = sql<OfferState>`CASE
  WHEN offers.state = 'submitted' AND offers.expires_on < (now() AT TIME ZONE workspaces.time_zone)::date THEN 'expired'
  ELSE offers.state END`;

function selectOffers(db: Db, workspaceId: string) {
  return db
    .selectFrom('offers')
    .innerJoin('users', 'users.id', 'offers.created_by')
    .innerJoin('workspaces', 'workspaces.id', 'offers.workspace_id')
    .select([...columns, currentState.as('state')])
    .where('offers.workspace_id', '=', workspaceId);
}

type OfDeal = { readonly workspaceId: string; readonly dealId: string };
type Key = { readonly workspaceId: string; readonly offerId: string };

/** The offers of a deal with checked access, newest first. */
export function listOfferRows(db: Db, { workspaceId, dealId }: OfDeal) {
  return selectOffers(db, workspaceId)
    .where('offers.deal_id', '=', dealId)
    .orderBy('offers.number', 'desc')
    .execute();
}

export type OfferRow = Awaited<ReturnType<typeof listOfferRows>>[number];

/** An offer by its id; access to its deal is the caller's to check. */
export async function findOfferRow(db: Db, { workspaceId, offerId }: Key): Promise<OfferRow | null> {
  return (await selectOffers(db, workspaceId).where('offers.id', '=', offerId).executeTakeFirst()) ?? null;
}

/** The accepted LOI of a deal, or null. */
export async function findAcceptedOffer(db: Db, { workspaceId, dealId }: OfDeal): Promise<OfferRow | null> {
  const row = await selectOffers(db, workspaceId)
    .where('offers.deal_id', '=', dealId)
    .where('offers.state', '=', 'accepted')
    .where('offers.kind', '=', 'loi')
    .executeTakeFirst();
  return row ?? null;
}

/** The latest offer of each deal that is no longer a draft, the highest price first. */
export async function listLatestOffers(
  db: Db,
  { workspaceId, dealIds }: { workspaceId: string; dealIds: readonly string[] },
): Promise<OfferRow[]> {
  if (dealIds.length === 0) return [];
  const rows = await selectOffers(db, workspaceId)
    .distinctOn('offers.deal_id')
    .where('offers.deal_id', 'in', dealIds)
    .where('offers.state', '<>', 'draft')
    .orderBy('offers.deal_id')
    .orderBy('offers.number', 'desc')
    .execute();
  return rows.toSorted((one, other) => other.price_cents - one.price_cents);
}

/** The latest offer of a deal that is no longer a draft, or null. */
export async function findLastOffer(db: Db, { workspaceId, dealId }: OfDeal): Promise<OfferRow | null> {
  const row = await selectOffers(db, workspaceId)
    .where('offers.deal_id', '=', dealId)
    .where('offers.state', '<>', 'draft')
    .orderBy('offers.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The buyer of another deal on the business with an accepted LOI, or null. Locks the business. */
export async function findRival(
  db: Db,
  member: Member,
  { dealId, businessId }: { readonly dealId: string; readonly businessId: string },
): Promise<string | null> {
  const { workspaceId } = member;
  await db
    .selectFrom('businesses')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', businessId)
    .forUpdate()
    .execute();
  const row = await db
    .selectFrom('offers')
    .innerJoin('deals', (join) =>
      join.onRef('deals.workspace_id', '=', 'offers.workspace_id').onRef('deals.id', '=', 'offers.deal_id'),
    )
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.workspace_id', '=', 'deals.workspace_id')
        .onRef('customers.id', '=', 'deals.buyer_id'),
    )
    .select(selectRivalName(member).as('name'))
    .where('offers.workspace_id', '=', workspaceId)
    .where('offers.state', '=', 'accepted')
    .where('offers.kind', '=', 'loi')
    .where('deals.business_id', '=', businessId)
    .where('deals.id', '<>', dealId)
    .where('deals.deleted_at', 'is', null)
    .where('deals.stage', 'not in', ['lost', 'closed'])
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Withdraws the offers of a deal that could still be accepted, and the accepted one. True if an LOI was accepted. */
export async function withdrawOpenOffers(
  db: Db,
  { workspaceId, dealId, now }: OfDeal & { readonly now: Date },
): Promise<boolean> {
  const accepted = await findAcceptedOffer(db, { workspaceId, dealId });
  await db
    .updateTable('offers')
    .set((eb) => ({ state: 'withdrawn', decided_at: now, updated_at: now, version: eb('version', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('deal_id', '=', dealId)
    .where('state', 'in', ['draft', 'submitted', 'accepted'])
    .execute();
  return accepted !== null;
}

/** Adds an offer with the next number of its deal; the deal's row is locked by the caller's write. */
export async function insertOffer(db: Db, row: Omit<Insertable<OffersTable>, 'number'>): Promise<void> {
  const { workspace_id: workspaceId, deal_id: dealId } = row;
  await db
    .insertInto('offers')
    .values({
      ...row,
      number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM offers WHERE workspace_id = ${workspaceId} AND deal_id = ${dealId})`,
    })
    .execute();
}

/** False if the version is stale. */
export function updateOfferRow(
  db: Db,
  {
    workspaceId,
    offerId,
    version,
    change,
    now,
  }: Key & { readonly version: number; readonly change: Updateable<OffersTable>; readonly now: Date },
): Promise<boolean> {
  return updateVersion(db, 'offers', {
    workspaceId,
    id: offerId,
    version,
    change: { ...change, updated_at: now },
  });
}

export function toTermColumns(terms: OfferTermsInput) {
  return {
    kind: terms.kind,
    price_cents: terms.priceCents,
    cash_cents: terms.cashCents,
    seller_note_cents: terms.sellerNoteCents,
    note_rate_basis_points: terms.noteRateBasisPoints,
    note_months: terms.noteMonths,
    is_note_on_standby: terms.isNoteOnStandby,
    earn_out_cents: terms.earnOutCents,
    earn_out_months: terms.earnOutMonths,
    assumed_debt_cents: terms.assumedDebtCents,
    inventory_cents: terms.inventoryCents,
    real_estate_cents: terms.realEstateCents,
    deposit_cents: terms.depositCents,
    contingencies: terms.contingencies,
    exclusivity_end: terms.exclusivityEnd,
    expires_on: terms.expiresOn,
  };
}

export function toOfferTerms(row: OfferRow): OfferTermsInput {
  return {
    kind: row.kind,
    priceCents: row.price_cents,
    cashCents: row.cash_cents,
    sellerNoteCents: row.seller_note_cents,
    noteRateBasisPoints: row.note_rate_basis_points,
    noteMonths: row.note_months,
    isNoteOnStandby: row.is_note_on_standby,
    earnOutCents: row.earn_out_cents,
    earnOutMonths: row.earn_out_months,
    assumedDebtCents: row.assumed_debt_cents,
    inventoryCents: row.inventory_cents,
    realEstateCents: row.real_estate_cents,
    depositCents: row.deposit_cents,
    contingencies: row.contingencies,
    exclusivityEnd: row.exclusivity_end,
    expiresOn: row.expires_on,
  };
}
