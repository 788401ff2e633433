import * as contract from '@handover/contract/notification-choices.ts';
import type { Routes } from '#platform/http/routes.ts';
import { getChoices, updateChoices } from './choices.service.ts';

/** How one hears of things. */
export function notificationChoiceRoutes(routes: Routes): void {
  routes.add(contract.getNotificationChoices, async ({ actor, work }) => ({
    choices: await getChoices(work, actor),
  }));
  routes.add(contract.updateNotificationChoices, async ({ actor, body, work }) => ({
    choices: await updateChoices(work, actor, body),
  }));
}
