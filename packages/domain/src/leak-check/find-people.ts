import {
  findDisguised,
  findInitials,
  findMisspelled,
  findWord,
  isAllusion,
  isBreak,
  isIsolated,
  months,
  splitWords,
} from './name-words.ts';
import { isOthersName } from './others-names.ts';
import { credentials, nicknames, roleWords, titles } from './people-names.ts';
import { isSentenceStart, type Token } from './read-text.ts';
import { findPattern, type Passage, type TextView } from './text-view.ts';
import { getWordKind } from './words.ts';

type Finder = (view: TextView) => Iterable<Passage>;

/** Words that a surname may begin with, as one word or several. */
const particles = new Set(
  'al bin da de del della den der di do dos du el la le mac mc saint san st ten ter van von y'.split(' '),
);

/** The words of a person's name, given name first, without titles and credentials. */
function readPerson(fact: string): string[] {
  const parts = fact.split(',').map(splitWords);
  const isListed =
    parts.length > 1 &&
    !parts
      .slice(1)
      .flat()
      .every((word) => credentials.has(word));
  const ordered = isListed ? [...(parts[1] ?? []), ...(parts[0] ?? [])] : parts.flat();
  return ordered.filter((word, index) => !titles.has(word) && !(index > 0 && credentials.has(word)));
}

/** Finds a person: by a distinctive word of the name, by two parts of it, a common one only where it is used as a name. */
export function createPersonFinder(fact: string): Finder {
  const words = readPerson(fact);
  const [given, surname] = [words.length > 1 ? words[0] : undefined, words.at(-1)];
  const initials = words.map((word) => word.slice(0, 1));
  const particle = words.findIndex(
    (word, index) => index > 0 && index < words.length - 1 && particles.has(word),
  );
  const hyphenated = Array.from(fact.matchAll(/(\p{L}{2,})-(\p{L}{2,})/gu), (pair) =>
    pair.slice(1, 3).flatMap(splitWords).join(''),
  );
  const double = /(\p{L}+)-(\p{L}+)\s*(?:,|$)/u.exec(fact)?.slice(1, 3).flatMap(splitWords) ?? [];
  const surnames = new Set([...double, ...(surname === undefined ? [] : [surname])]);
  return function* find(view) {
    for (const word of hyphenated) yield* findPattern(view, { stream: 'plain', text: word });
    for (const word of new Set(words)) yield* findPart(view, word, { words, isSurname: surnames.has(word) });
    if (words.length > 1) {
      yield* findPattern(view, { stream: 'plain', text: words.join('') });
      yield* findPattern(view, { stream: 'plain', text: `${given ?? ''}${surname ?? ''}` });
      if (particle >= 0) yield* findPattern(view, { stream: 'plain', text: words.slice(particle).join('') });
      yield* findInitials(view, initials.join(''));
      if (initials.length > 2) yield* findInitials(view, `${initials[0] ?? ''}${initials.at(-1) ?? ''}`);
      yield* findSeveralParts(view.tokens, words);
    }
    if (surname !== undefined) {
      yield* findAsName(view.tokens, { words, surname, given, initials });
    }
  };
}

function* findPart(
  view: TextView,
  word: string,
  { words, isSurname }: { words: readonly string[]; isSurname: boolean },
): Iterable<Passage> {
  if (particles.has(word)) return;
  const kind = getWordKind(word);
  if (word.length > 3) yield* findDisguised(view, word);
  if (kind === 'rare') yield* findMisspelled(view, word);
  if (kind !== 'rare' && kind !== 'name') return;
  for (const passage of findWord(view, word)) {
    // A rare surname is known anywhere, but there are others with the same given name.
    const canBeOthers = kind === 'name' || !isSurname;
    if (canBeOthers && isOthersName(view.tokens, passage, words)) continue;
    if (isAllusion(view.tokens, passage.last)) continue;
    if (isSurname || kind === 'rare' || isUsedAsGivenName(view.tokens, passage)) yield passage;
  }
}

/** "Ask for John", "John's practice", "John has owned". */
function isUsedAsGivenName(tokens: readonly Token[], { first, last }: Passage): boolean {
  const [before, after, next] = [tokens[first - 1], tokens[last + 1], tokens[last + 2]];
  if (/^['’]$/u.test(after?.gap ?? '') && after?.text === 's') return next?.isCapitalized !== true;
  if (before !== undefined && !isSentenceStart(tokens, first)) {
    if (titles.has(before.text) || roleWords.has(before.text)) return true;
    if (/^(?:for|to|ask|call|contact|meet|see|and|as)$/.test(before.text)) return true;
  }
  return (
    after?.gap === ' ' &&
    /^(?:has|had|is|was|will|would|owns|owned|runs|ran|sees|saw|plans|plays|started|founded|opened|built|bought|took|retires|wants|wishes|works|worked|sells|and)$/.test(
      after.text,
    )
  );
}

const partGap = /^(?:[.,]{0,2}\s?|\.?-)$/;

/** Two or more parts of a name next to each other in any order, one of them in full: "T.Q. Bảo", "Lan Phạm", "Park, D.". */
function* findSeveralParts(tokens: readonly Token[], words: readonly string[]): Iterable<Passage> {
  for (const first of tokens.keys()) {
    const last = findPartsEnd(tokens, first, words);
    if (last !== null) yield { first, last };
  }
}

function findPartsEnd(tokens: readonly Token[], first: number, words: readonly string[]): number | null {
  const rest = words.filter((word) => !particles.has(word));
  let hasFull = false;
  let last = first - 1;
  for (let at = first; at < first + words.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || (at > first && !isJoinedPart(tokens, at))) break;
    if (at > first && particles.has(token.text) && words.includes(token.text)) continue;
    const isInitial = token.text.length === 1;
    if (!token.isCapitalized || (isInitial && isWordLetter(tokens, at))) break;
    const index = rest.findIndex((word) =>
      isInitial ? word.startsWith(token.text) : word === token.text || isShortOrLong(token.text, word),
    );
    if (index < 0) break;
    hasFull ||= !isInitial;
    rest.splice(index, 1);
    last = at;
  }
  return hasFull && last > first ? last : null;
}

function isJoinedPart(tokens: readonly Token[], at: number): boolean {
  const gap = tokens[at]?.gap ?? '';
  // A sentence may end with a name, but not with an initial.
  const isSentenceEnd = gap.startsWith('.') && (tokens[at - 1]?.text.length ?? 0) > 2;
  return partGap.test(gap) && !isSentenceEnd;
}

/** Whether a letter is a word, not an initial: "A" or "I" without a period. */
function isWordLetter(tokens: readonly Token[], at: number): boolean {
  return /^[ai]$/.test(tokens[at]?.text ?? '') && tokens[at + 1]?.gap.startsWith('.') !== true;
}

type Person = {
  readonly words: readonly string[];
  readonly surname: string;
  readonly given: string | undefined;
  readonly initials: readonly string[];
};

function* findAsName(
  tokens: readonly Token[],
  { words, surname, given, initials }: Person,
): Iterable<Passage> {
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    const afterTitle = before !== undefined && titles.has(before.text) && /^\.?\s*$/.test(token.gap);
    const isInitial =
      token.isUpper &&
      [initials.at(-1), initials.join(''), `${initials[0] ?? ''}${initials.at(-1) ?? ''}`].includes(
        token.text,
      );
    const isPart = words.some(
      (word) => !particles.has(word) && (word === token.text || isShortOrLong(token.text, word)),
    );
    if (afterTitle && token.isCapitalized && (isInitial || (isPart && token.text.length > 1)))
      yield { first: at - 1, last: at };
    const isPlural = words.some((word) => word.length > 2 && token.text === `${word}s`);
    if (isPlural && before?.text === 'the' && token.isCapitalized && tokens[at + 1]?.isCapitalized !== true)
      yield { first: at, last: at };
    if (token.text === given && isCommonGivenName(tokens, at)) yield { first: at, last: at };
    if (token.text !== surname && token.text !== `${surname}s`) continue;
    const full = findFullName(tokens, at, { given, initial: initials[0] });
    if (full !== null) yield full;
    else if (afterTitle) yield { first: at - 1, last: at };
    else if (getWordKind(surname) !== 'name' && token.isCapitalized && isUsedAsName(tokens, at)) {
      const passage = { first: at, last: at };
      if (!isOthersName(tokens, passage, words)) yield passage;
    }
  }
}

/** "Ask for Grace", "Grace runs it", where the name is a word of the language as well. */
function isCommonGivenName(tokens: readonly Token[], at: number): boolean {
  const [token, after] = [tokens[at], tokens[at + 1]];
  if (token?.isCapitalized !== true || getWordKind(token.text) !== 'common' || months.has(token.text))
    return false;
  const isActing = /^(?:owns|owned|runs|ran|founded|started|bought|sees|plans|retires|wants|wishes)$/;
  return isIsolated(tokens, at) || (after?.gap === ' ' && isActing.test(after.text));
}

/** "Grace Young", "Young, Grace", "G. Young", "Grace M. Young". */
function findFullName(
  tokens: readonly Token[],
  at: number,
  { given, initial }: { given: string | undefined; initial: string | undefined },
): Passage | null {
  const isCapitalized = tokens[at]?.isCapitalized === true;
  if (given === undefined || /[!?;:\n]/.test(tokens[at]?.gap ?? '')) return null;
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
