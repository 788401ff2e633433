import * as contract from '@handover/contract/businesses/state-rules.ts';
import type { Routes } from '#platform/http/routes.ts';
import { listStateRules } from '../settings.public.ts';
import { changeStateRule, resetStateRule } from './state-rules.service.ts';

export function stateRuleRoutes(routes: Routes): void {
  routes.add(contract.listStateRules, async ({ actor, work }) => ({
    stateRules: await listStateRules(work.db, actor.workspaceId),
  }));
  routes.add(contract.updateStateRule, async ({ actor, params, body, work }) => ({
    stateRule: await changeStateRule(work, actor, { ...params, ...body }),
  }));
  routes.add(contract.resetStateRule, async ({ actor, params, body, work }) => ({
    stateRule: await resetStateRule(work, actor, { ...params, ...body }),
  }));
}
