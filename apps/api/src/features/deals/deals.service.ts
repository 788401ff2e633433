import type { ActivityType } from '@handover/contract/records/activities.ts';
import { isClosed, type BusinessStage } from '@handover/contract/businesses/business-stages.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import {
  exclusiveLevel,
  hasReached,
  isDealEnded,
  type DealStage,
  type DocumentLevel,
} from '@handover/contract/deals/deal-stages.ts';
import type {
  CreateDeal,
  DealDetail,
  DealFinancing,
  decideOnBuyer,
  UpdateDeal,
} from '@handover/contract/deals/deals.ts';
import { moveBackToMarket } from '#features/businesses/business-moves.public.ts';
import { findSellerRole, getActiveBusiness } from '#features/businesses/businesses.public.ts';
import { getActiveCustomer } from '#features/customers/customers.public.ts';
import { listChecklistItems } from '#features/settings/settings.public.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { newId } from '#lib/ids.ts';
import { byMember, recordActivity, type NewActivity } from '#platform/activities.ts';
import { indexForSearch } from '#platform/search/search-entries.ts';
import type { Member } from '#platform/session/actor.ts';
import { requireAssignable } from '#platform/session/policy.ts';
import { assertStaffMember } from '#platform/session/session.queries.ts';
import { publishList, type Work } from '#platform/work.ts';
import { setDeletedAt } from '#platform/records/trash.queries.ts';
import { insertClosing } from './closing/closing.queries.ts';
import { notifyBroker } from './deal-notices.ts';
import { authorize } from './deals.policy.ts';
import { assertBuyerNotExcluded } from './deals.public.ts';
import { presentDealDetail } from './deals.presenter.ts';
import {
  findActiveDeal,
  findDealRow,
  hasExclusiveDeal,
  insertDeal,
  updateDealRow,
  type DealRow,
} from './deals.queries.ts';
import { withdrawOpenOffers } from './offers/offers.queries.ts';

/** Throws NOT_FOUND. */
export async function getDeal(work: Work, actor: Member, dealId: string): Promise<DealDetail> {
  return presentDealDetail(actor, await loadDeal(work, actor, dealId));
}

/** A deal in scope, deleted or not. Throws NOT_FOUND. */
export async function loadDeal({ db }: Work, actor: Member, dealId: string): Promise<DealRow> {
  const row = await findDealRow(db, actor, dealId);
  if (row === null) throw notFound('deal');
  return row;
}

/**
 * Creates a deal as an inquiry; if no broker is named, it gets the broker of the business. Throws INVALID_INPUT for a
 * business, buyer, or broker that the actor cannot choose, RULE_BROKEN for a closed business or a buyer on the seller's
 * side, CONFLICT if the buyer has a deal on the business.
 */
export async function createDeal(work: Work, actor: Member, input: CreateDeal): Promise<DealDetail> {
  const { workspaceId } = actor;
  const { businessId, buyerId } = input;
  const business = await getActiveBusiness(work.db, actor, businessId).catch(
    invalidIfMissing('businessId', 'You do not have access to this business'),
  );
  await getActiveCustomer(work.db, actor, buyerId).catch(
    invalidIfMissing('buyerId', 'You do not have access to this customer'),
  );
  // Locks the business so it cannot be sold concurrently.
  await checkBuyer(work, actor, { businessId, buyerId });
  checkForSale(await getActiveBusiness(work.db, actor, businessId));
  const ownBroker = actor.scope === 'own' ? actor.userId : business.brokerId;
  const brokerId = input.brokerId === undefined ? ownBroker : input.brokerId;
  await checkBroker(
    work,
    actor,
    input.brokerId === undefined && actor.scope !== 'own' ? undefined : brokerId,
  );
  const id = newId();
  await insertDeal(work.db, {
    workspace_id: workspaceId,
    id,
    business_id: businessId,
    buyer_id: buyerId,
    broker_id: brokerId,
    stage: 'inquiry',
    stage_entered_at: work.now,
    stage_reason: null,
    lost_reason: null,
    currency: business.currency,
    agreed_price_cents: null,
    expected_close: input.expectedClose ?? null,
    source: input.source ?? null,
    direct_change: input.directChange ?? null,
    seller_decision: null,
    seller_note: null,
    seller_decided_by: null,
    seller_decided_at: null,
    created_at: work.now,
    updated_at: work.now,
    deleted_at: null,
  });
  const deal = await loadDeal(work, actor, id);
  await copyChecklist(work, actor, deal);
  await recordOnDeal(work, actor, { deal, type: 'deal.created' });
  return reindexAndReload(work, actor, id);
}

/** The workspace's list may change, but a deal keeps the lines it started with. */
async function copyChecklist(
  { db, now }: Work,
  { workspaceId }: Member,
  { id: dealId, business_type: type }: DealRow,
): Promise<void> {
  const items = await listChecklistItems(db, { workspaceId, type });
  await insertClosing(db, { workspaceId, dealId, type, items, now });
}

/** Throws NOT_FOUND, RULE_BROKEN, INVALID_INPUT, STALE_VERSION with the current deal. */
export async function updateDeal(
  work: Work,
  actor: Member,
  { dealId, input }: { dealId: string; input: UpdateDeal },
): Promise<DealDetail> {
  const before = authorize(actor, 'deal:update', await findDealRow(work.db, actor, dealId));
  await checkBroker(work, actor, input.brokerId);
  const { documentLevel } = input;
  if (documentLevel !== undefined && documentLevel > before.document_level)
    await checkLevel(work, actor, { deal: before, level: documentLevel });
  const columns = {
    broker_id: input.brokerId,
    expected_close: input.expectedClose,
    source: input.source,
    direct_change: input.directChange,
    document_level: documentLevel,
    ...(input.financing !== undefined && toFinancingColumns(input.financing)),
  };
  const stored: Readonly<Record<string, unknown>> = before;
  const change = Object.fromEntries(
    Object.entries(columns).filter(([column, value]) => value !== undefined && stored[column] !== value),
  );
  await writeDeal(work, actor, { dealId, version: input.version, change });
  const changed = Object.keys(change);
  work.audit({ changed });
  if (changed.length > 0)
    await recordOnDeal(work, actor, { deal: before, type: 'deal.updated', detail: { changed } });
  if ('broker_id' in change) publishList(work, actor, 'deal');
  return reindexAndReload(work, actor, dealId);
}

/**
 * Approves or declines the buyer: the seller does it, or staff for them, with a note. A barred buyer can only be declined. Throws
 * NOT_FOUND, FORBIDDEN, RULE_BROKEN, STALE_VERSION with the current deal.
 */
export async function decideBuyer(
  work: Work,
  actor: Member,
  { dealId, input }: { dealId: string; input: BodyOf<typeof decideOnBuyer> },
): Promise<DealDetail> {
  const { version, decision, note = null } = input;
  const deal = authorize(actor, 'deal:decide', await findDealRow(work.db, actor, dealId));
  if (decision === 'approved')
    await assertBuyerNotExcluded(
      work.db,
      { workspaceId: actor.workspaceId, businessId: deal.business_id, buyerId: deal.buyer_id },
      deal.side === 'staff' ? undefined : 'This buyer can no longer be approved. Ask your broker.',
    );
  const opened = getOpenLevel(deal.stage, decision);
  await writeDeal(work, actor, {
    dealId,
    version,
    change: {
      seller_decision: decision,
      seller_note: note,
      seller_decided_by: actor.userId,
      seller_decided_at: work.now,
      // Hidden from a declined buyer at every level, so that a lower level does not reveal the decision.
      ...(opened > deal.document_level && { document_level: opened }),
    },
  });
  work.audit({ decision });
  await recordOnDeal(work, actor, {
    deal,
    type: decision === 'approved' ? 'deal.buyer_approved' : 'deal.buyer_declined',
    detail: note === null ? {} : { reason: note },
  });
  await notifyBroker(work, actor, {
    deal,
    notice: {
      type: 'deal.decided',
      title: `${actor.displayName} ${decision} ${deal.buyer_name} as a buyer of ${deal.business_name}`,
    },
  });
  return reindexAndReload(work, actor, dealId);
}

/**
 * Moves a deal to the trash, or restores it. An open deal loses its offers and document access in the trash, like a
 * lost deal; restoring it restores neither. Throws NOT_FOUND if it is already there, CONFLICT, and RULE_BROKEN for an
 * open deal on a business that is no longer for sale.
 */
export async function setDeleted(
  work: Work,
  actor: Member,
  { dealId, isDeleted }: { dealId: string; isDeleted: boolean },
): Promise<DealDetail> {
  const deal = authorize(actor, 'deal:delete', await findDealRow(work.db, actor, dealId));
  if (isDeleted === (deal.deleted_at !== null)) throw notFound('deal');
  const isOpen = !isDealEnded(deal.stage);
  if (isDeleted && isOpen) {
    await writeDeal(work, actor, { dealId, version: deal.version, change: endedAccess });
    await endOffers(work, actor, { deal, reason: `The deal with ${deal.buyer_name} was moved to the trash` });
  }
  if (!isDeleted) {
    // Locks the business so it cannot be sold concurrently.
    await checkBuyer(work, actor, { businessId: deal.business_id, buyerId: deal.buyer_id });
    if (isOpen) checkForSale(await getActiveBusiness(work.db, actor, deal.business_id));
  }
  const isMoved = await setDeletedAt(work.db, {
    table: 'deals',
    workspaceId: actor.workspaceId,
    id: dealId,
    deletedAt: isDeleted ? work.now : null,
    now: work.now,
  });
  if (!isMoved) throw notFound('deal');
  await recordOnDeal(work, actor, { deal, type: isDeleted ? 'deal.deleted' : 'deal.restored' });
  return reindexAndReload(work, actor, dealId);
}

/** Values that reset access when a deal is lost or in the trash. */
export const endedAccess = { document_level: 0, agreed_price_cents: null } as const;

/** Withdraws open offers, and moves a business under offer with this buyer back to the market. */
export async function endOffers(
  work: Work,
  actor: Member,
  { deal, reason }: { deal: Pick<DealRow, 'id' | 'business_id'>; reason: string },
): Promise<void> {
  const { workspaceId } = actor;
  const { id: dealId, business_id: businessId } = deal;
  const wasAccepted = await withdrawOpenOffers(work.db, { workspaceId, dealId, now: work.now });
  if (wasAccepted) await moveBackToMarket(work, actor, { businessId, reason });
}

/** Writes columns of a deal. Throws STALE_VERSION with the current deal. */
export async function writeDeal(
  work: Work,
  actor: Member,
  { dealId, ...write }: { dealId: string } & Pick<Parameters<typeof updateDealRow>[1], 'version' | 'change'>,
): Promise<void> {
  const { workspaceId } = actor;
  if (!(await updateDealRow(work.db, { workspaceId, dealId, ...write, now: work.now })))
    throw staleVersion(await getDeal(work, actor, dealId));
}

/** Writes an entry on the timelines of the deal, its buyer, and its business. */
export async function recordOnDeal(
  work: Work,
  actor: Member,
  {
    deal,
    ...entry
  }: { deal: Pick<DealRow, 'id' | 'buyer_id' | 'business_id'>; type: ActivityType } & Pick<
    NewActivity,
    'audience' | 'detail'
  >,
): Promise<void> {
  await recordActivity(work, {
    ...byMember(actor, deal.buyer_id),
    businessId: deal.business_id,
    dealId: deal.id,
    subject: { kind: 'deal', id: deal.id },
    ...entry,
  });
}

/** Updates search and open pages, and returns the current deal. */
export async function reindexAndReload(work: Work, actor: Member, dealId: string): Promise<DealDetail> {
  const { workspaceId } = actor;
  const row = await loadDeal(work, actor, dealId);
  const parts = [row.buyer_name, row.business_name, row.public_title];
  await indexForSearch(work.db, { workspaceId, kind: 'deal', recordId: dealId, parts });
  work.publish({ workspaceId, noun: 'deal', id: dealId, dealId, version: row.version, isForClient: true });
  return presentDealDetail(actor, row);
}

function toFinancingColumns(financing: DealFinancing) {
  const loan = financing?.kind === 'loan' ? financing : null;
  return {
    financing_kind: financing?.kind ?? null,
    lender: loan?.lender ?? null,
    loan_cents: loan?.loanCents ?? null,
    dscr: loan?.dscr ?? null,
  };
}

/** Documents open with the stages once the seller has approved the buyer: the CIM at L1, the data room at L2. */
export function getOpenLevel(stage: DealStage, decision: DealDetail['sellerDecision']): DocumentLevel {
  if (decision !== 'approved' || !hasReached(stage, 'cim_released')) return 0;
  return hasReached(stage, 'due_diligence') ? 2 : 1;
}

/** Throws RULE_BROKEN for a business that is sold or no longer for sale. */
export function checkForSale(business: { readonly name: string; readonly stage: BusinessStage }): void {
  if (isClosed(business.stage))
    throw new AppError('RULE_BROKEN', `${business.name} is no longer for sale. Reopen the business first.`);
}

/** Throws RULE_BROKEN before the buyer may see documents, and for a second exclusive buyer of a business. */
async function checkLevel(
  work: Work,
  { workspaceId }: Member,
  { deal, level }: { deal: DealRow; level: DocumentLevel },
): Promise<void> {
  if (!hasReached(deal.stage, 'qualified') || deal.seller_decision !== 'approved')
    throw new AppError(
      'RULE_BROKEN',
      'You can raise document access once the buyer is qualified and the seller has approved the buyer.',
    );
  const of = { workspaceId, businessId: deal.business_id, exceptId: deal.id };
  if (level === exclusiveLevel && (await hasExclusiveDeal(work.db, of)))
    throw new AppError(
      'RULE_BROKEN',
      'Another open deal on this business has exclusive access (L3). Lower its level first.',
    );
}

type Pair = { readonly businessId: string; readonly buyerId: string };

/** Throws RULE_BROKEN for a buyer on the seller's side, or who is blocked or excluded from the business. */
export async function checkBuyerSide(
  work: Work,
  { workspaceId }: Member,
  { businessId, buyerId }: Pair,
): Promise<void> {
  const role = await findSellerRole(work.db, { workspaceId, businessId, customerId: buyerId, now: work.now });
  if (role === 'owner') throw new AppError('RULE_BROKEN', 'The owner of a business cannot be its buyer.');
  if (role === 'advisor')
    throw new AppError(
      'RULE_BROKEN',
      'This person has access to the business as the seller’s advisor. Remove that access first.',
    );
  await assertBuyerNotExcluded(work.db, { workspaceId, businessId, buyerId });
}

async function checkBuyer(work: Work, actor: Member, pair: Pair): Promise<void> {
  await checkBuyerSide(work, actor, pair);
  const { workspaceId } = actor;
  if ((await findActiveDeal(work.db, { workspaceId, ...pair })) !== null)
    throw new AppError('CONFLICT', 'This buyer already has a deal on this business.');
}

async function checkBroker(work: Work, actor: Member, brokerId: string | null | undefined): Promise<void> {
  requireAssignable(actor, brokerId, 'deals');
  await assertStaffMember(work.db, actor.workspaceId, { path: 'brokerId', userId: brokerId });
}

function invalidIfMissing(field: string, message: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') throw invalidField(field, message);
    throw error;
  };
}
