import * as contract from '@handover/contract/deal-reports.ts';
import type { Routes } from '#platform/http/routes.ts';
import { getDealReport, getForecast } from './reports.service.ts';

export function reportRoutes(routes: Routes): void {
  routes.add(contract.getForecast, async ({ actor, work }) => ({ months: await getForecast(work, actor) }));
  routes.add(contract.getDealReport, async ({ actor, query, work }) => ({
    report: await getDealReport(work, actor, query),
  }));
}
