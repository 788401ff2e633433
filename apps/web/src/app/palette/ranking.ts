import type { PaletteItem } from './palette-item.ts';

/** The rank of what is found by something else than its label. */
export const farthest = 4;

/**
 * The items by nearness to the query: the group with the nearest comes first, and in each group the nearest.
 * Among equals the order stays. Without a query nothing is nearer than the rest.
 */
export function ranked(items: readonly PaletteItem[], query: string): PaletteItem[] {
  if (fold(query) === '') return [...items];
  const sorted = items
    .map((item) => ({ item, rank: item.rank ?? rankOf(item.label, query) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
  const groups = [...new Set(sorted.map(({ group }) => group))];
  return groups.flatMap((group) => sorted.filter((item) => item.group === group));
}

/** 0 for a label that is the query, then one that begins with it, has a word that does, contains it, or none of these. */
export function rankOf(label: string, query: string): number {
  const text = fold(label);
  const wanted = fold(query);
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  if (text.includes(` ${wanted}`)) return 2;
  return text.includes(wanted) ? 3 : farthest;
}

/** Lower case without accents and with single spaces, as the server compares names. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
