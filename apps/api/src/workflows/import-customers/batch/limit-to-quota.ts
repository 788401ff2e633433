import type { Quota } from '#platform/workspace-limits/quota.ts';
import type { RowPlan } from '../matching/plan-rows.ts';

/** Rows that would make a customer beyond what the workspace's plan holds are left out, with the reason. */
export function limitToQuota(plans: readonly RowPlan[], { left, refusal }: Quota): RowPlan[] {
  let free = left;
  return plans.map((plan): RowPlan => {
    if (plan.kind !== 'create') return plan;
    free -= 1;
    if (free >= 0) return plan;
    const { row, candidate, cells, record } = plan;
    const faults = [{ column: null, kind: 'invalid', message: refusal }] as const;
    return { kind: 'reject', row, faults, name: candidate.input.name, isSkipped: false, cells, record };
  });
}
