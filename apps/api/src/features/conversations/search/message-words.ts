import { fold } from '#lib/text.ts';

/** A tsvector holds at most a megabyte; nobody searches for what stands behind this. */
const maxCharacters = 100_000;

/** Folded words with spaces between, which the database takes for words whatever its language. */
export function wordsOf(...texts: readonly (string | null)[]): string {
  const text = texts.map((part) => part ?? '').join(' ');
  return fold(text.slice(0, maxCharacters))
    .slice(0, maxCharacters)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A tsquery for texts that hold, of each word, one that begins like it. Null without a word. */
export function beginningQuery(query: string): string | null {
  const words = wordsOf(query).split(' ');
  return words[0] === '' ? null : words.map((word) => `'${word}':*`).join(' & ');
}
