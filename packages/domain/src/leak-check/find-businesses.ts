import { isEverydayWord } from './english-words.ts';
import {
  connectors,
  findDisguised,
  findInitials,
  findMisspelled,
  findNeighbor,
  findWord,
  isAllusion,
  isBreak,
  isCalled,
  isIndefinite,
  isIsolated,
  isOneSlipFrom,
  splitBusinessName,
} from './name-words.ts';
import { listSpellings } from './name-spellings.ts';
import { isOthersName } from './others-names.ts';
import { isSentenceStart, type Token } from './read-text.ts';
import { findPattern, type Passage, type TextView } from './text-view.ts';
import { numberWords, praiseWords } from './trade-words.ts';
import { getWordKind, isShortFor, toSingular } from './words.ts';

type Finder = (view: TextView) => Iterable<Passage>;

const legalForms = new Set(
  'inc incorporated llc pllc llp lp ltd limited pc pa corp corporation co company dba plc pl s'.split(' '),
);

/** Finds the name of a business: whole in any order and form, by a distinctive word of it, or by its initials. */
export function createBusinessFinder(fact: string): Finder {
  const names = new Set([fact, splitCamelCase(fact)]);
  const finders = Array.from(names, splitBusinessName).flatMap(listSpellings).map(createSpellingFinder);
  return function* find(view) {
    for (const findSpelling of finders) yield* findSpelling(view);
  };
}

/** "QuickMed" → "Quick Med", but not "MacLeod". */
const splitCamelCase = (name: string): string =>
  name.replaceAll(/(?<!(?<!\p{L})(?:Mac|Fitz|Van|Von|Della))(?<=\p{Ll}{2})(?=\p{Lu})/gu, ' ');

function createSpellingFinder(spelling: readonly string[]): Finder {
  const all = spelling.filter((word) => !legalForms.has(word));
  const words = all.filter((word) => !connectors.has(word));
  const named = words.filter((word) => !['rare', 'generic'].includes(getWordKind(word)));
  return function* find(view) {
    for (const word of words) yield* findDistinctiveWord(view, word, words);
    if (words.length > 1) {
      yield* findJoined(view, { all, words });
      yield* findOrdinaryName(view, { words, isAnyCase: words.length > 3 });
      for (const name of listShortNames(words))
        yield* findOrdinaryName(view, { words: name, isAnyCase: false });
      for (const initials of listInitials(all)) yield* findInitials(view, initials);
      yield* findShortened(view, words);
    }
    if (named.length > 0)
      yield* findNextToEachOther(view, { words, named, hasArticle: spelling[0] === 'the' });
  };
}

const isDistinctive = (word: string): boolean => ['rare', 'name', 'common'].includes(getWordKind(word));

function* findDistinctiveWord(view: TextView, word: string, words: readonly string[]): Iterable<Passage> {
  const kind = getWordKind(word);
  if (kind === 'rare' || kind === 'name')
    for (const passage of findWord(view, toSingular(word))) {
      if (isAllusion(view.tokens, passage.last)) continue;
      if (kind === 'rare' || !isOthersName(view.tokens, passage, words)) yield passage;
    }
  if (kind === 'rare') yield* findMisspelled(view, word);
  if (kind === 'common' && word.length <= 3) yield* findInitials(view, word);
  if (word.length <= 3 || (kind !== 'common' && kind !== 'name')) return;
  yield* findDisguised(view, toSingular(word));
  if (word.length > 6) yield* findMisspelled(view, word);
}

/** "Total Comfort" and "Total Care" of "Total Comfort Home Care of Reno", but not "Home Care" of "Reno Home Care". */
function listShortNames(words: readonly string[]): string[][] {
  const generic = words.filter((word) => getWordKind(word) === 'generic');
  const praise = generic.filter((word) => praiseWords.has(word));
  const trade = generic.findLast((word) => !praiseWords.has(word));
  const names = [generic, praise, ...(trade === undefined ? [] : [[...praise, trade]])];
  return praise.length === 0 ? [] : names.filter((name) => name.length > 1);
}

/** The name or a part of it as one word: "luzdevida", "sonrisas-caribe". */
function* findJoined(
  view: TextView,
  { all, words }: { all: readonly string[]; words: readonly string[] },
): Iterable<Passage> {
  const whole = words.join('');
  if (words.some(isDistinctive))
    for (const passage of findPattern(view, { stream: 'plain', text: whole }))
      if (!isPlain(view.tokens, passage) || !isIndefinite(view.tokens, passage.first)) yield passage;
  const names = [words, all, ...listShortNames(words)];
  yield* findOneWord(view.tokens, words.slice(0, 2));
  for (const text of new Set(names.map((name) => name.join('')))) {
    yield* findPattern(view, { stream: 'plain', text, writing: 'glued' });
    yield* findPattern(view, { stream: 'alike', text, writing: 'disguised' });
  }
  const parts = [...listBeginnings(words), ...listBeginnings(all)].map((part) => part.join(''));
  const pairs = listPairs(words).map((pair) => pair.join(''));
  for (const text of new Set([...parts, ...pairs])) {
    const writing = pairs.includes(text) ? 'any' : 'glued';
    for (const passage of findPattern(view, { stream: 'plain', text, writing }))
      if (!isPlain(view.tokens, passage) && !isOfPlace(view.tokens, passage)) yield passage;
    yield* findPattern(view, { stream: 'alike', text, writing: 'disguised' });
  }
}

/** "The coastal Carolinas": a place and a word in lower case before it. */
function isOfPlace(tokens: readonly Token[], { first, last }: Passage): boolean {
  return (
    last === first + 1 &&
    tokens[first]?.isCapitalized === false &&
    tokens[last]?.gap === ' ' &&
    getWordKind(toSingular(tokens[last].text)) === 'place'
  );
}

/** "BestCare" of "Best Care Pharmacy", but not "eyecare" of "Eye Care of Reno". */
function* findOneWord(tokens: readonly Token[], words: readonly string[]): Iterable<Passage> {
  const text = words.join('');
  if (getWordKind(text) !== 'rare' || !words.some((word) => praiseWords.has(word))) return;
  for (const [at, token] of tokens.entries()) if (token.text === text) yield { first: at, last: at };
}

/** Short forms that people use for a business: the first two or more words of its name, one of them distinctive. */
function listBeginnings(words: readonly string[]): (readonly string[])[] {
  const from = Math.max(2, words.findIndex(isDistinctive) + 1);
  return words.some(isDistinctive)
    ? Array.from({ length: Math.max(0, words.length - from) }, (_, more) => words.slice(0, from + more))
    : [];
}

function listPairs(words: readonly string[]): (readonly string[])[] {
  return words
    .slice(1)
    .map((word, index) => [words[index] ?? '', word])
    .filter((pair) => pair.some(isDistinctive));
}

/** "A good-neighbor policy": several everyday words without a capital, none of them joined. */
function isPlain(tokens: readonly Token[], { first, last }: Passage): boolean {
  const pieces = tokens.slice(first, last + 1);
  const isLower = pieces.every(
    ({ isCapitalized }, index) => !isCapitalized || (index === 0 && isSentenceStart(tokens, first)),
  );
  const texts = pieces.map(({ text }) => text);
  const areApart = pieces.slice(1).every(({ gap }) => gap !== '');
  return pieces.length > 1 && areApart && isLower && texts.every((text) => text.length > 1) && areWeak(texts);
}

/** Whether words stand next to each other in any text: "good neighbor", "four paws". */
function areWeak(texts: readonly string[]): boolean {
  return (
    texts.every((text) => getWordKind(text) === 'generic' || isEverydayWord(text)) ||
    texts.some((text) => numberWords.has(text) || /^\d/.test(text))
  );
}

/** Initials a business may go by: those of all its words, without places, and without its last generic words. */
function listInitials(all: readonly string[]): Set<string> {
  const tail = all.findIndex((word, index) => index > 1 && /^(?:of|at|in)$/.test(word));
  const isWord = (word: string): boolean => !connectors.has(word);
  const lists = [
    all,
    all.filter(isWord),
    all.filter((word) => isWord(word) && getWordKind(word) !== 'place'),
    ...(tail < 0 ? [] : [all.slice(0, tail), all.slice(0, tail).filter(isWord)]),
  ];
  const initials = new Set<string>();
  for (const list of lists.map((words) => words.filter((word) => !/\d/.test(word)))) {
    const letters = list.map((word) => word.slice(0, 1)).join('');
    initials.add(letters);
    for (let length = Math.max(3, list.findIndex(isDistinctive) + 1); length < letters.length; length += 1)
      initials.add(letters.slice(0, length));
  }
  return initials;
}

/** "CG Behavioral", "C.G. Behavioral" for "Cedar Grove Behavioral Health". */
function* findShortened(view: TextView, words: readonly string[]): Iterable<Passage> {
  const { tokens } = view;
  const initials = words
    .slice(0, 2)
    .map((word) => word.slice(0, 1))
    .join('');
  const next = words[2];
  if (next === undefined) return;
  const isNext = (at: number): boolean => isSameWord(tokens[at]?.text ?? '', next);
  for (const [at, { text, isUpper }] of tokens.entries())
    if (isUpper && text === initials && isNext(at + 1)) yield { first: at, last: at + 1 };
  for (const { first, last } of findInitials(view, initials))
    if (isNext(last + 1)) yield { first, last: last + 1 };
}

const isSameWord = (text: string, word: string): boolean =>
  text === word ||
  toSingular(text) === toSingular(word) ||
  isShortFor(text, word) ||
  isMisspelled(text, word);

/** "Herron" beside other words of "Blue Heron Hospice". */
const isMisspelled = (text: string, word: string): boolean =>
  word.length > 4 &&
  text[0] === word[0] &&
  isOneSlipFrom(text, word) &&
  ['rare', 'name'].includes(getWordKind(text));

/** A name of ordinary words: in any order with capitals, or in its order in any case. */
function* findOrdinaryName(
  { tokens }: TextView,
  { words, isAnyCase }: { words: readonly string[]; isAnyCase: boolean },
): Iterable<Passage> {
  const sorted = words.toSorted().join(' ');
  for (const first of tokens.keys()) {
    const found = readPhrase(tokens, first, words);
    const last = found.at(-1)?.at ?? first;
    const texts = found.map(({ word }) => word);
    if (texts.length < words.length || texts.toSorted().join(' ') !== sorted) continue;
    const isCapitalized = found.every(
      ({ at }) => tokens[at]?.isCapitalized === true || tokens[at]?.isNumber === true,
    );
    const isInOrder = texts.join(' ') === words.join(' ');
    if (isCapitalized || (isInOrder && (isAnyCase || isCalled(tokens, first)))) yield { first, last };
  }
}

/** Takes as many words as the name has from one sentence, and skips connectors that aren't in the name. */
function readPhrase(
  tokens: readonly Token[],
  first: number,
  words: readonly string[],
): { readonly at: number; readonly word: string }[] {
  const found: { at: number; word: string }[] = [];
  for (let at = first; found.length < words.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || (at > first && isBreak(token) && !isAbbreviated(tokens, at))) break;
    const word = words.includes(token.text) ? token.text : words.find((each) => isSameWord(token.text, each));
    if (word !== undefined) found.push({ at, word });
    else if (at === first || !connectors.has(token.text)) break;
  }
  return found;
}

/** Whether the period before a word ends an abbreviation: "Fifth Ave. Eye". */
function isAbbreviated(tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  return (
    before !== undefined && before.text.length <= 5 && token?.isCapitalized === true && token.gap === '. '
  );
}

/** Common words of a name next to other words of it, in any order, or with a capital in the middle of a sentence. */
function* findNextToEachOther(
  view: TextView,
  name: { words: readonly string[]; named: readonly string[]; hasArticle: boolean },
): Iterable<Passage> {
  const { tokens } = view;
  const distinctive = new Set(name.named.map(toSingular));
  for (const [at, token] of tokens.entries()) {
    const own = toSingular(token.text);
    if (!distinctive.has(own)) continue;
    const isPlace = getWordKind(token.text) === 'place';
    for (const other of [findNeighbor(tokens, at, -1), findNeighbor(tokens, at, 1)])
      if (other >= 0 && isPair(tokens, [at, other], name.words))
        yield { first: Math.min(at, other), last: Math.max(at, other) };
    const isFirst = name.hasArticle && own === toSingular(name.words[0] ?? '');
    if (!isPlace && getWordKind(token.text) !== 'name' && isIsolated(tokens, at, isFirst))
      yield { first: at, last: at };
  }
}

function isPair(
  tokens: readonly Token[],
  [at, other]: readonly [number, number],
  words: readonly string[],
): boolean {
  const [token, neighbor] = [tokens[at], tokens[other]];
  if (token === undefined || neighbor === undefined) return false;
  if (toSingular(token.text) === toSingular(neighbor.text)) return false;
  const hasCapitals = token.isCapitalized && neighbor.isCapitalized;
  // "Granite BH" for "Granite Behavioral Health".
  const initials = words.map((word) => word.slice(0, 1)).join('');
  const isInitials =
    hasCapitals && neighbor.isUpper && neighbor.text.length > 1 && initials.includes(neighbor.text);
  if (!isInitials && !words.some((word) => isSameWord(neighbor.text, word))) return false;
  if (Math.abs(other - at) > 2 && !hasCapitals) return false;
  const isPlace = getWordKind(token.text) === 'place';
  if (isPlace || getWordKind(neighbor.text) === 'place') return hasCapitals && (words.length < 3 || !isPlace);
  return hasCapitals || isMeantAsName(tokens, [Math.min(at, other), Math.max(at, other)], words);
}

/** Whether two words in lower case are meant as a name: everyday ones need a third word of it, or a word such as "called". */
function isMeantAsName(
  tokens: readonly Token[],
  [first, last]: readonly [number, number],
  words: readonly string[],
): boolean {
  const pair = [tokens[first]?.text ?? '', tokens[last]?.text ?? ''];
  if (!areWeak(pair)) return true;
  let start = first;
  while (start > 0 && words.some((word) => isSameWord(tokens[start - 1]?.text ?? '', word))) start -= 1;
  if (isIndefinite(tokens, start)) return false;
  // "Therapy and sports performance" without the first word of "Elevate Physical Therapy & Sports Performance".
  const [head = ''] = words;
  const isTail = words.length > 3 && !pair.some((text) => isSameWord(text, head));
  const others = isTail ? [head] : words;
  const isOwn = (at: number): boolean =>
    at >= 0 && others.some((word) => !pair.includes(word) && isSameWord(tokens[at]?.text ?? '', word));
  if (isOwn(findNeighbor(tokens, first, -1)) || isOwn(findNeighbor(tokens, last, 1))) return true;
  if (isCalled(tokens, first)) return true;
  const isWhole = words.length === 2 && words.every((word, index) => isSameWord(pair[index] ?? '', word));
  return isWhole && last === first + 1;
}
