import type { Commission, CommissionDetail, CommissionShare } from '@handover/contract/commissions.ts';
import type { StageWeights } from '@handover/contract/commission-settings.ts';
import { weightedCents } from '@handover/domain/commission/commission.ts';
import type { Member } from '#platform/session/actor.ts';
import { isAdmin } from '#platform/session/policy.ts';
import { creditOf, expectedOf, termsOf } from './commission-amounts.ts';
import { can } from './commissions.policy.ts';
import type { CommissionRow, listPayouts } from './commissions.queries.ts';

/** A row of the list as the viewer may see it: brokers read their own shares. */
export function presentCommission(
  member: Member,
  row: CommissionRow,
  { stageWeights }: { stageWeights: StageWeights },
): Commission {
  const { base, due, shares } = figuresOf(row);
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
    baseCents: base,
    dueCents: due,
    weightedCents:
      row.status === 'expected' && due !== null ? weightedCents(due, stageWeights[row.stage]) : null,
    paidCents: row.paid_cents,
    shares: isAdmin(member) ? [...shares] : shares.filter(({ userId }) => userId === member.userId),
    ownCents: due === null ? null : ownCentsOf(member, shares),
    version: row.version ?? 0,
  };
}

export function presentCommissionDetail(
  member: Member,
  row: CommissionRow,
  { stageWeights, payouts }: { stageWeights: StageWeights; payouts: Awaited<ReturnType<typeof listPayouts>> },
): CommissionDetail {
  const terms = row.terms ?? termsOf(row);
  return {
    ...presentCommission(member, row, { stageWeights }),
    feeCents: row.fee_cents ?? expectedOf(row)?.feeCents ?? null,
    creditCents: row.credit_cents ?? creditOf(row),
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
    claim: row.claim,
    earnOuts: row.earn_outs ?? [],
    payouts,
    abilities: {
      canFinalize: can(member, 'commission:finalize', row),
      canPay: can(member, 'commission:pay', row),
      canAddEarnOut: isAdmin(member) && row.terms?.countedParts.includes('earnOut') === true,
    },
  };
}

type Figures = {
  readonly base: number | null;
  readonly due: number | null;
  readonly shares: readonly CommissionShare[];
};

/** Final, else as expected. */
export function figuresOf(row: CommissionRow): Figures {
  if (row.due_cents !== null) return { base: row.base_cents, due: row.due_cents, shares: row.shares ?? [] };
  const expected = expectedOf(row);
  return {
    base: expected?.baseCents ?? row.price_cents,
    due: expected?.dueCents ?? null,
    shares: expected?.shares ?? [],
  };
}

export function ownCentsOf({ userId }: Pick<Member, 'userId'>, shares: readonly CommissionShare[]): number {
  return shares.reduce((sum, share) => sum + (share.userId === userId ? share.cents : 0), 0);
}
