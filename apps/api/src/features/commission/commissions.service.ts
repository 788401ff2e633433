import type { CommissionFilter } from '@handover/contract/commission/commission-list.ts';
import type {
  addEarnOut,
  commissionTotal,
  CommissionDetail,
  finalizeCommission,
  finalizeWithoutCommission,
  reopenCommission,
} from '@handover/contract/commission/commissions.ts';
import type { BodyOf } from '@handover/contract/http/endpoint.ts';
import { getCommissionClaim, type CommissionClaim } from '@handover/domain/commission/tail.ts';
import type { RawBuilder } from 'kysely';
import type * as z from 'zod/mini';
import { lockDeal } from '#features/deals/deals.public.ts';
import { checkNotAhead } from '#lib/clock.ts';
import { AppError, invalidField, notFound, staleVersion } from '#lib/errors.ts';
import { byMember, recordActivity, type NewActivity } from '#platform/activities.ts';
import { matchesFilter, resolveFilter } from '#platform/records/list/filter.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import { isAdmin } from '#platform/session/policy.ts';
import type { Work } from '#platform/work.ts';
import {
  calculateAmounts,
  calculateAmountsWithEarnOuts,
  findCredit,
  sumOncePerBusiness,
  findCommissionTerms,
} from './commission-amounts.ts';
import { authorize } from './commissions.policy.ts';
import { presentCommissionDetail, getViewedAmounts } from './commissions.presenter.ts';
import {
  deleteCommission,
  findCommissionRow,
  findWithLetter,
  insertCommission,
  listableCommissions,
  listNotFinal,
  listPayouts,
  replaceShares,
  sumFinal,
  updateCommission,
  type CommissionRow,
} from './commissions.queries.ts';
import { listLetters, type LetterRow } from './engagements/engagements.queries.ts';
import { loadProtectedBuyers, getTerm } from './engagements/engagements.service.ts';
import { getCommissionSettings } from './settings/commission-settings.queries.ts';

/** Throws NOT_FOUND. */
export async function getCommission(work: Work, actor: Member, id: string): Promise<CommissionDetail> {
  return present(work, actor, await loadRow(work, actor, id));
}

/**
 * The commission; with a closing date, under the letter that would earn it then. Throws NOT_FOUND, and with a closing
 * date what `finalize` throws.
 */
export async function viewCommission(
  work: Work,
  actor: Member,
  { id, closedOn }: { id: string; closedOn?: string | undefined },
): Promise<CommissionDetail> {
  if (closedOn === undefined) return getCommission(work, actor, id);
  const row = await loadClosed(work, actor, { id, closedOn });
  return present(work, actor, (await findEarningLetter(work, actor, { row, closedOn })).letter);
}

async function present(work: Work, actor: Member, row: CommissionRow): Promise<CommissionDetail> {
  const { id } = row;
  const { stageWeights } = await getCommissionSettings(work.db, actor.workspaceId);
  const payouts = await listPayouts(work.db, { workspaceId: actor.workspaceId, id });
  return presentCommissionDetail(actor, row, {
    stageWeights,
    payouts: isAdmin(actor) ? payouts : [],
  });
}

type Amounts = ReturnType<typeof getViewedAmounts> & { readonly row: CommissionRow };

/** The commissions that match and are not final, with their amounts: all of each, or a broker's own shares. */
export async function listAmounts(work: Work, member: Member, filter: CommissionFilter): Promise<Amounts[]> {
  const rows = await listNotFinal(work.db, member, await createCondition(work, member, filter));
  const settings = await getCommissionSettings(work.db, member.workspaceId);
  return rows.map((row) => ({ row, ...getViewedAmounts(member, row, settings) }));
}

type Total = z.infer<typeof commissionTotal>;

/** Sums of the commissions that match, by status and currency. Expected commissions count each business once. */
export async function getTotals(work: Work, member: Member, filter: CommissionFilter): Promise<Total[]> {
  const byKey = new Map<string, Total>();
  const [addDue, addWeighted] = [sumOncePerBusiness(), sumOncePerBusiness()];
  for (const { row, ...amounts } of await listAmounts(work, member, filter)) {
    const { status, currency } = row;
    const key = `${status} ${currency}`;
    const once = status === 'expected' ? row.business_id : row.id;
    byKey.set(key, {
      status,
      currency,
      count: (byKey.get(key)?.count ?? 0) + 1,
      dueCents: addDue(key, once, amounts.dueCents ?? 0),
      weightedCents: addWeighted(key, once, amounts.weightedCents ?? 0),
      paidCents: 0,
    });
  }
  const final = await sumFinal(work.db, member, await createCondition(work, member, filter));
  return [...byKey.values(), ...final].sort((one, other) => one.currency.localeCompare(other.currency));
}

async function createCondition(
  work: Work,
  member: Member,
  filter: CommissionFilter,
): Promise<RawBuilder<boolean>> {
  const resolved = await resolveFilter(listableCommissions, work, { member, filter });
  return matchesFilter(listableCommissions, member, resolved);
}

const claimErrors = {
  before_term: 'The deal closed before the term of the engagement letter.',
  not_protected: 'The term had ended, and the buyer is not on the protected list.',
  tail_over: 'The tail had ended when the deal closed.',
} as const satisfies Partial<Record<CommissionClaim, string>>;

/**
 * Finalizes the commission of a closed deal with its inputs. Throws NOT_FOUND, FORBIDDEN, RULE_BROKEN without a letter
 * or outside of term and tail, INVALID_INPUT for a future date, CONFLICT if it is already final.
 */
export async function finalize(
  work: Work,
  actor: Member,
  { id, input: { closedOn, consideration } }: { id: string; input: BodyOf<typeof finalizeCommission> },
): Promise<CommissionDetail> {
  const row = await loadClosed(work, actor, { id, closedOn });
  if ((consideration.earnOut ?? 0) > 0)
    throw invalidField('consideration.earnOut', 'Record an earn-out once it is paid');
  if (Object.values(consideration).every((cents) => cents === 0))
    throw invalidField('consideration.cash', 'Enter the price paid at closing');
  const { letterId, claim, letter } = await findEarningLetter(work, actor, { row, closedOn });
  const terms = findCommissionTerms(letter);
  if (terms === null) throw notFound('engagement letter');
  const creditCents = findCredit(letter);
  const { baseCents, feeCents, dueCents, shares } = calculateAmounts(consideration, { terms, creditCents });
  await insertFinal(work, actor, {
    id,
    letter_id: letterId,
    closed_on: closedOn,
    consideration: JSON.stringify(consideration),
    terms: JSON.stringify(terms),
    earn_outs: '[]',
    claim,
    base_cents: baseCents,
    fee_cents: feeCents,
    credit_cents: creditCents,
    due_cents: dueCents,
  });
  await replaceShares(work.db, { workspaceId: actor.workspaceId, id, shares });
  work.audit({ closedOn, claim, baseCents, feeCents, creditCents, dueCents });
  return publishAndReload(work, actor, { row, type: 'commission.finalized' });
}

/**
 * Finalizes a closed deal that owes no commission. Throws NOT_FOUND, FORBIDDEN, INVALID_INPUT for a future date,
 * CONFLICT.
 */
export async function finalizeWithout(
  work: Work,
  actor: Member,
  { id, input: { closedOn, reason } }: { id: string; input: BodyOf<typeof finalizeWithoutCommission> },
): Promise<CommissionDetail> {
  const row = await loadClosed(work, actor, { id, closedOn });
  await insertFinal(work, actor, {
    id,
    letter_id: null,
    closed_on: closedOn,
    consideration: '{}',
    terms: null,
    earn_outs: '[]',
    claim: null,
    no_commission_reason: reason,
    base_cents: 0,
    fee_cents: 0,
    credit_cents: 0,
    due_cents: 0,
  });
  work.audit({ closedOn, reason });
  return publishAndReload(work, actor, { row, type: 'commission.not_owed', detail: { reason } });
}

/**
 * Makes a final commission one to finalize again, without its shares and earn-outs. Throws NOT_FOUND, FORBIDDEN after a
 * payout, RULE_BROKEN if it is not final, STALE_VERSION with the current commission.
 */
export async function reopen(
  work: Work,
  actor: Member,
  { id, input: { version, reason } }: { id: string; input: BodyOf<typeof reopenCommission> },
): Promise<CommissionDetail> {
  const row = await loadRow(work, actor, id);
  if (row.due_cents === null) throw new AppError('RULE_BROKEN', notFinal);
  authorize(actor, 'commission:reopen', row);
  if (!(await deleteCommission(work.db, { workspaceId: actor.workspaceId, id, version })))
    throw staleVersion(await getCommission(work, actor, id));
  const { closed_on: closedOn, base_cents: baseCents, fee_cents: feeCents, due_cents: dueCents } = row;
  work.audit({ reason, from: { closedOn, baseCents, feeCents, dueCents, earnOuts: row.earn_outs } });
  return publishAndReload(work, actor, { row, type: 'commission.reopened', detail: { reason } });
}

/**
 * Adds an earn-out that was paid: base, fee, and shares are computed again with the final terms. Throws NOT_FOUND,
 * FORBIDDEN, RULE_BROKEN, INVALID_INPUT, STALE_VERSION with the current commission.
 */
export async function recordEarnOut(
  work: Work,
  actor: Member,
  { id, input: { version, cents, paidOn } }: { id: string; input: BodyOf<typeof addEarnOut> },
): Promise<CommissionDetail> {
  const row = await loadRow(work, actor, id);
  if (row.terms === null || row.closed_on === null) throw new AppError('RULE_BROKEN', notFinal);
  if (!row.terms.countedParts.includes('earnOut'))
    throw new AppError('RULE_BROKEN', 'The engagement letter does not charge commission on earn-outs.');
  if (paidOn < row.closed_on) throw invalidField('paidOn', 'Must not be before the closing');
  checkNotAhead(work, actor, { path: 'paidOn', date: paidOn });
  const earnOuts = [...(row.earn_outs ?? []), { cents, paidOn }];
  const amounts = calculateAmountsWithEarnOuts(row, row.terms, earnOuts);
  await writeEarnOuts(work, actor, { id, version, earnOuts, amounts });
  work.audit({ cents, paidOn, dueCents: amounts.dueCents });
  return publishAndReload(work, actor, { row, type: 'commission.earn_out_paid' });
}

type EarnOuts = CommissionDetail['earnOuts'];

/** Writes the amounts of a commission with its earn-outs. Throws STALE_VERSION with the current commission. */
export async function writeEarnOuts(
  work: Work,
  actor: Member,
  {
    id,
    version,
    earnOuts,
    amounts: { consideration, baseCents, feeCents, dueCents, shares },
  }: {
    id: string;
    version: number;
    earnOuts: EarnOuts;
    amounts: ReturnType<typeof calculateAmountsWithEarnOuts>;
  },
): Promise<void> {
  const { workspaceId } = actor;
  const change = {
    consideration: JSON.stringify(consideration),
    earn_outs: JSON.stringify(earnOuts),
    base_cents: baseCents,
    fee_cents: feeCents,
    due_cents: dueCents,
    due_changed_at: work.now,
  };
  if (!(await updateCommission(work.db, { workspaceId, id, version, change })))
    throw staleVersion(await getCommission(work, actor, id));
  await replaceShares(work.db, { workspaceId, id, shares });
}

/** Throws NOT_FOUND. */
export async function loadRow({ db }: Work, actor: Member, id: string): Promise<CommissionRow> {
  const row = await findCommissionRow(db, actor, id);
  if (row === null) throw notFound('commission');
  return row;
}

const notFinal = 'Finalize the commission first.';
const alreadyFinal = 'The commission of this deal is already finalized.';

/** A closed deal without a final commission, locked so that it stays closed. */
async function loadClosed(
  work: Work,
  actor: Member,
  { id, closedOn }: { id: string; closedOn: string },
): Promise<CommissionRow> {
  await loadRow(work, actor, id);
  await lockDeal(work.db, { ...actor, dealId: id });
  const row = await loadRow(work, actor, id);
  if (row.due_cents !== null) throw new AppError('CONFLICT', alreadyFinal);
  authorize(actor, 'commission:finalize', row);
  checkNotAhead(work, actor, { path: 'closedOn', date: closedOn });
  return row;
}

async function insertFinal(
  { db, now }: Work,
  { workspaceId }: Member,
  row: Omit<Parameters<typeof insertCommission>[1], 'workspace_id' | 'due_changed_at' | 'created_at'>,
): Promise<void> {
  const stored = { ...row, workspace_id: workspaceId, due_changed_at: now, created_at: now };
  if (!(await insertCommission(db, stored))) throw new AppError('CONFLICT', alreadyFinal);
}

/**
 * The letter under which a closing earns a commission: the letter whose term includes the closing, else the letter
 * whose tail does, if the buyer is on its protected list; with the commission under its terms. Throws RULE_BROKEN with
 * the reason if the deal's letter earns none.
 */
async function findEarningLetter(
  work: Work,
  actor: Member,
  { row, closedOn }: { row: CommissionRow; closedOn: string },
): Promise<{ letterId: string; claim: 'term' | 'tail'; letter: CommissionRow }> {
  const { workspaceId } = actor;
  const { business_id: businessId, buyer_id: buyerId } = row;
  const claims: { letterId: string; claim: CommissionClaim }[] = [];
  for (const letter of await listLetters(work.db, { workspaceId, businessId }))
    if (letter.status !== 'draft')
      claims.push({
        letterId: letter.id,
        claim: await findClaim(work, actor, { letter, buyerId, closedOn }),
      });
  const found =
    claims.find(({ claim }) => claim === 'term') ??
    claims.find(({ claim }) => claim === 'tail') ??
    claims.find(({ letterId }) => letterId === row.letter_id);
  if (found === undefined)
    throw new AppError('RULE_BROKEN', 'Record a signed engagement letter for the business first.');
  const { letterId, claim } = found;
  if (claim !== 'term' && claim !== 'tail') throw new AppError('RULE_BROKEN', claimErrors[claim]);
  const letter = await findWithLetter(work.db, actor, { id: row.id, letterId });
  if (letter === null) throw notFound('engagement letter');
  return { letterId, claim, letter };
}

async function findClaim(
  work: Work,
  actor: Member,
  { letter, buyerId, closedOn }: { letter: LetterRow; buyerId: string; closedOn: string },
): Promise<CommissionClaim> {
  const term = getTerm(letter);
  const claim = getCommissionClaim(term, { closedOn, isProtected: true });
  if (claim !== 'tail') return claim;
  const buyers = await loadProtectedBuyers(work, actor, letter);
  return getCommissionClaim(term, {
    closedOn,
    isProtected: buyers.some(({ buyer }) => buyer.id === buyerId),
  });
}

/** Writes the entry on the timelines, updates open pages, and returns the current commission. */
export async function publishAndReload(
  work: Work,
  actor: Member,
  { row, ...entry }: { row: CommissionRow } & Pick<NewActivity, 'type' | 'detail'>,
): Promise<CommissionDetail> {
  const { workspaceId } = actor;
  const { id, business_id: businessId, buyer_id: buyerId } = row;
  await recordActivity(work, {
    ...byMember(actor, buyerId),
    businessId,
    dealId: id,
    ...entry,
    subject: { kind: 'deal', id },
  });
  work.publish({ workspaceId, noun: 'commission', id, dealId: id });
  return getCommission(work, actor, id);
}
