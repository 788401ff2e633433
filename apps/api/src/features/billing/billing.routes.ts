import { createHash } from 'node:crypto';
import * as contract from '@handover/contract/billing.ts';
import type { Routes } from '#platform/http/routes.ts';
import { presentPlan } from './client-plans.presenter.ts';
import { listChoices, listPublicPlanRows } from './client-plans.queries.ts';

/** The catalogue as it is read: by everybody, and by staff who give a plan to a customer. */
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
