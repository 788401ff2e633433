import * as contract from '@handover/contract/dashboard.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { firstStepsOf } from './first-steps.service.ts';
import { growthOf, stagesOf, urgentOf } from './figures.service.ts';
import { waitingMail } from './mail.service.ts';

/** The panels of the dashboard, one call each, so that a slow or failed one stands alone. */
export function dashboardRoutes(
  routes: Routes,
  parts: Pick<Platform, 'config' | 'keyring' | 'logger' | 'mail'>,
): void {
  const { keyring } = parts;
  routes.add(contract.getCustomerGrowth, async ({ actor, work }) => ({
    growth: await growthOf(work, actor),
  }));
  routes.add(contract.getStageTotals, async ({ actor, work }) => ({ stages: await stagesOf(work, actor) }));
  routes.add(contract.getUrgentBusinesses, async ({ actor, work }) => ({
    urgent: await urgentOf(work, actor),
  }));
  routes.add(contract.listUnansweredMail, ({ actor, query, work }) =>
    waitingMail(work, actor, { kind: 'unanswered', query, keyring }),
  );
  routes.add(contract.listUndeliveredMail, ({ actor, query, work }) =>
    waitingMail(work, actor, { kind: 'undelivered', query, keyring }),
  );
  routes.add(contract.getFirstSteps, async ({ actor, work }) => ({
    steps: await firstStepsOf(work, actor, parts),
  }));
}
