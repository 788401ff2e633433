import { createHash } from 'node:crypto';
import * as contract from '@handover/contract/settings/billing.ts';
import type { Routes } from '#platform/http/routes.ts';
import { listChoices, listPublicPlanRows } from './client-plans.queries.ts';
import {
  changePlan,
  createPlan,
  deletePlan,
  getPlanUse,
  listManaged,
  reorderPlans,
  presentPlan,
} from './client-plans.service.ts';

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

/** Manages the plan catalog. A change also updates customers and saved views of all workspaces. */
export function clientPlanRoutes(routes: Routes): void {
  routes.add(contract.listManagedPlans, async ({ work }) => ({ clientPlans: await listManaged(work) }));
  routes.add(contract.listPlanUse, async ({ work }) => ({ use: await getPlanUse(work) }));
  routes.add(contract.createClientPlan, async ({ body, work }) => ({
    clientPlan: await createPlan(work, body),
  }));
  routes.add(contract.updateClientPlan, async ({ params, body, work }) => ({
    clientPlan: await changePlan(work, { id: params.id, ...body }),
  }));
  routes.add(contract.orderClientPlans, async ({ body, work }) => ({
    clientPlans: await reorderPlans(work, body.ids),
  }));
  routes.add(contract.deleteClientPlan, async ({ params, work }) => deletePlan(work, params.id));
}
