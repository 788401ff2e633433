import { fold } from '@handover/domain/text/fold.ts';
import { phoneKey } from '#lib/text.ts';

/** Titles, degrees, and legal forms, which people leave out; the same as in the database function `search_is_noise`. */
const noise = new Set(
  'dr,mr,mrs,ms,prof,jr,sr,ii,iii,iv,md,do,dds,dmd,dpm,dvm,od,dc,np,rn,pa,pt,phd,psyd,pharmd,facs,llc,llp,pllc,inc,pc,corp,corporation,co,company,ltd,the,and,of'.split(
    ',',
  ),
);

/** One thing that was typed: a word, or a phone or other number with the ways to write it. */
export type SearchToken = {
  /** The search terms of records; a record must match one of them. */
  readonly texts: readonly string[];
  /** The words of a text with punctuation in it, in case it is unknown as one word. */
  readonly parts: readonly string[];
  readonly isNumber: boolean;
};

/**
 * Letters that do not decompose into a base letter and an accent, with the form that people type; the same as in
 * migration `0710-search-letters`.
 */
const letters = new Map(
  Object.entries({
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ı: 'i',
    ħ: 'h',
    ŧ: 't',
    ŋ: 'n',
  }),
);

/** The normalized form of a text for searching: folded, and without letters that many keyboards lack. */
export function foldLetters(text: string): string {
  return fold(text).replaceAll(/[łøđðþßæœıħŧŋ]/g, (letter) => letters.get(letter) ?? letter);
}

/** The words of a text as the database function `search_split` takes them from a folded text. */
export function splitWords(text: string): string[] {
  return foldLetters(text)
    .replaceAll(/[’‘´'`\u02b9-\u02bf\u02c8\u2032\ua78b\ua78c]/g, '')
    .replaceAll(/[\u3400-\u9fff\uf900-\ufaff\u2600-\u27bf\u{1f000}-\u{1faff}]/gu, ' $& ')
    .replaceAll(
      /[!-/:-@[-^_{-~\u00a1-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2010-\u206f\u3000-\u303f\uff01-\uff0f]/g,
      ' ',
    )
    .split(' ')
    .filter((word) => word !== '');
}

/** Words that belong to the next one and are often typed with it as one; the same as in the database function `search_join_particles`. */
const particles = new Set(
  'abu,al,ben,bin,da,das,de,del,della,den,der,des,di,dos,du,el,fitz,ibn,la,las,le,les,lo,los,mac,mc,o,saint,san,santa,santo,st,ste,ten,ter,van,vom,von,zu,zum,zur'.split(
    ',',
  ),
);

/** Particles with the words that follow them, each as one word: "vandermeer" and "dermeer" for "van der Meer". Of several in a row, the last three. */
export function joinParticles(words: readonly string[]): string[] {
  const joined: string[] = [];
  let starts: string[] = [];
  for (const word of words) {
    const whole = starts.map((start) => start + word);
    joined.push(...whole);
    starts = particles.has(word) ? [...whole.slice(-2), word] : [];
  }
  return joined.slice(0, 100);
}

/** Words without titles, degrees, and legal forms, unless nothing else is left. */
export function removeNoise(words: readonly string[]): string[] {
  const rest = words.filter((word) => !noise.has(word));
  return rest.length === 0 ? [...words] : rest;
}

const maxTokens = 10;

/** The tokens of a query, each once, up to ten. */
export function parseSearch(query: string): SearchToken[] {
  const numbers: string[] = [];
  const rest = isNumber(query)
    ? (numbers.push(query), '')
    : query.replaceAll(/\+?\d[\d\s().\-/]{5,}\d/g, (number) => (numbers.push(number), ' '));
  const chunks = foldLetters(rest)
    .split(' ')
    .map((chunk) => splitWords(chunk))
    .filter((words) => words.length > 0);
  const meaningful = new Set(removeNoise(chunks.flat()));
  const tokens = [
    ...numbers.map((number): SearchToken => ({ texts: listNumberTexts(number), parts: [], isNumber: true })),
    ...chunks.flatMap((words, index): SearchToken[] => {
      const parts = words.filter((word) => meaningful.has(word));
      if (parts.length === 0) return [];
      const before = chunks[index - 1]?.at(-1);
      // "king s" may be "King’s" without its apostrophe.
      if (before !== undefined && words.join('') === 's')
        return [{ texts: ['s', `${before}s`], parts: [], isNumber: false }];
      return [{ texts: [words.join('')], parts: words.length === 1 ? [] : parts, isNumber: false }];
    }),
  ];
  return [...new Map(tokens.map((token) => [token.texts.join(), token])).values()].slice(0, maxTokens);
}

/** Whether a query is a phone or other number and nothing else. */
function isNumber(query: string): boolean {
  return /^[\d\s()+.\-/]+$/.test(query) && query.replaceAll(/\D/g, '').length >= 3;
}

/** The digits as typed, without prefixes for long-distance calls, and the full number if it is one. */
function listNumberTexts(number: string): string[] {
  const digits = number.replaceAll(/\D/g, '');
  const typed = digits.replace(/^(?:011|0+)(?=\d{3})/, '');
  const full = phoneKey(number.replace(/^00(?=[1-9])/, '+'))?.replaceAll(/\D/g, '') ?? typed;
  return [...new Set([typed, full])];
}

/** How near a title is to a query: 0 the whole title, 1 its start, 2 starts of its words, 3 inside words, 4 not in it. */
export function rankTitle(title: string, tokens: readonly SearchToken[]): number {
  const words = splitWords(title);
  const all = tokens.flatMap(({ texts, parts }) => (parts.length === 0 ? texts.slice(0, 1) : parts));
  const asked = removeNoise(all);
  const core = removeNoise(words);
  if (core.toSorted().join(' ') === asked.toSorted().join(' ')) return 0;
  const typed = asked.join(' ');
  if (core.join(' ').startsWith(typed) || words.join(' ').startsWith(typed)) return 1;
  const joined = [
    ...words,
    ...joinParticles(words),
    ...foldLetters(title)
      .split(' ')
      .map((chunk) => splitWords(chunk).join('')),
  ];
  if (asked.every((token) => joined.some((word) => word.startsWith(token)))) return 2;
  return asked.every((token) => joined.some((word) => word.includes(token))) ? 3 : 4;
}

/** How many letters may differ between what was typed and a word. */
export function getAllowedTypos(typed: string, word: string): number {
  const length = Math.max(typed.length, word.length);
  if (length >= 8) return 2;
  return length >= 4 ? 1 : 0;
}

/**
 * Wrong, missing, extra, or swapped letters (optimal string alignment distance). Doubled letters count as one letter,
 * but words that differ only in them still differ by one.
 */
export function countTypos(typed: string, word: string): number {
  if (typed === word) return 0;
  const distance = calculateAlignmentDistance(typed, word);
  const [typedOnce, wordOnce] = [removeDoubles(typed), removeDoubles(word)];
  if (typedOnce === typed && wordOnce === word) return distance;
  return Math.max(1, Math.min(distance, calculateAlignmentDistance(typedOnce, wordOnce)));
}

/**
 * False for most words that differ in more letters than that: each typo replaces at most one of the letters that
 * only one of the words has.
 */
export function canDifferBy(typos: number, typed: string, word: string): boolean {
  const one = toLetterBits(typed);
  const other = toLetterBits(word);
  return countBits(one & ~other) <= typos && countBits(other & ~one) <= typos;
}

/** A bit for each letter of a word; letters of other scripts share bits. */
function toLetterBits(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function removeDoubles(word: string): string {
  return /(.)\1/u.test(word) ? word.replaceAll(/(.)\1+/gu, '$1') : word;
}

/** The rows of the table that `calculateAlignmentDistance` fills, of which it needs the last three. */
type Row = number[];

function calculateAlignmentDistance(one: string, other: string): number {
  let [beforeLast, last, current]: [Row, Row, Row] = [[], [], []];
  for (let column = 0; column <= other.length; column += 1) last[column] = column;
  for (let row = 1; row <= one.length; row += 1) {
    const letter = one.charCodeAt(row - 1);
    const letterBefore = one.charCodeAt(row - 2);
    current[0] = row;
    for (let column = 1; column <= other.length; column += 1) {
      const compared = other.charCodeAt(column - 1);
      const comparedBefore = other.charCodeAt(column - 2);
      let typos = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (letter === compared ? 0 : 1),
      );
      const isSwapped = row > 1 && column > 1 && letter === comparedBefore && letterBefore === compared;
      if (isSwapped) typos = Math.min(typos, (beforeLast[column - 2] ?? 0) + 1);
      current[column] = typos;
    }
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[other.length] ?? 0;
}

/** The title of a record by its search text. */
export function getTitle(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
