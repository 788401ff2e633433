import { findDisguised, findWord, isIsolated, splitWords } from './name-words.ts';
import type { Token } from './read-text.ts';
import { findPattern, type Passage, type TextView } from './text-view.ts';
import { getWordKind } from './words.ts';

/** Finds a place by a distinctive word of its name, or by the whole name, which needs capitals if it is one word. */
export function createCityFinder(fact: string): (view: TextView) => Iterable<Passage> {
  const words = splitWords(fact);
  const whole = words.join('');
  return function* find(view) {
    if (words.length === 1 && getWordKind(whole) === 'rare') yield* findWord(view, whole);
    else if (words.length > 1) yield* findPattern(view, { stream: 'plain', text: whole, writing: 'glued' });
    yield* findDisguised(view, whole);
    for (let first = 0; first < view.tokens.length; first += 1) {
      const tokens = view.tokens.slice(first, first + words.length);
      const isSame = words.every((word, index) => tokens[index]?.text === word);
      const isNamed = words.length > 1 || isIsolated(view.tokens, first);
      const isShort = words.length === 2 && isInitialed(view.tokens, first, words);
      if ((isSame && isNamed) || isShort) yield { first, last: first + words.length - 1 };
    }
  };
}

/** "C. Falls" for "Cedar Falls". */
function isInitialed(tokens: readonly Token[], at: number, [first = '', second]: readonly string[]): boolean {
  const [initial, rest] = [tokens[at], tokens[at + 1]];
  return (
    initial?.isUpper === true &&
    initial.text === first[0] &&
    rest?.isCapitalized === true &&
    rest.text === second &&
    /^\.? $/.test(rest.gap)
  );
}
