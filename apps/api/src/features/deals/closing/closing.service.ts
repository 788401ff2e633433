import { toCalendarDate } from '@handover/domain/local-time.ts';
import type {
  ChecklistChange,
  ClosingDates,
  DealClosing,
  UpdateClosing,
} from '@handover/contract/deals/deal-closing.ts';
import type { OfferTermsInput } from '@handover/contract/deals/deal-offers.ts';
import { isDealEnded } from '@handover/contract/deals/deal-stages.ts';
import { withStateRule } from '@handover/domain/deals/closing-checklists.ts';
import { checklistAreas, type DealFacts } from '@handover/domain/deals/deal-gates.ts';
import { calculateFundsDifferenceCents, coversPrice } from '@handover/domain/deals/funds-flow.ts';
import type { StateConRule } from '@handover/domain/state-rules.ts';
import { usStates } from '@handover/domain/us-states.ts';
import type { Db } from '#db/client.ts';
import { findBusinessState } from '#features/businesses/businesses.public.ts';
import { findStateRule, listChecklistItems } from '#features/settings/settings.public.ts';
import { AppError, invalidField, staleVersion } from '#lib/errors.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { authorize, can } from '../deals.policy.ts';
import { findDealRow, type DealRow } from '../deals.queries.ts';
import { reindexAndReload, loadDeal, recordOnDeal } from '../deals.service.ts';
import { lockDeal } from '../deals.public.ts';
import { getClosingRow, saveClosing, type ClosingRow } from './closing.queries.ts';

/**
 * Called with the post-closing dates once a deal has closed, and with those that change later, in the same transaction.
 */
export type DatesHook = (
  work: Work,
  actor: Member,
  deal: {
    readonly id: string;
    readonly businessId: string;
    readonly brokerId: string | null;
    readonly buyerName: string;
    readonly dates: ClosingDates;
  },
) => Promise<void>;

/** Throws NOT_FOUND. */
export async function getClosing(work: Work, actor: Member, dealId: string): Promise<DealClosing> {
  const deal = await loadDeal(work, actor, dealId);
  const { workspaceId } = actor;
  const rule = await findConRule(work.db, { workspaceId, businessId: deal.business_id });
  return presentClosing(actor, { deal, rule, row: await readClosing(work.db, { workspaceId, deal }) });
}

/**
 * Once a deal is closed, only its dates can change, and their tasks are updated. Throws NOT_FOUND, INVALID_INPUT for an
 * unknown item, RULE_BROKEN once the deal has ended, STALE_VERSION.
 */
export async function updateClosing(
  work: Work,
  actor: Member,
  { dealId, input, onDates }: { dealId: string; input: UpdateClosing; onDates?: DatesHook },
): Promise<DealClosing> {
  const read = authorize(actor, 'deal:update', await findDealRow(work.db, actor, dealId));
  const deal = { ...read, ...(await lockDeal(work.db, { ...actor, dealId })) };
  checkStage(deal, input);
  const before = await readClosing(work.db, { workspaceId: actor.workspaceId, deal });
  const { item, fundsFlow, dates, version } = input;
  const title = item === undefined ? null : before.items.find(({ key }) => key === item.key)?.title;
  if (title === undefined) throw invalidField('item.key', 'This item is not on the checklist');
  const change = {
    ...before,
    version,
    checklist: {
      ...before.checklist,
      ...(item !== undefined && { [item.key]: toChangedItem(work, actor, { before, item }) }),
    },
    funds_flow: fundsFlow ?? before.funds_flow,
    dates: { ...before.dates, ...dates },
  };
  const isSaved = await saveClosing(work.db, {
    workspaceId: actor.workspaceId,
    dealId,
    now: work.now,
    ...change,
  });
  if (before.version !== version || !isSaved) throw staleVersion(await getClosing(work, actor, dealId));
  const isDone =
    item !== undefined && item.state !== 'open' && item.state !== before.checklist[item.key]?.state;
  if (isDone && title !== null)
    await recordOnDeal(work, actor, { deal, type: 'deal.item_done', detail: { reason: title } });
  if (deal.stage === 'closed' && dates !== undefined)
    await onDates?.(work, actor, {
      id: dealId,
      businessId: deal.business_id,
      brokerId: deal.broker_id,
      buyerName: deal.buyer_name,
      dates,
    });
  await reindexAndReload(work, actor, dealId);
  return getClosing(work, actor, dealId);
}

function checkStage({ stage }: DealRow, { item, fundsFlow }: UpdateClosing): void {
  if (stage === 'lost') throw new AppError('RULE_BROKEN', 'This deal is lost.');
  if (stage === 'closed' && (item !== undefined || fundsFlow !== undefined))
    throw new AppError('RULE_BROKEN', 'This deal is closed. Only the dates after closing can change.');
}

function toChangedItem(
  { now }: Work,
  { userId, timeZone }: Member,
  { before, item: { key, state, doneOn, note } }: { before: ClosingRow; item: ChecklistChange },
): ClosingRow['checklist'][string] {
  return {
    state,
    doneOn: doneOn === undefined ? (state === 'done' ? toCalendarDate(now, timeZone) : null) : doneOn,
    note: note === undefined ? (before.checklist[key]?.note ?? null) : note,
    changedBy: userId,
    changedAt: now.toISOString(),
  };
}

/** The facts of the closing for the gates. */
export async function getClosingFacts(
  db: Db,
  {
    workspaceId,
    deal,
    offer,
  }: { workspaceId: string; deal: Pick<DealRow, 'id' | 'business_type'>; offer: OfferTermsInput | null },
): Promise<Pick<DealFacts, 'openItems' | 'fundsDifferenceCents' | 'isPricePaid'>> {
  const row = await readClosing(db, { workspaceId, deal });
  const items = listItems(row, null);
  const openIn = (area: string): number =>
    items.filter((item) => item.area === area && item.state === 'open').length;
  const [approval, lease, payer] = checklistAreas;
  return {
    openItems: { [approval]: openIn(approval), [lease]: openIn(lease), [payer]: openIn(payer) },
    fundsDifferenceCents: calculateFundsDifferenceCents(row.funds_flow),
    // An earn-out is paid later.
    isPricePaid: offer === null || coversPrice(row.funds_flow, offer.priceCents - offer.earnOutCents),
  };
}

/** The dates after closing that were set. */
export async function findClosingDates(
  db: Db,
  of: { readonly workspaceId: string; readonly dealId: string },
): Promise<ClosingDates> {
  return (await getClosingRow(db, of)).dates;
}

/** Uses the lines from when the deal was created, or the new type’s lines if the business type changed. */
async function readClosing(
  db: Db,
  {
    workspaceId,
    deal: { id: dealId, business_type: type },
  }: { readonly workspaceId: string; readonly deal: Pick<DealRow, 'id' | 'business_type'> },
): Promise<ClosingRow> {
  const row = await getClosingRow(db, { workspaceId, dealId });
  if (row.business_type === type) return row;
  return { ...row, business_type: type, items: await listChecklistItems(db, { workspaceId, type }) };
}

function listItems(row: ClosingRow, rule: StateConRule | null): DealClosing['checklist'] {
  return withStateRule(row.items, rule).map((item) => {
    const {
      state = 'open',
      doneOn = null,
      note = null,
      changedBy,
      changedAt = null,
    } = row.checklist[item.key] ?? {};
    const displayName = changedBy === undefined ? undefined : row.names[changedBy];
    return {
      ...item,
      state,
      doneOn,
      note,
      changedBy: changedBy === undefined || displayName === undefined ? null : { id: changedBy, displayName },
      changedAt,
    };
  });
}

/** The rule of the state of the business; null without a state. */
async function findConRule(
  db: Db,
  of: { readonly workspaceId: string; readonly businessId: string },
): Promise<StateConRule | null> {
  const state = await findBusinessState(db, of);
  const rule = state === null ? null : await findStateRule(db, { workspaceId: of.workspaceId, state });
  return rule === null
    ? null
    : { stateName: usStates[rule.state] ?? rule.state, con: rule.con, asOf: rule.asOf };
}

function presentClosing(
  actor: Member,
  { deal, row, rule }: { deal: DealRow; row: ClosingRow; rule: StateConRule | null },
): DealClosing {
  return {
    dealId: deal.id,
    checklist: listItems(row, rule),
    fundsFlow: [...row.funds_flow],
    differenceCents: calculateFundsDifferenceCents(row.funds_flow),
    dates: row.dates,
    canUpdate: can(actor, 'deal:update', deal) && !isDealEnded(deal.stage),
    canUpdateDates: can(actor, 'deal:update', deal) && deal.stage !== 'lost',
    version: row.version,
  };
}
