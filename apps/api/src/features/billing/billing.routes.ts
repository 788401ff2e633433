import { createHash } from 'node:crypto';
import * as contract from '@handover/contract/billing.ts';
import type { Routes } from '#platform/http/routes.ts';
import { listChoices, listPublicPlanRows, type PlanRow } from './client-plans.queries.ts';
import type { ClientPlan, ManagedPlan } from '@handover/contract/billing.ts';

export function billingRoutes(routes: Routes): void {
  routes.add(contract.listClientPlans, async ({ work, reply }) => {
    const clientPlans = (await listPublicPlanRows(work.db)).map(presentPlan);
    const digest = createHash('sha256').update(JSON.stringify(clientPlans)).digest('base64url');
    void reply.header('etag', `"${digest}"`).header('cache-control', 'public, no-cache');
    return { clientPlans };
  });

  routes.add(contract.listPlanChoices, async ({ actor, work }) => ({
    clientPlans: await listChoices(work.db, actor.workspaceId),
  }));
}

function presentPlan(row: PlanRow): ClientPlan {
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

export function presentManaged(row: PlanRow): ManagedPlan {
  return {
    ...presentPlan(row),
    isPublic: row.is_public,
    isArchived: row.archived_at !== null,
    version: row.version,
  };
}
