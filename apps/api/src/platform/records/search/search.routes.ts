import * as contract from '@handover/contract/records/search.ts';
import type { SearchHit } from '@handover/contract/records/search.ts';
import type { Routes } from '#platform/http/routes.ts';
import { rankTitle, parseSearch } from '#platform/search/search-words.ts';
import { findHits, maxOfAKind, type RankableHit, type SearchSource } from './search.queries.ts';

/** One search over every kind of record, each within the areas and the scope of the caller. */
export function searchRoutes(routes: Routes, sources: readonly SearchSource[]): void {
  routes.add(contract.searchRecords, async ({ actor: member, query: { q }, work }) => ({
    hits: rankHits(q, await findHits(sources, work.db, { member, q, now: work.now })),
  }));
}

const maxHits = 20;

/**
 * The hits by closeness, each once, at most 20 and 8 of a kind: the whole title, its start, the start of a word, inside
 * a word, found by another part, similar.
 */
export function rankHits(query: string, hits: readonly RankableHit[]): SearchHit[] {
  const tokens = parseSearch(query);
  const ranked = [...new Map(hits.map((hit) => [hit.id, hit])).values()]
    .map((hit) => ({ ...hit, rank: hit.rank ?? rankTitle(hit.title, tokens) }))
    // The sort is stable: equal ranks keep the order of the kinds, and the order within each kind.
    .toSorted((one, other) => one.rank - other.rank);
  const taken = new Map<string, number>();
  const nearest = ranked.filter(({ kind }) => {
    const count = (taken.get(kind) ?? 0) + 1;
    taken.set(kind, count);
    return count <= maxOfAKind;
  });
  return nearest.slice(0, maxHits);
}
