import * as contract from '@handover/contract/business-gates.ts';
import type { Routes } from '#platform/http/routes.ts';
import { confirm, getBusinessGate, withdraw, type BusinessFactSource } from './business-gates.service.ts';

/** `sources` are the features that know what the gates of a business ask. */
export function businessGateRoutes(routes: Routes, sources: readonly BusinessFactSource[]): void {
  routes.add(contract.getBusinessGate, async ({ actor, params, work }) => ({
    gate: await getBusinessGate(work, actor, { businessId: params.id, sources }),
  }));
  routes.add(contract.confirmBusinessRequirement, async ({ actor, params, body, work }) => ({
    gate: await confirm(work, actor, { businessId: params.id, sources, input: body }),
  }));
  routes.add(contract.withdrawBusinessRequirement, async ({ actor, params, work }) => ({
    gate: await withdraw(work, actor, {
      businessId: params.id,
      sources,
      requirement: params.requirement,
    }),
  }));
}
