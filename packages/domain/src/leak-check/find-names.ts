import { isSentenceStart, readTokens, type Token } from './read-text.ts';
import { findPattern, type Passage, type TextView } from './text-view.ts';
import {
  credentials,
  getWordKind,
  nicknames,
  praiseWords,
  roleWords,
  toSingular,
  titles,
  tradeAcronyms,
} from './words.ts';

type Finder = (view: TextView) => Iterable<Passage>;

const connectors = new Set(['and', 'of', 'the', 'a', 'an', 'at', 'for', 'in', 'by', 'on', '&']);
const legalForms = new Set(
  'inc incorporated llc pllc llp lp ltd limited pc pa corp corporation co company dba plc pl p l c s'.split(
    ' ',
  ),
);
const months = new Set(
  'january february march april may june july august september october november december'.split(' '),
);

/** Words that a surname may begin with, as one word or several. */
const particles = new Set(
  'al bin da de del della den der di do dos du el la le mac mc saint san st ten ter van von'.split(' '),
);

/** The words of a name; "O'Brien" is one word, "Ann's" is "ann". */
export function splitWords(name: string): string[] {
  const words: string[] = [];
  for (const { text, gap } of readTokens(name)) {
    const isApostrophe = /^['’ʼ`´]$/u.test(gap) && words.length > 0;
    if (isApostrophe && text === 's') continue;
    if (isApostrophe) words[words.length - 1] += text;
    else words.push(text);
  }
  return words;
}

/** Finds the name of a business: whole in any order and form, by a distinctive word of it, or by its initials. */
export function createBusinessFinder(fact: string): Finder {
  const all = splitWords(fact);
  const words = all.filter((word) => !legalForms.has(word) && !connectors.has(word));
  const rare = words.filter((word) => getWordKind(word) === 'rare');
  const named = words.filter((word) => getWordKind(word) === 'common' || getWordKind(word) === 'place');
  const isDistinctive = words.some(isDistinctiveWord);
  const whole = words.join('');
  const generic = words.filter((word) => getWordKind(word) === 'generic');
  const praise = generic.filter((word) => praiseWords.has(word));
  // "Total Comfort Care" and "Total Comfort" of "Total Comfort Care of Reno", but not "Home Care" of "Reno Home Care".
  const shortNames = praise.length === 0 ? [] : [generic, praise].filter((name) => name.length > 1);
  return function* find(view) {
    for (const word of rare) {
      yield* findWord(view, toSingular(word));
      yield* findMisspelled(view, word);
    }
    for (const word of named)
      if (word.length > 3 && getWordKind(word) === 'common') {
        yield* findDisguised(view, toSingular(word));
        if (word.length > 6) yield* findMisspelled(view, word);
      }
    if (words.length > 1) {
      if (isDistinctive) yield* findPattern(view, { stream: 'plain', text: whole });
      for (const text of [whole, ...shortNames.map((name) => name.join(''))]) {
        yield* findPattern(view, { stream: 'plain', text, writing: 'glued' });
        yield* findPattern(view, { stream: 'alike', text, writing: 'disguised' });
      }
      for (const [index, word] of words.slice(1).entries()) {
        const before = words[index] ?? '';
        if ([before, word].some((each) => isDistinctiveWord(each)))
          yield* findPattern(view, { stream: 'plain', text: before + word });
      }
      yield* findOrdinaryName(view, { words, isAnyCase: words.length > 3 });
      for (const name of shortNames) yield* findOrdinaryName(view, { words: name, isAnyCase: false });
      const named = words.filter((word) => !/\d/.test(word));
      for (const each of [named, named.filter((word) => getWordKind(word) !== 'place')])
        yield* findInitials(view, each.map((word) => word.slice(0, 1)).join(''));
    }
    if (named.length > 0) yield* findNextToEachOther(view, { words, named });
  };
}

function isDistinctiveWord(word: string): boolean {
  const kind = getWordKind(word);
  return kind === 'rare' || kind === 'common';
}

function* findWord(view: TextView, word: string): Iterable<Passage> {
  yield* findPattern(view, { stream: 'plain', text: word });
  yield* findPattern(view, { stream: 'alike', text: word });
}

/** A rare word with one letter wrong, missing, added, or swapped with the next. */
function* findMisspelled({ tokens }: TextView, word: string): Iterable<Passage> {
  if (word.length < 6) return;
  for (const [at, { text }] of tokens.entries())
    if (text !== word && isOneSlipFrom(text, word) && getWordKind(text) === 'rare')
      yield { first: at, last: at };
}

function isOneSlipFrom(text: string, word: string): boolean {
  if (Math.abs(text.length - word.length) > 1) return false;
  let start = 0;
  while (start < word.length && text[start] === word[start]) start += 1;
  const [left, right] = [text.slice(start), word.slice(start)];
  if (left.length !== right.length)
    return left.length > right.length ? left.slice(1) === right : left === right.slice(1);
  if (left.slice(1) === right.slice(1)) return start > 0;
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
}

function* findDisguised(view: TextView, word: string): Iterable<Passage> {
  yield* findPattern(view, { stream: 'plain', text: word, writing: 'disguised' });
  yield* findPattern(view, { stream: 'alike', text: word, writing: 'disguised' });
}

/** A name of ordinary words: in any order with capitals, or in its order in any case. */
function* findOrdinaryName(
  { tokens }: TextView,
  { words, isAnyCase }: { words: readonly string[]; isAnyCase: boolean },
): Iterable<Passage> {
  const sorted = words.toSorted().join(' ');
  for (const [first, { text }] of tokens.entries()) {
    if (!words.includes(text)) continue;
    const found = readPhrase(tokens, first, words);
    const last = found.at(-1) ?? first;
    const texts = found.map((at) => tokens[at]?.text ?? '');
    if (texts.toSorted().join(' ') !== sorted) continue;
    const isCapitalized = found.every(
      (at) => tokens[at]?.isCapitalized === true || tokens[at]?.isNumber === true,
    );
    if (isCapitalized || (isAnyCase && texts.join(' ') === words.join(' '))) yield { first, last };
  }
}

/** The indexes of as many words as a name has, in the same sentence, without connectors that the name lacks. */
function readPhrase(tokens: readonly Token[], first: number, words: readonly string[]): number[] {
  const found: number[] = [];
  for (let at = first; found.length < words.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || (at > first && isBreak(token))) break;
    if (words.includes(token.text)) found.push(at);
    else if (!connectors.has(token.text)) break;
  }
  return found;
}

/** Common words of a name next to other words of it, in any order, or with a capital in the middle of a sentence. */
function* findNextToEachOther(
  { tokens }: TextView,
  { words, named }: { words: readonly string[]; named: readonly string[] },
): Iterable<Passage> {
  const others = new Set(words.map(toSingular));
  const distinctive = new Set(named.map(toSingular));
  const initials = words.map((word) => word.slice(0, 1)).join('');
  for (const [at, token] of tokens.entries()) {
    const own = toSingular(token.text);
    if (!distinctive.has(own)) continue;
    const isPlace = getWordKind(token.text) === 'place';
    for (const other of [findNeighbor(tokens, at, -1), findNeighbor(tokens, at, 1)]) {
      const neighbor = tokens[other];
      const text = toSingular(neighbor?.text ?? '');
      if (neighbor === undefined || text === own) continue;
      const hasCapitals = token.isCapitalized && neighbor.isCapitalized;
      // "Granite BH" for "Granite Behavioral Health".
      const isInitials =
        hasCapitals && neighbor.isUpper && neighbor.text.length > 1 && initials.includes(neighbor.text);
      if (!isInitials && !others.has(text) && !words.some((word) => isShortFor(text, word))) continue;
      const kind = getWordKind(neighbor.text);
      if (Math.abs(other - at) > 2 && !hasCapitals) continue;
      if (isPlace || kind === 'place' ? hasCapitals && (words.length < 3 || !isPlace) : true)
        yield { first: Math.min(at, other), last: Math.max(at, other) };
    }
    if (!isPlace && isIsolated(tokens, at)) yield { first: at, last: at };
  }
}

/** "Dent" and "dntl" for "dental". */
function isShortFor(text: string, word: string): boolean {
  if (text.length < 3 || text.length >= word.length || text[0] !== word[0] || word.length < 6) return false;
  if (word.startsWith(text)) return true;
  const consonants = word.slice(1).replaceAll(/[aeiou]/g, '');
  return text.slice(1) === consonants;
}

/** The index of the next word in the same sentence that is not a connector; -1 if there is none. */
function findNeighbor(tokens: readonly Token[], at: number, step: 1 | -1): number {
  for (let other = at + step; Math.abs(other - at) <= 3; other += step) {
    const token = tokens[other];
    if (token === undefined || isBreak(tokens[Math.max(other, other - step)])) return -1;
    if (!connectors.has(token.text)) return other;
  }
  return -1;
}

function isBreak(token: Token | undefined): boolean {
  return /[.!?;:]\s|\n/.test(token?.gap ?? '') || (token?.gap.length ?? 0) > 8;
}

/** A capitalized word in the middle of a sentence, without capitalized neighbors and without "the" before it. */
function isIsolated(tokens: readonly Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.isCapitalized !== true || months.has(token.text)) return false;
  if (token.isUpper && token.text.length > 3 && before?.isUpper !== true && after?.isUpper !== true)
    return true;
  if (isSentenceStart(tokens, at)) return false;
  if (before?.text === 'the' || before?.isCapitalized === true) return false;
  return after?.isCapitalized !== true || isSentenceStart(tokens, at + 1);
}

/** "B.F.D.", "B F D", "BFD"; two letters only with periods. */
export function* findInitials({ tokens }: TextView, initials: string): Iterable<Passage> {
  if (initials.length < 2 || tradeAcronyms.has(initials)) return;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    if (token.isUpper && token.text === initials && initials.length > 2) yield { first: at, last: at };
    if (token.text.length !== 1 || token.text !== initials[0]) continue;
    const letters = tokens.slice(at, at + initials.length);
    const isSpelled =
      letters.map(({ text }) => text).join('') === initials && letters.every(({ text }) => text.length === 1);
    const gaps = letters.slice(1).map(({ gap }) => gap);
    const hasPeriods = gaps.every((gap) => /^\s?[.·-]\s?$/u.test(gap));
    const hasSpaces =
      gaps.every((gap) => gap.length <= 3) && initials.length > 2 && letters.every(({ isUpper }) => isUpper);
    const isWhole =
      tokens[at + initials.length]?.text.length !== 1 ||
      !/^[.\s]{1,2}$/.test(tokens[at + initials.length]?.gap ?? '');
    const before = tokens[at - 1];
    const isStart = before?.text.length !== 1 || before.isNumber || !/^[.\s]{1,2}$/.test(token.gap);
    const areCapitals = letters.every(({ isUpper }) => isUpper) || initials.length > 2;
    if (isSpelled && isWhole && isStart && areCapitals && (hasPeriods || hasSpaces))
      yield { first: at, last: at + initials.length - 1 };
  }
}

/** Finds a person: by the surname or a distinctive given name, a common one only where it is used as a name. */
export function createPersonFinder(fact: string): Finder {
  const parts = fact.split(',').map(splitWords);
  const isListed =
    parts.length > 1 &&
    !parts
      .slice(1)
      .flat()
      .every((word) => credentials.has(word));
  const ordered = isListed ? [...(parts[1] ?? []), ...(parts[0] ?? [])] : parts.flat();
  const words = ordered.filter((word, index) => !titles.has(word) && !(index > 0 && credentials.has(word)));
  const [given, surname] = [words.length > 1 ? words[0] : undefined, words.at(-1)];
  const initials = words.map((word) => word.slice(0, 1));
  const short = [initials[0], initials.at(-1)].join('');
  const particle = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && particles.has(word),
  );
  const joined = particle < 0 ? '' : words.slice(particle).join('');
  const double = /(\p{L}+)-(\p{L}+)\s*(?:,|$)/u.exec(fact)?.slice(1, 3).flatMap(splitWords) ?? [];
  return function* find(view) {
    for (const word of new Set([surname, given, ...double]))
      if (word !== undefined && getWordKind(word) === 'rare') {
        yield* findWord(view, word);
        yield* findMisspelled(view, word);
      }
    if (words.length > 1) {
      yield* findPattern(view, { stream: 'plain', text: words.join('') });
      yield* findPattern(view, { stream: 'plain', text: `${given ?? ''}${surname ?? ''}` });
      yield* findPattern(view, { stream: 'plain', text: joined });
      yield* findInitials(view, initials.join(''));
      if (initials.length > 2) yield* findInitials(view, short);
    }
    if (surname !== undefined) {
      if (surname.length > 3) yield* findDisguised(view, surname);
      yield* findAsName(view.tokens, { surname, given, initials });
    }
  };
}

function* findAsName(
  tokens: readonly Token[],
  { surname, given, initials }: { surname: string; given: string | undefined; initials: readonly string[] },
): Iterable<Passage> {
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    const afterTitle = before !== undefined && titles.has(before.text) && /^\.?\s*$/.test(token.gap);
    const isInitial =
      token.isUpper &&
      [initials.at(-1), initials.join(''), `${initials[0] ?? ''}${initials.at(-1) ?? ''}`].includes(
        token.text,
      );
    if (afterTitle && (isInitial || (token.text === given && token.isCapitalized)))
      yield { first: at - 1, last: at };
    if (given !== undefined && token.text === given) {
      const next = tokens[at + 1];
      if (next?.isUpper === true && next.text.length === 1 && next.text === initials.at(-1))
        yield { first: at, last: at + 1 };
    }
    if (token.text !== surname && token.text !== `${surname}s`) continue;
    const full = findFullName(tokens, at, { given, initial: initials[0] });
    if (full !== null) yield full;
    else if (afterTitle) yield { first: at - 1, last: at };
    else if (token.isCapitalized && isUsedAsName(tokens, at)) yield { first: at, last: at };
  }
}

/** "Grace Young", "Young, Grace", "G. Young", "Grace M. Young". */
function findFullName(
  tokens: readonly Token[],
  at: number,
  { given, initial }: { given: string | undefined; initial: string | undefined },
): Passage | null {
  const isCapitalized = tokens[at]?.isCapitalized === true;
  if (given === undefined) return null;
  if (tokens[at + 1]?.text === given && (tokens[at + 1]?.gap.length ?? 9) < 4)
    return { first: at, last: at + 1 };
  for (const back of [1, 2]) {
    const token = tokens[at - back];
    if (token === undefined || (back === 2 && (tokens[at - 1]?.text.length ?? 9) > 10)) continue;
    if (back === 2 && isBreak(tokens[at - 1]) && !/^\.\s/.test(tokens[at - 1]?.gap ?? '')) continue;
    const isGiven =
      (token.text === given && (back === 1 || isCapitalized)) ||
      (isCapitalized && token.isCapitalized && isShortOrLong(token.text, given));
    if (isGiven || (isCapitalized && back === 1 && token.isUpper && token.text === initial))
      return { first: at - back, last: at };
  }
  return null;
}

/** "Jim" and "James", either of which may be in the record. */
function isShortOrLong(text: string, given: string): boolean {
  return nicknames.get(text)?.has(given) === true || nicknames.get(given)?.has(text) === true;
}

/** Whether a capitalized common word is the name of a person: "Young's patients", "the Young family", "sold by Young". */
function isUsedAsName(tokens: readonly Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token === undefined || token.isUpper) return false;
  const isPlace = getWordKind(token.text) === 'place';
  if (after !== undefined && credentials.has(after.text) && after.isUpper && /^,?\s+$/.test(after.gap))
    return true;
  if (isPlace) return false;
  if (/^['’]$/u.test(after?.gap ?? '') && after?.text === 's') return true;
  if (
    /^(?:family|brothers|sons)$/.test(after?.text ?? '') &&
    after?.isCapitalized === false &&
    !isSentenceStart(tokens, at)
  )
    return true;
  if (token.text.endsWith('s') && before?.text === 'the' && after?.isCapitalized !== true) return true;
  const isAfterRole = before !== undefined && roleWords.has(before.text) && !isSentenceStart(tokens, at);
  return isIsolated(tokens, at) || (isAfterRole && after?.isCapitalized !== true && !months.has(token.text));
}

/** Finds a name of a place: a distinctive word of it, or all of it with capitals; of several words in any case. */
export function createPhraseFinder(fact: string): Finder {
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
      if (isSame && isNamed) yield { first, last: first + words.length - 1 };
    }
  };
}
