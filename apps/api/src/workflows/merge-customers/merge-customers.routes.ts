import * as contract from '@handover/contract/records/merges.ts';
import type { Routes } from '#platform/http/routes.ts';
import type { Platform } from '#platform/platform.ts';
import { mergeCustomers } from './merge-customers.service.ts';
import { getMerge } from './merges.presenter.ts';
import { previewMerge } from './preview.ts';
import { undoMerge } from './undo-merge.service.ts';

/** Merges two customers, with preview and undo. */
export function mergeRoutes(routes: Routes, { records }: Pick<Platform, 'records'>): void {
  routes.add(contract.previewMerge, async ({ actor, params, work }) => ({
    preview: await previewMerge(work, actor, {
      records,
      survivorId: params.id,
      otherId: params.otherId,
    }),
  }));
  routes.add(contract.mergeCustomers, async ({ actor, params, body, work }) => ({
    merge: await mergeCustomers(work, actor, { records, survivorId: params.id, input: body }),
  }));
  routes.add(contract.getMerge, async ({ actor, params, work }) => ({
    merge: await getMerge(work, actor, { records, mergeId: params.id }),
  }));
  routes.add(contract.undoMerge, async ({ actor, params, work }) => ({
    merge: await undoMerge(work, actor, { records, mergeId: params.id }),
  }));
}
