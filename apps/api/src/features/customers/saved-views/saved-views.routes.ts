import * as contract from '@handover/contract/saved-views.ts';
import type { Routes } from '#platform/http/routes.ts';
import { changeView, createView, listViews, setViewDeleted } from './saved-views.service.ts';

/** Views of the customer list, personal and shared. */
export function savedViewRoutes(routes: Routes): void {
  routes.add(contract.listSavedViews, async ({ actor, work }) => ({
    savedViews: await listViews(work, actor),
  }));
  routes.add(contract.createSavedView, async ({ actor, body, work }) => ({
    savedView: await createView(work, actor, body),
  }));
  routes.add(contract.updateSavedView, async ({ actor, params, body, work }) => ({
    savedView: await changeView(work, actor, { viewId: params.id, ...body }),
  }));
  routes.add(contract.deleteSavedView, async ({ actor, params, work }) => {
    await setViewDeleted(work, actor, { viewId: params.id, isDeleted: true });
  });
  routes.add(contract.restoreSavedView, async ({ actor, params, work }) => ({
    savedView: await setViewDeleted(work, actor, { viewId: params.id, isDeleted: false }),
  }));
}
