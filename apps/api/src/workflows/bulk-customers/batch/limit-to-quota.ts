import type { Quota } from '#platform/workspace-limits/quota.ts';
import { skip, type Plan } from './plan.ts';

/** Customers that come out of the bin take places of the workspace's plan; those beyond it are left out. */
export function limitToQuota(plans: readonly Plan[], { left, refusal }: Quota): Plan[] {
  let free = left;
  return plans.map((plan): Plan => {
    if (plan.kind === 'skip' || plan.change.columns.deleted_at !== null) return plan;
    free -= 1;
    return free >= 0 ? plan : skip(plan.change.target, refusal);
  });
}
