import { fold } from '@handover/domain/text/fold.ts';
import type { MarkedText } from '@handover/contract/conversations/message-search.ts';

const word = /[\p{L}\p{N}\p{M}]+/gu;

type Span = { readonly from: number; readonly to: number };

/** Splits a text so that words starting with a query word are marked. */
export function markHits(text: string, query: string): MarkedText {
  return splitAtHits(text, findHits(text, query));
}

/** About `max` characters around the first hit, on one line; the beginning of the text if there is no hit. */
export function markExcerpt(text: string, query: string, max: number): MarkedText {
  const flat = text.replace(/\s+/g, ' ').trim();
  const first = iterateHits(flat, query).next().value?.from ?? 0;
  const from = first < max / 2 ? 0 : findWordStart(flat, first - Math.floor(max / 3));
  const part = flat
    .slice(from, from + max)
    .toWellFormed()
    .replaceAll('\uFFFD', '');
  const shown = `${from > 0 ? '…' : ''}${part.trim()}${from + max < flat.length ? '…' : ''}`;
  return markHits(shown, query);
}

function findHits(text: string, query: string): Span[] {
  return [...iterateHits(text, query)];
}

/** Folding is slow, so each distinct word is folded once. */
function* iterateHits(text: string, query: string): Generator<Span, undefined> {
  const prefixes = [...new Set((query.match(word) ?? []).map(fold))].filter((start) => start !== '');
  const results = new Map<string, boolean>();
  for (const { 0: found, index } of text.matchAll(word)) {
    const isHit = results.get(found) ?? hasAnyPrefix(fold(found), prefixes);
    results.set(found, isHit);
    if (isHit) yield { from: index, to: index + found.length };
  }
}

function hasAnyPrefix(folded: string, prefixes: readonly string[]): boolean {
  return prefixes.some((start) => folded.startsWith(start));
}

function splitAtHits(text: string, hits: readonly Span[]): MarkedText {
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

/** Start of the word at a position. */
function findWordStart(text: string, at: number): number {
  return text.lastIndexOf(' ', at) + 1;
}
