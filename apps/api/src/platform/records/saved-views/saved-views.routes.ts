import * as contract from '@handover/contract/records/saved-views.ts';
import type { Routes } from '#platform/http/routes.ts';
import { createView, listViews, setViewDeleted, updateSavedView } from './saved-views.service.ts';

/** Saved views of the lists of every record type, personal and shared. */
export function savedViewRoutes(routes: Routes): void {
  routes.add(contract.listSavedViews, async ({ actor, query, work }) => ({
    savedViews: await listViews(work, actor, query.recordType),
  }));
  routes.add(contract.createSavedView, async ({ actor, body, work }) => ({
    savedView: await createView(work, actor, body),
  }));
  routes.add(contract.updateSavedView, async ({ actor, params, body, work }) => ({
    savedView: await updateSavedView(work, actor, { viewId: params.id, ...body }),
  }));
  routes.add(contract.deleteSavedView, async ({ actor, params, work }) => {
    await setViewDeleted(work, actor, { viewId: params.id, isDeleted: true });
  });
  routes.add(contract.restoreSavedView, async ({ actor, params, work }) => ({
    savedView: await setViewDeleted(work, actor, { viewId: params.id, isDeleted: false }),
  }));
}
