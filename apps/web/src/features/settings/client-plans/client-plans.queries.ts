import { listManagedPlans, listPlanUse, type ManagedPlan } from '@handover/contract/billing.ts';
import type { ResponseOf } from '@handover/contract/endpoint.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';

export type PlanUse = ResponseOf<typeof listPlanUse>['use'][number];

/** The whole catalogue in its order. */
export const managedPlansQuery = (): QueryFor<ManagedPlan[]> =>
  oneQuery({
    queryKey: managedKey,
    queryFn: async ({ signal }) => (await send(listManagedPlans, {}, { signal })).clientPlans,
  });

export const managedKey = ['clientPlan', 'all', 'managed'];

/** How many customers have each plan. */
export const planUseQuery = (): QueryFor<PlanUse[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'plan-use'],
    queryFn: async ({ signal }) => (await send(listPlanUse, {}, { signal })).use,
  });
