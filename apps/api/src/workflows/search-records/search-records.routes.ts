import * as contract from '@handover/contract/search.ts';
import type { Routes } from '#platform/http/routes.ts';
import { findHits } from './find-hits.ts';
import { rankHits } from './rank-hits.ts';

/** One search over every kind of record, each within the areas and the scope of who asks. */
export function searchRoutes(routes: Routes): void {
  routes.add(contract.searchRecords, async ({ actor, query: { q }, work }) => ({
    hits: rankHits(q, await findHits(work.db, actor, { q, now: work.now })),
  }));
}
