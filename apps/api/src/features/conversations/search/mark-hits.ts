import type { MarkedText } from '@handover/contract/message-search.ts';
import { fold } from '#lib/text.ts';

const word = /[\p{L}\p{N}\p{M}]+/gu;

type Span = { readonly from: number; readonly to: number };

/** A text in pieces, with the words that begin like one of the query's marked. */
export function markHits(text: string, query: string): MarkedText {
  return pieces(text, hitsIn(text, query));
}

/** About `most` characters around the first hit, on one line, marked; the beginning where nothing is hit. */
export function markExcerpt(text: string, query: string, most: number): MarkedText {
  const flat = text.replace(/\s+/g, ' ').trim();
  const first = eachHit(flat, query).next().value?.from ?? 0;
  const from = first < most / 2 ? 0 : wordStart(flat, first - Math.floor(most / 3));
  const part = flat
    .slice(from, from + most)
    .toWellFormed()
    .replaceAll('\uFFFD', '');
  const shown = `${from > 0 ? '…' : ''}${part.trim()}${from + most < flat.length ? '…' : ''}`;
  return markHits(shown, query);
}

function hitsIn(text: string, query: string): Span[] {
  return [...eachHit(text, query)];
}

/** Folding is slow: once for each word, however often it stands in the text and whatever is looked for. */
function* eachHit(text: string, query: string): Generator<Span, undefined> {
  const wanted = [...new Set((query.match(word) ?? []).map(fold))].filter((start) => start !== '');
  const known = new Map<string, boolean>();
  for (const { 0: found, index } of text.matchAll(word)) {
    const isHit = known.get(found) ?? beginsLikeOne(fold(found), wanted);
    known.set(found, isHit);
    if (isHit) yield { from: index, to: index + found.length };
  }
}

function beginsLikeOne(folded: string, wanted: readonly string[]): boolean {
  return wanted.some((start) => folded.startsWith(start));
}

function pieces(text: string, hits: readonly Span[]): MarkedText {
  const marked: MarkedText = [];
  let from = 0;
  for (const hit of hits) {
    if (hit.from > from) marked.push({ text: text.slice(from, hit.from), isHit: false });
    marked.push({ text: text.slice(hit.from, hit.to), isHit: true });
    from = hit.to;
  }
  if (from < text.length) marked.push({ text: text.slice(from), isHit: false });
  return marked;
}

/** Where the word begins that stands at a place. */
function wordStart(text: string, at: number): number {
  return text.lastIndexOf(' ', at) + 1;
}
