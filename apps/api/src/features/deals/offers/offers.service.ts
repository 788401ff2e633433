import type { ActivityType } from '@handover/contract/records/activities.ts';
import {
  offerAnswers,
  listNextOfferStates,
  offerStateNames,
  type CreateOffer,
  type MoveOffer,
  type Offer,
  type OfferSide,
  type OfferState,
  type OfferTermsInput,
  type UpdateOffer,
} from '@handover/contract/deals/deal-offers.ts';
import { isDealEnded } from '@handover/contract/deals/deal-stages.ts';
import type { Deal } from '@handover/contract/deals/deals.ts';
import { findMissingTerm, sumStructureCents } from '@handover/domain/deals/offer-value.ts';
import { toCalendarDate } from '@handover/domain/local-time.ts';
import { moveBackToMarket, moveUnderOffer } from '#features/businesses/business-moves.public.ts';
import { getBusinessRef } from '#features/businesses/businesses.public.ts';
import { AppError, forbidden, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { notifyBroker, notifyParty } from '../deal-notices.ts';
import { authorize, can } from '../deals.policy.ts';
import { presentDeal } from '../deals.presenter.ts';
import { assertBuyerNotExcluded } from '../deals.public.ts';
import { findDealRow, listOpenDeals, type DealRow } from '../deals.queries.ts';
import { reindexAndReload, loadDeal, recordOnDeal, writeDeal } from '../deals.service.ts';
import {
  findAcceptedOffer,
  findOfferRow,
  findRival,
  insertOffer,
  listLatestOffers,
  listOfferRows,
  toTermColumns,
  toOfferTerms,
  updateOfferRow,
  type OfferRow,
} from './offers.queries.ts';

/** Offers of a deal, newest first; clients do not see drafts. Throws NOT_FOUND. */
export async function listOffers(work: Work, actor: Member, dealId: string): Promise<Offer[]> {
  const deal = await loadDeal(work, actor, dealId);
  const rows = await listOfferRows(work.db, { ...actor, dealId });
  const shown = deal.side === 'staff' ? rows : rows.filter(({ state }) => state !== 'draft');
  return shown.map((row) => presentOffer(actor, { deal, row }));
}

/** The latest offer of each open deal of a business, without drafts, the highest price first. Throws NOT_FOUND. */
export async function listBusinessOffers(
  work: Work,
  actor: Member,
  businessId: string,
): Promise<(Offer & { deal: Deal })[]> {
  await getBusinessRef(work.db, actor, businessId);
  const deals = await listOpenDeals(work.db, actor, businessId);
  const rows = await listLatestOffers(work.db, { ...actor, dealIds: deals.map(({ id }) => id) });
  const byDeal = new Map(deals.map((deal) => [deal.id, deal]));
  return rows.flatMap((row) => {
    const deal = byDeal.get(row.deal_id);
    return deal === undefined ? [] : [{ ...presentOffer(actor, { deal, row }), deal: presentDeal(deal) }];
  });
}

/**
 * Drafts an offer, or answers a submitted one of the other side with a counter-offer. Throws NOT_FOUND, INVALID_INPUT,
 * RULE_BROKEN for a deal that has ended.
 */
export async function createOffer(
  work: Work,
  actor: Member,
  { dealId, input }: { dealId: string; input: CreateOffer },
): Promise<Offer> {
  const { side, countersId, ...terms } = input;
  const deal = authorizeOpen(actor, await findDealRow(work.db, actor, dealId));
  const { workspaceId } = actor;
  // Each offer increments the deal's version, so that concurrent offers cannot get the same number.
  await writeDeal(work, actor, { dealId, version: deal.version, change: {} });
  const id = newId();
  if (countersId !== undefined) {
    checkTerms(work, actor, { terms, deal });
    await counterOffer(work, actor, { dealId, side, countersId });
  }
  await insertOffer(work.db, {
    ...toTermColumns(terms),
    workspace_id: workspaceId,
    id,
    deal_id: dealId,
    state: countersId === undefined ? 'draft' : 'submitted',
    side,
    counters_id: countersId ?? null,
    created_by: actor.userId,
    decided_at: null,
    created_at: work.now,
    updated_at: work.now,
  });
  if (countersId !== undefined) {
    await recordOnDeal(work, actor, { deal, type: 'deal.offer_countered', audience: 'client' });
    await notifyOfOffer(work, actor, { deal, side, state: 'submitted' });
  }
  return publishAndReload(work, actor, { dealId, offerId: id });
}

/** Changes a draft. Throws NOT_FOUND, RULE_BROKEN, STALE_VERSION with the current offer. */
export async function updateOffer(
  work: Work,
  actor: Member,
  { offerId, input: { version, ...terms } }: { offerId: string; input: UpdateOffer },
): Promise<Offer> {
  const { row } = await loadForWrite(work, actor, offerId);
  if (row.state !== 'draft')
    throw new AppError('RULE_BROKEN', 'Only drafts can be changed. Submit a counter-offer instead.');
  await write(work, actor, { offerId, version, change: toTermColumns(terms) });
  return publishAndReload(work, actor, { dealId: row.deal_id, offerId });
}

const activityByState: Readonly<Partial<Record<MoveOffer['state'], ActivityType>>> = {
  submitted: 'deal.offer_submitted',
  accepted: 'deal.offer_accepted',
  declined: 'deal.offer_declined',
  withdrawn: 'deal.offer_withdrawn',
};

/**
 * Moves an offer as its table allows. Accepting an LOI sets the agreed price and puts an on-market business under offer;
 * withdrawing it takes both back.
 * Throws NOT_FOUND, RULE_BROKEN, STALE_VERSION with the current offer, CONFLICT if another LOI is accepted.
 */
export async function moveOffer(
  work: Work,
  actor: Member,
  { offerId, input: { version, state } }: { offerId: string; input: MoveOffer },
): Promise<Offer> {
  const { deal, row } = await loadForMove(work, actor, offerId);
  if (row.version !== version) throw staleVersion(presentOffer(actor, { deal, row }));
  checkMove(deal, { row, state });
  if (state === 'submitted') checkTerms(work, actor, { terms: toOfferTerms(row), deal });
  const isLoi = row.kind === 'loi';
  if (state === 'accepted') await checkAcceptance(work, actor, { deal, row });
  await write(work, actor, { offerId, version, change: { state, decided_at: work.now } });
  const agreed = state === 'accepted' ? row.price_cents : null;
  if (isLoi && (state === 'accepted' || row.state === 'accepted'))
    await writeDeal(work, actor, {
      dealId: deal.id,
      version: deal.version,
      change: { agreed_price_cents: agreed },
    });
  const type = activityByState[state];
  const isDiscarded = row.state === 'draft' && state === 'withdrawn';
  if (type !== undefined)
    await recordOnDeal(work, actor, { deal, type, ...(!isDiscarded && { audience: 'client' }) });
  if (!isDiscarded) await notifyOfOffer(work, actor, { deal, side: row.side, state });
  if (state === 'accepted' && isLoi)
    await moveUnderOffer(work, actor, {
      businessId: deal.business_id,
      reason: `LOI from ${deal.buyer_name} accepted`,
    });
  if (row.state === 'accepted' && isLoi)
    await moveBackToMarket(work, actor, {
      businessId: deal.business_id,
      reason: `LOI from ${deal.buyer_name} withdrawn`,
    });
  return publishAndReload(work, actor, { dealId: deal.id, offerId });
}

async function counterOffer(
  work: Work,
  actor: Member,
  { dealId, side, countersId }: { dealId: string; side: Offer['side']; countersId: string },
): Promise<void> {
  const row = await findOfferRow(work.db, { ...actor, offerId: countersId });
  if (row === null || row.deal_id !== dealId)
    throw invalidField('countersId', 'This offer is not on this deal');
  if (row.state !== 'submitted') throw invalidField('countersId', 'Only a submitted offer can be countered');
  if (row.side === side) throw invalidField('side', 'A counter-offer must come from the other side');
  const change = { state: 'countered', decided_at: work.now } as const;
  await write(work, actor, { offerId: countersId, version: row.version, change });
}

/** For clients, who must not learn the reason. */
const noLongerAccepted = 'The offer can no longer be accepted. Ask your broker.';

/** Throws RULE_BROKEN for a barred buyer, CONFLICT while another LOI is accepted. */
async function checkAcceptance(
  work: Work,
  actor: Member,
  { deal, row }: { deal: DealRow; row: OfferRow },
): Promise<void> {
  const { workspaceId } = actor;
  const key = { workspaceId, dealId: deal.id, businessId: deal.business_id };
  const pair = { workspaceId, businessId: deal.business_id, buyerId: deal.buyer_id };
  await assertBuyerNotExcluded(work.db, pair, deal.side === 'staff' ? undefined : noLongerAccepted);
  if (row.kind !== 'loi') return;
  if ((await findAcceptedOffer(work.db, key)) !== null)
    throw new AppError('CONFLICT', 'Another offer on this deal is accepted. Withdraw it first.');
  const rival = await findRival(work.db, actor, key);
  if (rival !== null)
    throw new AppError(
      'CONFLICT',
      deal.side === 'buyer'
        ? noLongerAccepted
        : `${rival}’s LOI for this business is already accepted. Withdraw it first.`,
    );
}

/**
 * Throws INVALID_INPUT for an offer that would expire as it is submitted, a note or earn-out without a term, and parts
 * that do not add up to the price.
 */
function checkTerms(
  { now }: Work,
  { timeZone }: Member,
  { terms, deal: { currency } }: { terms: OfferTermsInput; deal: DealRow },
): void {
  if (terms.expiresOn !== null && terms.expiresOn < toCalendarDate(now, timeZone))
    throw invalidField('expiresOn', '“Valid until” has passed. Enter a later day.');
  const missing = findMissingTerm(terms);
  if (missing === 'noteMonths') throw invalidField(missing, 'Enter the term of the seller note');
  if (missing === 'earnOutMonths') throw invalidField(missing, 'Enter when the earn-out is paid');
  const difference = terms.priceCents - sumStructureCents(terms);
  if (difference === 0) return;
  const amount = (Math.abs(difference) / 100).toLocaleString('en', { style: 'currency', currency });
  throw invalidField(
    'priceCents',
    difference > 0
      ? `The amounts are ${amount} below the price.`
      : `The amounts exceed the price by ${amount}.`,
  );
}

function authorizeOpen(actor: Member, row: DealRow | null): DealRow {
  const deal = authorize(actor, 'deal:update', row);
  if (isDealEnded(deal.stage)) throw new AppError('RULE_BROKEN', 'This deal is closed or lost.');
  return deal;
}

async function loadForWrite(
  work: Work,
  actor: Member,
  offerId: string,
): Promise<{ deal: DealRow; row: OfferRow }> {
  const row = await findOfferRow(work.db, { ...actor, offerId });
  const deal = row === null ? null : await findDealRow(work.db, actor, row.deal_id);
  if (row === null || deal === null) throw notFound('offer');
  return { deal: authorizeOpen(actor, deal), row };
}

/** Clients answer what was submitted to them. Throws NOT_FOUND, for drafts too, FORBIDDEN, RULE_BROKEN. */
async function loadForMove(
  work: Work,
  actor: Member,
  offerId: string,
): Promise<{ deal: DealRow; row: OfferRow }> {
  if (actor.scope !== 'client') return loadForWrite(work, actor, offerId);
  const row = await findOfferRow(work.db, { ...actor, offerId });
  const deal = row === null ? null : await findDealRow(work.db, actor, row.deal_id);
  if (row === null || deal === null || row.state === 'draft') throw notFound('offer');
  return { deal: authorize(actor, 'deal:respond', deal), row };
}

/** Throws RULE_BROKEN, FORBIDDEN. */
function checkMove(
  deal: DealRow,
  { row, state }: { row: Pick<OfferRow, 'state' | 'side'>; state: MoveOffer['state'] },
): void {
  if (row.state === 'expired')
    throw new AppError('RULE_BROKEN', 'This offer has expired. Ask for a new one.');
  if (!listNextOfferStates(row.state).includes(state))
    throw new AppError(
      'RULE_BROKEN',
      `This offer cannot change from ${offerStateNames[row.state]} to ${offerStateNames[state]}.`,
    );
  if (deal.side !== 'staff' && !listMoves(deal, row).includes(state))
    throw forbidden('You can only accept or decline offers from the other side.');
}

/** The states that the viewer's side of the deal can move an offer to. */
function listMoves(
  { side }: Pick<DealRow, 'side'>,
  offer: Pick<OfferRow, 'state' | 'side'>,
): readonly OfferState[] {
  const moves = listNextOfferStates(offer.state);
  if (side === 'staff') return moves;
  return side === offer.side || offer.state !== 'submitted'
    ? []
    : moves.filter((state) => offerAnswers.includes(state));
}

const answerNames = {
  accepted: 'accepted',
  declined: 'declined',
  withdrawn: 'withdrawn',
  expired: 'marked as expired',
};

/**
 * Notifies the other side of a new or withdrawn offer, its author of a response, and the broker of a client's action.
 */
async function notifyOfOffer(
  work: Work,
  actor: Member,
  { deal, side, state }: { deal: DealRow; side: OfferSide; state: MoveOffer['state'] },
): Promise<void> {
  const name = side === 'buyer' ? 'offer' : 'counter-offer';
  const other = side === 'buyer' ? 'seller' : 'buyer';
  if (state === 'submitted') {
    const from = side === 'buyer' ? `Offer from ${deal.buyer_name}` : 'Counter-offer';
    const notice = (business: string) => ({ type: 'offer.made' as const, title: `${from} for ${business}` });
    return notifyParty(work, actor, { deal, side: other, notice });
  }
  const answer = answerNames[state];
  await notifyParty(work, actor, {
    deal,
    side: state === 'withdrawn' ? other : side,
    notice: (business) => ({ type: 'offer.answered', title: `The ${name} for ${business} was ${answer}` }),
  });
  await notifyBroker(work, actor, {
    deal,
    notice: {
      type: 'offer.answered',
      title: `${actor.displayName} ${answer} the ${name} for ${deal.business_name}`,
    },
  });
}

async function write(
  work: Work,
  actor: Member,
  {
    offerId,
    ...change
  }: { offerId: string } & Pick<Parameters<typeof updateOfferRow>[1], 'version' | 'change'>,
): Promise<void> {
  const { workspaceId } = actor;
  if (await updateOfferRow(work.db, { workspaceId, offerId, ...change, now: work.now })) return;
  const { deal, row } = await loadForWrite(work, actor, offerId);
  throw staleVersion(presentOffer(actor, { deal, row }));
}

async function publishAndReload(
  work: Work,
  actor: Member,
  { dealId, offerId }: { dealId: string; offerId: string },
): Promise<Offer> {
  await reindexAndReload(work, actor, dealId);
  const deal = await loadDeal(work, actor, dealId);
  const row = await findOfferRow(work.db, { ...actor, offerId });
  if (row === null) throw notFound('offer');
  return presentOffer(actor, { deal, row });
}

function presentOffer(actor: Member, { deal, row }: { deal: DealRow; row: OfferRow }): Offer {
  const canWrite = can(actor, 'deal:update', deal) && !isDealEnded(deal.stage);
  return {
    ...toOfferTerms(row),
    id: row.id,
    dealId: row.deal_id,
    number: row.number,
    state: row.state,
    side: row.side,
    countersId: row.counters_id,
    createdBy: { id: row.created_by, displayName: row.author_name },
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    version: row.version,
    moves: can(actor, 'deal:respond', deal) ? [...listMoves(deal, row)] : [],
    canUpdate: canWrite && row.state === 'draft',
  };
}
