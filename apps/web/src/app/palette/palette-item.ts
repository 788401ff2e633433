import { fold } from '@handover/domain/text/fold.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import type * as Lines from './commands.ts';

export type Choice =
  | { readonly kind: 'open'; readonly to: string }
  /** Continues the search with this text. */
  | { readonly kind: 'ask'; readonly text: string }
  | { readonly kind: 'workspace'; readonly id: string }
  | { readonly kind: 'shortcuts'; readonly isOn: boolean }
  | { readonly kind: 'sign-out' };

export interface PaletteItem {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  /** Distinguishes items with the same label. */
  readonly detail: string | null;
  readonly icon: string;
  readonly choice: Choice;
  /** More search terms. */
  readonly words?: string;
  /** Overrides the rank of the label; see `getRank`. */
  readonly rank?: number;
}

/** Loaded when the palette opens. */
export const commandsQuery = (): QueryFor<typeof Lines> =>
  oneQuery({
    queryKey: ['palette', 'lines'],
    queryFn: () => import('./commands.ts'),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const hitsQuery = (q: string): QueryFor<PaletteItem[]> =>
  oneQuery({
    queryKey: ['search', 'all', q],
    queryFn: async ({ signal }) => (await import('./hits.ts')).findItems(q, signal),
  });

/** The rank of a match that is not in the label. */
export const lowestRank = 4;

/** Sorts groups by their best match, and items within each group. Stable; an empty query changes nothing. */
export function rankItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  if (fold(query) === '') return [...items];
  const sorted = items
    .map((item) => ({ item, rank: item.rank ?? getRank(item.label, query) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
  const groups = [...new Set(sorted.map(({ group }) => group))];
  return groups.flatMap((group) => sorted.filter((item) => item.group === group));
}

/** The hits of the previous search that also match the query, so that Enter never opens an unrelated item. */
export function filterMatching(hits: readonly PaletteItem[], query: string): PaletteItem[] {
  return hits
    .filter(({ label }) => getRank(label, query) < lowestRank)
    .map((hit) => ({ ...hit, rank: getRank(hit.label, query) }));
}

/** 0: equal to the query, 1: starts with it, 2: a word starts with it, 3: contains it, 4: none of these. */
export function getRank(label: string, query: string): number {
  const text = fold(label);
  const wanted = fold(query);
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  if (text.includes(` ${wanted}`)) return 2;
  return text.includes(wanted) ? 3 : lowestRank;
}
