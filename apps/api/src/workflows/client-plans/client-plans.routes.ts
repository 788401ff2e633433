import * as contract from '@handover/contract/billing.ts';
import type { Routes } from '#platform/http/routes.ts';
import {
  changePlan,
  createPlan,
  deletePlan,
  getPlanUse,
  listManaged,
  orderPlans,
} from './client-plans.service.ts';

/** The catalogue of the installation as it is kept. A change reaches customers and saved views of every workspace. */
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
    clientPlans: await orderPlans(work, body.ids),
  }));
  routes.add(contract.deleteClientPlan, async ({ params, work }) => deletePlan(work, params.id));
}
