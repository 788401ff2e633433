import type {
  Commission,
  CommissionDetail,
  CommissionShare,
} from '@handover/contract/commission/commissions.ts';
import type { StageWeights } from '@handover/contract/commission/commission-settings.ts';
import { calculateWeightedCents } from '@handover/domain/commission/commission.ts';
import type { Member } from '#platform/session/actor.ts';
import { isAdmin } from '#platform/session/policy.ts';
import {
  findCredit,
  findExpectedAmounts,
  findExpectedClaim,
  findCommissionTerms,
} from './commission-amounts.ts';
import { can } from './commissions.policy.ts';
import type { CommissionRow, listPayouts } from './commissions.queries.ts';

type Weights = { readonly stageWeights: StageWeights };

/** A row of the list as shown to the viewer: brokers see only their own shares. */
export function presentCommission(member: Member, row: CommissionRow, weights: Weights): Commission {
  const { shares } = getFigures(row);
  return {
    id: row.id,
    status: row.status,
    business: { id: row.business_id, name: row.business_name },
    buyer: { id: row.buyer_id, name: row.buyer_name },
    broker:
      row.broker_id === null || row.broker_name === null
        ? null
        : { id: row.broker_id, displayName: row.broker_name },
    stage: row.stage,
    currency: row.currency,
    expectedClose: row.expected_close,
    closedOn: row.closed_on,
    ...getViewedAmounts(member, row, weights),
    shares: isAdmin(member) ? [...shares] : shares.filter(({ userId }) => userId === member.userId),
    version: row.version ?? 0,
  };
}

type ViewedAmounts = Pick<Commission, 'baseCents' | 'dueCents' | 'weightedCents' | 'paidCents' | 'ownCents'>;

/** All of a commission for administrators, and a broker's own shares of it. */
export function getViewedAmounts(
  member: Member,
  row: CommissionRow,
  { stageWeights }: Weights,
): ViewedAmounts {
  const { base: baseCents, due, shares } = getFigures(row);
  const ownCents = due === null ? null : sumOwnCents(member, shares);
  const dueCents = isAdmin(member) ? due : ownCents;
  const isExpected = row.status === 'expected';
  return {
    baseCents,
    dueCents,
    ownCents,
    weightedCents:
      isExpected && dueCents !== null ? calculateWeightedCents(dueCents, stageWeights[row.stage]) : null,
    paidCents: isAdmin(member) ? row.paid_cents : row.own_paid_cents,
  };
}

export function presentCommissionDetail(
  member: Member,
  row: CommissionRow,
  { stageWeights, payouts }: Weights & { payouts: Awaited<ReturnType<typeof listPayouts>> },
): CommissionDetail {
  const isOwed = row.no_commission_reason === null;
  const terms = row.terms ?? (isOwed ? findCommissionTerms(row) : null);
  return {
    ...presentCommission(member, row, { stageWeights }),
    feeCents: row.fee_cents ?? findExpectedAmounts(row)?.feeCents ?? null,
    totalCents: getFigures(row).due,
    creditCents: row.credit_cents ?? findCredit(row),
    terms:
      terms === null
        ? null
        : {
            feeTableName: terms.feeTableName,
            steps: terms.steps,
            minimumFeeCents: terms.minimumFeeCents,
            countedParts: terms.countedParts,
          },
    carveOuts: row.carve_outs,
    consideration:
      row.consideration ?? row.offer_parts ?? (row.price_cents === null ? {} : { cash: row.price_cents }),
    claim: row.claim ?? findExpectedClaim(row),
    noCommissionReason: row.no_commission_reason,
    earnOuts: row.earn_outs ?? [],
    payouts: payouts.map(({ shares: _shares, ...payout }) => payout),
    abilities: {
      canFinalize: can(member, 'commission:finalize', row),
      canPay: can(member, 'commission:pay', row),
      canRemoveEarnOut: can(member, 'commission:reduce', row),
      canReopen: can(member, 'commission:reopen', row),
      canAddEarnOut: isAdmin(member) && row.terms?.countedParts.includes('earnOut') === true,
    },
  };
}

type Figures = {
  readonly base: number | null;
  readonly due: number | null;
  readonly shares: readonly CommissionShare[];
};

/** The final figures; until then, the expected ones. */
function getFigures(row: CommissionRow): Figures {
  if (row.due_cents !== null) return { base: row.base_cents, due: row.due_cents, shares: row.shares ?? [] };
  const expected = findExpectedAmounts(row);
  return {
    base: expected?.baseCents ?? row.price_cents,
    due: expected?.dueCents ?? null,
    shares: expected?.shares ?? [],
  };
}

function sumOwnCents({ userId }: Pick<Member, 'userId'>, shares: readonly CommissionShare[]): number {
  return shares.reduce((sum, share) => sum + (share.userId === userId ? share.cents : 0), 0);
}
