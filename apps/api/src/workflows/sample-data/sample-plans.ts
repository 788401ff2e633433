import type { CreatePlan } from '@handover/contract/settings/billing.ts';
import { findPlanNamed, listExistingPlans } from '#features/billing/billing.public.ts';
import type { Work } from '#platform/work.ts';
import { createPlan } from '#features/billing/client-plans.service.ts';

const usual = { currency: 'USD', isHighlighted: false, isPublic: true } as const;

/** The catalog with the plans of the sample customers. */
const samplePlans: readonly CreatePlan[] = [
  {
    ...usual,
    name: 'Basic',
    description: 'For owners exploring a sale.',
    priceCents: 0,
    interval: 'month',
    audience: 'Individual',
    includes: ['Sale-readiness score for one business', 'Annual valuation range', 'Your own broker by email'],
  },
  {
    ...usual,
    name: 'Growth',
    description: 'For practices preparing a sale within the next three years.',
    priceCents: 29_000,
    interval: 'month',
    audience: 'both',
    isHighlighted: true,
    includes: [
      'Everything in Basic',
      'Quarterly recast profit and loss',
      'License and lease review',
      'Monthly call with your broker',
    ],
  },
  {
    ...usual,
    name: 'Exit',
    description: 'For groups going to market now, from teaser to closing.',
    priceCents: 1_200_000,
    interval: 'once',
    audience: 'Corporate',
    includes: [
      'Everything in Growth for every location',
      'Confidential data room',
      'Buyers matched and screened',
      'Closing checklist and coordination',
    ],
  },
];

/** Adds the sample plans that are missing from the catalog. */
export async function writeSamplePlans(work: Work): Promise<void> {
  const known = await listExistingPlans(work.db);
  for (const plan of samplePlans)
    if (findPlanNamed(known, plan.name) === undefined) await createPlan(work, plan, { isSample: true });
}
