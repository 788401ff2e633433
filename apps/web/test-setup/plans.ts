import type { ClientPlan, ManagedPlan } from '@handover/contract/settings/billing.ts';
import { anId } from './records.ts';

/** A plan as shown to everyone. */
export function aPlan(number: number, changes: Partial<ClientPlan> = {}): ClientPlan {
  return {
    id: anId(number),
    name: `Plan ${String(number)}`,
    description: 'For owners who prepare a sale.',
    priceCents: 29_000,
    currency: 'USD',
    interval: 'month',
    includes: ['A broker of your own', 'A yearly valuation'],
    audience: 'both',
    isHighlighted: false,
    ...changes,
  };
}

/** A plan as shown to those who manage the catalog. */
export function aManagedPlan(number: number, changes: Partial<ManagedPlan> = {}): ManagedPlan {
  return { ...aPlan(number), isPublic: true, isArchived: false, version: 1, ...changes };
}
