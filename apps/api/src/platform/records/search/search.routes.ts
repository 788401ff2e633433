import * as contract from '@handover/contract/search.ts';
import type { Routes } from '#platform/http/routes.ts';
import { rankHits } from './rank-hits.ts';
import { findHits, type SearchSource } from './search.queries.ts';

/** One search over every kind of record, each within the areas and the scope of the caller. */
export function searchRoutes(routes: Routes, sources: readonly SearchSource[]): void {
  routes.add(contract.searchRecords, async ({ actor: member, query: { q }, work }) => ({
    hits: rankHits(q, await findHits(sources, work.db, { member, q, now: work.now })),
  }));
}
