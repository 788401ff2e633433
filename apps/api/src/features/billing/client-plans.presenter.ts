import type { ClientPlan, ManagedPlan } from '@handover/contract/billing.ts';
import type { PlanRow } from './client-plans.queries.ts';

/** A plan as everybody sees it. */
export function presentPlan(row: PlanRow): ClientPlan {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    priceCents: row.price_cents,
    currency: row.currency,
    interval: row.price_interval,
    includes: row.includes,
    audience: row.audience,
    isHighlighted: row.is_highlighted,
  };
}

/** A plan as the catalogue's keeper sees it. */
export function presentManaged(row: PlanRow): ManagedPlan {
  return {
    ...presentPlan(row),
    isPublic: row.is_public,
    isArchived: row.archived_at !== null,
    version: row.version,
  };
}
