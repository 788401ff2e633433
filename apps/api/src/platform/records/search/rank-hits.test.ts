import type { SearchKind } from '@handover/contract/records/search.ts';
import { describe, expect, it } from 'vitest';
import type { RankableHit } from './search.queries.ts';
import { rankHits } from './search.routes.ts';

const createHit = (id: string, title: string, kind: SearchKind = 'customer'): RankableHit => ({
  kind,
  id,
  title,
  detail: null,
  slug: null,
  recordType: null,
  customerId: null,
  matched: null,
});
const listTitles = (query: string, hits: RankableHit[]): string[] =>
  rankHits(query, hits).map(({ title }) => title);

describe('ranking what was found', () => {
  it('ranks exact names first, then prefixes, whole words, substrings, and other matches', () => {
    const hits = [
      createHit('1', 'Clare Nobody'),
      createHit('2', 'Marlene'),
      createHit('3', 'Ann Lensky'),
      createHit('4', 'Lena Ortiz'),
      createHit('5', 'LEN'),
    ];
    expect(listTitles('Len', hits)).toEqual(['LEN', 'Lena Ortiz', 'Ann Lensky', 'Marlene', 'Clare Nobody']);
  });

  it('ignores accents and case, and keeps the order among equals', () => {
    expect(
      listTitles('jose', [createHit('1', 'Josefine'), createHit('2', 'José'), createHit('3', 'Joseph')]),
    ).toEqual(['José', 'Josefine', 'Joseph']);
  });

  it('returns each record once, at most eight per type and twenty in total', () => {
    const many = (kind: SearchKind): RankableHit[] =>
      Array.from({ length: 12 }, (_, index) =>
        createHit(`${kind}-${String(index)}`, `Oak ${String(index)}`, kind),
      );
    const kinds: SearchKind[] = ['customer', 'business', 'task', 'post'];
    const found = rankHits('oak', [...kinds.flatMap(many), ...many('customer')]);
    expect(found).toHaveLength(20);
    expect(new Set(found.map(({ id }) => id)).size).toBe(20);
    expect(found.filter(({ kind }) => kind === 'customer')).toHaveLength(8);
  });
});
