import { fold } from '@handover/domain/text/fold.ts';

/** A tsvector is limited to 1 MB. */
const maxCharacters = 100_000;

/** Folded words separated by spaces, so that the tokenizer of any language splits them the same way. */
export function foldWords(...texts: readonly (string | null)[]): string {
  const text = texts.map((part) => part ?? '').join(' ');
  return fold(text.slice(0, maxCharacters))
    .slice(0, maxCharacters)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A tsquery that requires a word starting with each query word, or null without words. */
export function createPrefixQuery(query: string): string | null {
  const words = foldWords(query).split(' ');
  return words[0] === '' ? null : words.map((word) => `'${word}':*`).join(' & ');
}
