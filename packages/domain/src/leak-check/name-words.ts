import { isSentenceStart, readTokens, type Token } from './read-text.ts';
import { findPattern, type Passage, type TextView } from './text-view.ts';
import { genericWords, tradeAcronyms } from './trade-words.ts';
import { commonWords, getWordKind } from './words.ts';

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words between the words of a name, which a disguise may leave out: English, Romance, and German ones. */
export const connectors = set(
  'and of the a an at for in by on n y e et und de del della di du des da do dos das la le les los las el',
);
export const months = set(
  'january february march april may june july august september october november december',
);
const indefinite = set('a an any some every each another no little much more most');

/** The words of a name; "O'Brien" is one word, "Ann's" is "ann". */
export function splitWords(name: string): string[] {
  const words: string[] = [];
  for (const { text, gap } of readTokens(name)) {
    const isApostrophe = /^['’`´]$/u.test(gap) && words.length > 0;
    if (isApostrophe && text === 's') continue;
    if (isApostrophe) words[words.length - 1] += text;
    else words.push(text);
  }
  return words;
}

const letterGap = /^\s?[.·&+-]\s?[&+]?\s?$/u;

/** The words of the name of a business, with initials as one word: "A.R.C. Labs" is "arc labs", "J & B" is "jb". */
export function splitBusinessName(name: string): string[] {
  const joined = name.replaceAll(
    /(?<![\p{L}\p{N}'’])\p{L}(?:\s?[.·&+-]\s?[&+]?\s?\p{L}(?![\p{L}\p{N}])|\s(?:and\s)?\p{L}(?![\p{L}\p{N}'’]))+/gu,
    (letters) => letters.replaceAll(/\band\b|[^\p{L}]/gu, ''),
  );
  return splitWords(joined);
}

export function* findWord(view: TextView, word: string): Iterable<Passage> {
  yield* findPattern(view, { stream: 'plain', text: word });
  yield* findPattern(view, { stream: 'alike', text: word });
}

export function* findDisguised(view: TextView, word: string): Iterable<Passage> {
  yield* findPattern(view, { stream: 'plain', text: word, writing: 'disguised' });
  yield* findPattern(view, { stream: 'alike', text: word, writing: 'disguised' });
}

/** A rare word with one letter wrong, missing, added, or swapped with the next. */
export function* findMisspelled({ tokens }: TextView, word: string): Iterable<Passage> {
  if (word.length < 6) return;
  for (const [at, { text, gap }] of tokens.entries())
    if (text !== word && isOneSlipFrom(text, word) && getWordKind(text) === 'rare' && !/['’]$/u.test(gap))
      yield { first: at, last: at };
}

export function isOneSlipFrom(text: string, word: string): boolean {
  if (Math.abs(text.length - word.length) > 1) return false;
  let start = 0;
  while (start < word.length && text[start] === word[start]) start += 1;
  const [left, right] = [text.slice(start), word.slice(start)];
  if (left.length !== right.length)
    return left.length > right.length ? left.slice(1) === right : left === right.slice(1);
  if (left.slice(1) === right.slice(1)) return start > 0;
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
}

export function isBreak(token: Token | undefined): boolean {
  return /[.!?;:]\s|\n/.test(token?.gap ?? '') || (token?.gap.length ?? 0) > 8;
}

/** The index of the next word in the same sentence that is not a connector; -1 if there is none. */
export function findNeighbor(tokens: readonly Token[], at: number, step: 1 | -1): number {
  for (let other = at + step; Math.abs(other - at) <= 3; other += step) {
    const token = tokens[other];
    if (token === undefined || isBreak(tokens[Math.max(other, other - step)])) return -1;
    if (!connectors.has(token.text)) return other;
  }
  return -1;
}

/** Whether the word before shows that this is not a name: "a little TLC", "any summit". */
export function isIndefinite(tokens: readonly Token[], at: number): boolean {
  return indefinite.has(tokens[at - 1]?.text ?? '');
}

/** Whether what comes before announces a name, even in lowercase: "known as bright smiles", "ask for", a quotation mark. */
export function isCalled(tokens: readonly Token[], at: number): boolean {
  const [second = '', before = ''] = [tokens[at - 2]?.text, tokens[at - 1]?.text];
  return (
    /^(?:as|called|named|brand|dba|at)$/.test(before) ||
    (second === 'ask' && before === 'for') ||
    /["“‘]$/u.test(tokens[at]?.gap ?? '')
  );
}

/** Whether a word only compares something to the name: "Manhattan-style", "Zion-like". */
export function isAllusion(tokens: readonly Token[], last: number): boolean {
  const next = tokens[last + 1];
  return next?.gap === '-' && /^(?:style|styled|like|type|esque|era|inspired|themed|based)$/.test(next.text);
}

/** A capitalized word in the middle of a sentence, without capitalized neighbors and without "the" before it. */
export function isIsolated(tokens: readonly Token[], at: number, isAfterThe = false): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.isCapitalized !== true || months.has(token.text) || token.text.length < 2) return false;
  if (isIndefinite(tokens, at) || isAllusion(tokens, at)) return false;
  if (token.isUpper && token.text.length > 3 && before?.isUpper !== true && after?.isUpper !== true)
    return true;
  if (isSentenceStart(tokens, at)) return false;
  if ((before?.text === 'the' && !isAfterThe) || before?.isCapitalized === true) return false;
  return after?.isCapitalized !== true || isSentenceStart(tokens, at + 1);
}

/** "B.F.D.", "B F D", "B and F", "BFD"; two letters only with signs or "and" between them. */
export function* findInitials({ tokens }: TextView, initials: string): Iterable<Passage> {
  if (initials.length < 2 || tradeAcronyms.has(initials)) return;
  const isWord = genericWords.has(initials) || commonWords.has(initials);
  for (const [at, token] of tokens.entries()) {
    const isAcronym = token.isUpper && token.text === initials && initials.length > 2 && !isWord;
    if (isAcronym && !isIndefinite(tokens, at)) yield { first: at, last: at };
    if (token.text.length !== 1 || token.text !== initials[0]) continue;
    const last = findLastInitial(tokens, at, initials);
    if (last !== null) yield { first: at, last };
  }
}

function findLastInitial(tokens: readonly Token[], first: number, initials: string): number | null {
  const gaps: string[] = [];
  let at = first;
  let areCapitals = tokens[first]?.isUpper === true;
  for (const letter of initials.slice(1)) {
    at += 1;
    const hasAnd = tokens[at]?.text === 'and';
    if (hasAnd) at += 1;
    const token = tokens[at];
    if (token?.text !== letter) return null;
    gaps.push(hasAnd ? '&' : token.gap);
    areCapitals &&= token.isUpper;
  }
  const isLong = initials.length > 2;
  const hasSigns = gaps.every((gap) => letterGap.test(gap)) && (areCapitals || isLong);
  const hasSpaces = gaps.every((gap) => gap.length <= 3 && !gap.includes('/')) && isLong && areCapitals;
  const isStart = !isLetterBeside(tokens[first - 1], tokens[first]?.gap);
  const isWhole = !isLetterBeside(tokens[at + 1], tokens[at + 1]?.gap);
  return isStart && isWhole && (hasSigns || hasSpaces) ? at : null;
}

/** Whether one more initial stands next to others. */
function isLetterBeside(token: Token | undefined, gap = ''): boolean {
  return token?.text.length === 1 && !token.isNumber && /^[.\s]{1,2}$/.test(gap);
}
