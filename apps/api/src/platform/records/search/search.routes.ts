import * as contract from '@handover/contract/search.ts';
import type { SearchHit } from '@handover/contract/search.ts';
import type { Routes } from '#platform/http/routes.ts';
import { findHits, type SearchSource } from './search.queries.ts';
import { fold } from '#lib/text.ts';

/** One search over every kind of record, each within the areas and the scope of the caller. */
export function searchRoutes(routes: Routes, sources: readonly SearchSource[]): void {
  routes.add(contract.searchRecords, async ({ actor: member, query: { q }, work }) => ({
    hits: rankHits(q, await findHits(sources, work.db, { member, q, now: work.now })),
  }));
}

const maxHits = 20;
const maxOfAKind = 8;

/**
 * The hits by nearness, each once, at most 20 and 8 of a kind: titles that begin with the query, titles
 * with a word that does, titles that contain it, and what was found by something else than its title.
 */
export function rankHits(query: string, hits: readonly SearchHit[]): SearchHit[] {
  const words = fold(query);
  const ranked = [...new Map(hits.map((hit) => [hit.id, hit])).values()]
    .map((hit) => ({ hit, rank: rankOf(fold(hit.title), words) }))
    // The sort is stable: among equals the order of the kinds, and that of each kind, stays.
    .toSorted((one, other) => one.rank - other.rank);
  const taken = new Map<string, number>();
  const nearest = ranked.filter(({ hit }) => {
    const count = (taken.get(hit.kind) ?? 0) + 1;
    taken.set(hit.kind, count);
    return count <= maxOfAKind;
  });
  return nearest.slice(0, maxHits).map(({ hit }) => hit);
}

function rankOf(title: string, words: string): number {
  if (title === words) return 0;
  if (title.startsWith(words)) return 1;
  if (title.includes(` ${words}`)) return 2;
  return title.includes(words) ? 3 : 4;
}
