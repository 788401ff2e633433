import type { ClosedStage } from '@handover/contract/businesses/business-stages.ts';
import { closingDateKinds } from '@handover/contract/deals/deal-closing.ts';
import {
  canMoveDeal,
  dealStageNames,
  isDealStepForward,
  needsDealReason,
  type DealStage,
  type DocumentLevel,
  type LostReason,
} from '@handover/contract/deals/deal-stages.ts';
import type { MoveDeal } from '@handover/contract/deals/deal-moves.ts';
import type { DealDetail } from '@handover/contract/deals/deals.ts';
import type { Gate } from '@handover/contract/businesses/gates.ts';
import { listDealGateRequirements } from '@handover/domain/deals/deal-gates.ts';
import { reopenSale, markBusinessSold } from '#features/businesses/business-moves.public.ts';
import { getActiveBusiness } from '#features/businesses/businesses.public.ts';
import { AppError, invalidField, staleVersion } from '#lib/errors.ts';
import { loadGate, passGate, withdrawRequirement } from '#platform/gates/gates.ts';
import type { GateSubject } from '#platform/gates/gates.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize, can, finalStays } from '../deals.policy.ts';
import { lockDeal } from '../deals.public.ts';
import { findDealRow, lockBusiness, updateDealRow, type DealRow } from '../deals.queries.ts';
import {
  reindexAndReload,
  checkBuyerSide,
  checkForSale,
  endedAccess,
  endOffers,
  getDeal,
  loadDeal,
  getOpenLevel,
  recordOnDeal,
  writeDeal,
} from '../deals.service.ts';
import { findClosingDates, type DatesHook } from '../closing/closing.service.ts';
import { findRival, withdrawOpenOffers } from '../offers/offers.queries.ts';
import { loadFacts, type FactSource } from './deal-facts.ts';
import { findOtherBuyer, hasFinalCommission, lockOpenDeals } from './deal-moves.queries.ts';

type Sources = { readonly sources: readonly FactSource[] };

/** The exit gate of the stage that a deal is in. Throws NOT_FOUND. */
export async function getGate(
  work: Work,
  actor: Member,
  { dealId, sources }: Sources & { dealId: string },
): Promise<Gate> {
  return buildGate(work, actor, { deal: await loadDeal(work, actor, dealId), sources });
}

/** Withdraws an override. Throws NOT_FOUND, RULE_BROKEN in the trash. */
export async function withdraw(
  work: Work,
  actor: Member,
  { dealId, sources, requirement }: Sources & { dealId: string; requirement: string },
): Promise<Gate> {
  const deal = authorize(actor, 'deal:move', await findDealRow(work.db, actor, dealId));
  await withdrawRequirement(work, toGateSubject(actor, deal), requirement);
  await reindexAndReload(work, actor, dealId);
  return buildGate(work, actor, { deal, sources });
}

/**
 * Moves a deal to another stage. A step forward passes the exit gate of its stage; closing sells the business and ends
 * its other deals, and reopening reverses the sale; losing a deal ends its offers. Throws NOT_FOUND, STALE_VERSION with
 * the current deal, RULE_BROKEN for a move that is not allowed, INVALID_INPUT without a reason, GATE_NOT_MET, FORBIDDEN
 * for an override.
 */
export async function moveDeal(
  work: Work,
  actor: Member,
  { dealId, input, sources, onDates }: Sources & { dealId: string; input: MoveDeal; onDates?: DatesHook },
): Promise<DealDetail> {
  const { version, stage, reason = null, lostReason } = input;
  const deal = authorize(actor, 'deal:move', await findDealRow(work.db, actor, dealId));
  // Locked before the gate, which also reads the closing.
  const locked = await lockDeal(work.db, { ...actor, dealId });
  if (locked.version !== version) throw staleVersion(await getDeal(work, actor, dealId));
  checkMove(deal.stage, input);
  if (deal.stage === 'lost') await checkReopening(work, actor, deal);
  const overridden = isDealStepForward(deal.stage, stage)
    ? await passDealGate(work, actor, { deal, input, sources })
    : [];
  await writeDeal(work, actor, {
    dealId,
    version,
    change: {
      stage,
      stage_entered_at: work.now,
      stage_reason: reason,
      lost_reason: stage === 'lost' ? lostReason : null,
      document_level: getLevelAfterMove(deal, stage),
      ...(stage === 'lost' && endedAccess),
    },
  });
  work.audit({ from: deal.stage, to: stage, ...(lostReason !== undefined && { lostReason }) });
  for (const label of overridden)
    await recordOnDeal(work, actor, {
      deal,
      type: 'deal.requirement_overridden',
      detail: { reason: `${label}: ${input.override?.reason ?? ''}` },
    });
  await recordMove(work, actor, { deal, to: stage, reason });
  if (stage === 'lost')
    await endOffers(work, actor, { deal, reason: `The deal with ${deal.buyer_name} was lost` });
  if (deal.stage === 'closed') await reopenClosed(work, actor, { deal, reason, onDates });
  if (stage === 'closed') await closeDeal(work, actor, { deal, onDates });
  return reindexAndReload(work, actor, dealId);
}

/** Throws RULE_BROKEN, INVALID_INPUT. */
function checkMove(from: DealStage, { stage, reason = null, lostReason }: MoveDeal): void {
  if (!canMoveDeal(from, stage))
    throw new AppError(
      'RULE_BROKEN',
      `This deal cannot move from ${dealStageNames[from]} to ${dealStageNames[stage]}. Choose the next stage, an earlier one, or Lost.`,
    );
  if (stage === 'lost' && lostReason === undefined) throw invalidField('lostReason', 'Choose a reason');
  if (stage !== 'lost' && lostReason !== undefined)
    throw invalidField('lostReason', 'Only a lost deal has a lost reason');
  if (reason === null && needsDealReason(from, stage)) throw invalidField('reason', 'Enter a reason');
}

/** Throws RULE_BROKEN for a lost deal that could not be created again. */
async function checkReopening(work: Work, actor: Member, deal: DealRow): Promise<void> {
  const { business_id: businessId, buyer_id: buyerId } = deal;
  // Locked so it cannot be sold concurrently.
  await lockBusiness(work.db, { workspaceId: actor.workspaceId, businessId });
  checkForSale(await getActiveBusiness(work.db, actor, businessId));
  await checkBuyerSide(work, actor, { businessId, buyerId });
}

/** Returns the labels of overridden requirements. */
async function passDealGate(
  work: Work,
  actor: Member,
  { deal, input: { override }, sources }: Sources & { deal: DealRow; input: MoveDeal },
): Promise<string[]> {
  const gate = await buildGate(work, actor, { deal, sources });
  const canOverride = can(actor, 'deal:override', deal);
  const subject = toGateSubject(actor, deal);
  const { overridden } = await passGate(work, actor, { subject, gate, override, canOverride });
  return gate.requirements.filter(({ key }) => overridden.includes(key)).map(({ label }) => label);
}

/** The business is sold to this buyer. Throws CONFLICT if it is sold to another, or while the LOI of another is accepted. */
async function closeDeal(
  work: Work,
  actor: Member,
  { deal, onDates }: { deal: DealRow; onDates: DatesHook | undefined },
): Promise<void> {
  const { workspaceId } = actor;
  const { id: dealId, business_id: businessId, buyer_name: buyer } = deal;
  await checkRivals(work, actor, deal);
  const otherBuyer = await findOtherBuyer(work.db, actor, { businessId, dealId });
  if (otherBuyer !== null)
    throw new AppError(
      'CONFLICT',
      `The deal with ${otherBuyer} for this business is closed. Reopen it first.`,
    );
  await markBusinessSold(work, actor, { businessId, reason: `Sold to ${buyer}` });
  await markDealsLost(work, actor, { businessId, except: dealId, lostReason: 'sold_to_another' });
  await onDates?.(work, actor, {
    id: dealId,
    businessId,
    brokerId: deal.broker_id,
    buyerName: buyer,
    dates: await findClosingDates(work.db, { workspaceId, dealId }),
  });
}

/** Throws CONFLICT while the LOI of another buyer is accepted. */
async function checkRivals(
  { db }: Work,
  actor: Member,
  { id: dealId, business_id: businessId }: DealRow,
): Promise<void> {
  const rival = await findRival(db, actor, { dealId, businessId });
  if (rival !== null)
    throw new AppError('CONFLICT', `${rival}’s LOI for this business is accepted. Withdraw it first.`);
}

/** The business is under offer again, unless it is also sold to another buyer; without tasks for the dates after closing. Throws RULE_BROKEN once the commission is final, CONFLICT. */
async function reopenClosed(
  work: Work,
  actor: Member,
  { deal, reason, onDates }: { deal: DealRow; reason: string | null; onDates: DatesHook | undefined },
): Promise<void> {
  const { workspaceId } = actor;
  const { id: dealId, business_id: businessId } = deal;
  if (await hasFinalCommission(work.db, { workspaceId, dealId }))
    throw new AppError('RULE_BROKEN', finalStays);
  await checkRivals(work, actor, deal);
  if ((await findOtherBuyer(work.db, actor, { businessId, dealId })) === null)
    await reopenSale(work, actor, { businessId, reason: reason ?? '' });
  await onDates?.(work, actor, {
    id: dealId,
    businessId,
    brokerId: deal.broker_id,
    buyerName: deal.buyer_name,
    dates: Object.fromEntries(closingDateKinds.map((kind) => [kind, null])),
  });
}

const endings = {
  sold: 'sold_to_another',
  withdrawn: 'seller_withdrew',
  expired: 'seller_withdrew',
} as const satisfies Record<ClosedStage, LostReason>;

/** Ends the deals of a business that is withdrawn, has expired, or was sold without one of them. */
export function endOpenDeals(
  work: Work,
  actor: Member,
  { businessId, stage }: { businessId: string; stage: ClosedStage },
): Promise<void> {
  return markDealsLost(work, actor, { businessId, except: null, lostReason: endings[stage] });
}

type LostDeals = { businessId: string; except: string | null; lostReason: LostReason };

async function markDealsLost(
  work: Work,
  actor: Member,
  { businessId, except, lostReason }: LostDeals,
): Promise<void> {
  const { workspaceId } = actor;
  for (const deal of await lockOpenDeals(work.db, { workspaceId, businessId, except })) {
    const { id, version } = deal;
    const change = {
      stage: 'lost',
      lost_reason: lostReason,
      stage_entered_at: work.now,
      stage_reason: null,
      ...endedAccess,
    } as const;
    await updateDealRow(work.db, { workspaceId, dealId: id, version, change, now: work.now });
    await recordMove(work, actor, { deal, to: 'lost', reason: null });
    await withdrawOpenOffers(work.db, { workspaceId, dealId: id, now: work.now });
    work.publish({ workspaceId, noun: 'deal', id, dealId: id, isForClient: true });
  }
}

/** The buyer sees the stages, not the reason. */
function recordMove(
  work: Work,
  actor: Member,
  {
    deal,
    to,
    reason,
  }: {
    deal: Pick<DealRow, 'id' | 'buyer_id' | 'business_id' | 'stage'>;
    to: DealStage;
    reason: string | null;
  },
): Promise<void> {
  return recordOnDeal(work, actor, {
    deal,
    type: 'deal.moved',
    audience: 'client',
    detail: { from: deal.stage, to, ...(reason !== null && { reason }) },
  });
}

/** The document access that a move opens or closes; a higher level that was set by hand is kept when moving forward. */
function getLevelAfterMove(deal: DealRow, to: DealStage): DocumentLevel {
  const opened = getOpenLevel(to, deal.seller_decision);
  const stays = opened > 0 && isDealStepForward(deal.stage, to) && deal.document_level > opened;
  return stays ? deal.document_level : opened;
}

async function buildGate(
  work: Work,
  actor: Member,
  { deal, sources }: Sources & { deal: DealRow },
): Promise<Gate> {
  const requirements = listDealGateRequirements(deal.stage, await loadFacts(work, actor, { deal, sources }));
  return loadGate(work, toGateSubject(actor, deal), requirements);
}

function toGateSubject({ workspaceId }: Member, { id }: Pick<DealRow, 'id'>): GateSubject {
  return { workspaceId, column: 'deal_id', id };
}
