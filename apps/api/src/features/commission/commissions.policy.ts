import type { DealStage } from '@handover/contract/deals/deal-stages.ts';
import { definePolicy } from '#platform/session/policy.ts';

type CommissionSubject = {
  readonly deleted_at: Date | null;
  readonly stage: DealStage;
  /** Null until it is final. */
  readonly due_cents: number | null;
  readonly paid_cents: number;
  readonly earn_outs: readonly unknown[] | null;
};

export const commissionPolicy = definePolicy<
  Record<
    | 'commission:finalize'
    | 'commission:pay'
    | 'commission:reverse'
    | 'commission:reduce'
    | 'commission:reopen',
    CommissionSubject
  >
>({
  noun: 'commission',
  rules: {
    'commission:finalize': {
      level: 'ADMIN',
      when: (_member, { stage, due_cents: dueCents }) => stage === 'closed' && dueCents === null,
      refusal: 'A commission can be finalized once, after the deal closes.',
    },
    'commission:pay': {
      level: 'ADMIN',
      when: (_member, { due_cents: dueCents, paid_cents: paidCents }) =>
        dueCents !== null && dueCents > paidCents,
      refusal: 'No amount is due on this commission.',
    },
    'commission:reverse': {
      level: 'ADMIN',
      when: (_member, { paid_cents: paidCents }) => paidCents > 0,
      refusal: 'Nothing was paid out.',
    },
    'commission:reduce': {
      level: 'ADMIN',
      when: (_member, { earn_outs: earnOuts }) => earnOuts !== null && earnOuts.length > 0,
      refusal: 'No earn-out was recorded.',
    },
    'commission:reopen': {
      level: 'ADMIN',
      when: (_member, { due_cents: dueCents, paid_cents: paidCents }) => dueCents !== null && paidCents === 0,
      refusal: 'A commission that was paid out cannot be reopened. Reverse its payouts first.',
    },
  },
});

export const { can, authorize } = commissionPolicy;
