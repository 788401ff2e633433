import * as contract from '@handover/contract/businesses/valuation-tables.ts';
import { getMarketSurvey, listFinancingRules, listMultiples } from '../settings.public.ts';
import type { Routes } from '#platform/http/routes.ts';
import {
  addRule,
  changeMarketSurvey,
  changeMultiple,
  changeRule,
  removeRule,
  resetMarketSurvey,
  resetMultiple,
  resetRule,
} from './valuation-tables.service.ts';

export function valuationTableRoutes(routes: Routes): void {
  routes.add(contract.getValuationTables, async ({ actor, work }) => ({
    multiples: await listMultiples(work.db, actor.workspaceId),
    marketSurvey: await getMarketSurvey(work.db, actor.workspaceId),
    financingRules: await listFinancingRules(work.db, actor.workspaceId),
  }));
  routes.add(contract.updateValuationMultiple, async ({ actor, params, body, work }) => ({
    multiple: await changeMultiple(work, actor, { ...params, ...body }),
  }));
  routes.add(contract.resetValuationMultiple, async ({ actor, params, body, work }) => ({
    multiple: await resetMultiple(work, actor, { ...params, ...body }),
  }));
  routes.add(contract.updateMarketSurvey, async ({ actor, body, work }) => ({
    marketSurvey: await changeMarketSurvey(work, actor, body),
  }));
  routes.add(contract.resetMarketSurvey, async ({ actor, body, work }) => ({
    marketSurvey: await resetMarketSurvey(work, actor, body.version),
  }));
  routes.add(contract.createFinancingRule, async ({ actor, body, work }) => ({
    financingRule: await addRule(work, actor, body),
  }));
  routes.add(contract.updateFinancingRule, async ({ actor, params, body, work }) => {
    const { version, ...values } = body;
    return { financingRule: await changeRule(work, actor, { id: params.id, version, values }) };
  });
  routes.add(contract.resetFinancingRule, async ({ actor, params, body, work }) => ({
    financingRule: await resetRule(work, actor, { id: params.id, ...body }),
  }));
  routes.add(contract.deleteFinancingRule, async ({ actor, params, work }) =>
    removeRule(work, actor, params.id),
  );
}
