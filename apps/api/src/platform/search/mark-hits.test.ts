import { afterEach, expect, it, vi } from 'vitest';
import { markExcerpt, markHits } from './mark-hits.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const listHighlights = (text: string, query: string): string[] =>
  markHits(text, query).flatMap(({ text: part, isHit }) => (isHit ? [part] : []));

it('marks words by prefix, ignoring case and accents', () => {
  expect(listHighlights('The Escrów, escrow-account: descrow', 'ESCRO acc')).toEqual([
    'Escrów',
    'escrow',
    'account',
  ]);
  expect(listHighlights('Nothing here', 'x')).toEqual([]);
});

it('marks nothing for an accent alone', () => {
  expect(listHighlights('all is well', 'well \u0301')).toEqual(['well']);
});

it('shows the beginning of a text without a hit, and does not split characters', () => {
  expect(markExcerpt('one two', 'x', 180)).toEqual([{ text: 'one two', isHit: false }]);
  expect(markExcerpt('👩 '.repeat(10), 'x', 4)).toEqual([{ text: '👩…', isHit: false }]);
});

it('checks each word of a long text once, regardless of the number of search words', () => {
  const folded = vi.spyOn(String.prototype, 'normalize');
  markExcerpt('the lease of the practice '.repeat(4_000), 'a b c d e x y z '.repeat(10), 180);
  expect(folded.mock.calls.length).toBeLessThan(200);
});
