import { getWordKind } from '../leak-check/words.ts';
import { givenNames, nicknames, surnames } from '../leak-check/people-names.ts';
import { moreGivenNames, shortSurnames } from './more-names.ts';
import { clinicalThing, moreCare, symptom } from './clinical-words.ts';
import { canBeName, canBePatientName } from './names.ts';

export type Person = {
  readonly start: number;
  readonly end: number;
  /** A full name, a frequent surname alone, or a word alone that may be a surname. */
  readonly form: 'full' | 'surname' | 'rare';
};

type Part = 'given' | 'surname' | 'rare' | 'plain' | 'initial' | 'title';
type Word = { readonly text: string; readonly start: number; readonly end: number; readonly part: Part };

const word = /\p{L}[\p{L}\p{M}]*(?:['-]\p{L}[\p{L}\p{M}]+)*/gu;
/** "JavaScript", but not "McLemore". */
const innerCapital = /(?<!^(?:Mc|Mac|De|Di|Du|La|Le|Van|Fitz))(?<=\p{Ll})\p{Lu}/u;
const titles = new Set(['mr', 'mrs', 'ms', 'miss']);

/**
 * People by the words of their names: a given name and a surname in either order and any case, an initial and a surname,
 * a title and a name, or a frequent surname alone.
 */
export function* findPeople(text: string): Iterable<Person> {
  const words = Array.from(text.matchAll(word), ({ 0: found, index: start }) => {
    const bare = found.replace(/'s$/i, '');
    return { text: bare, start, end: start + bare.length, part: getPart(bare) };
  });
  for (let at = 0; at < words.length;) {
    const count = countWords(words, at, text);
    const [first, last] = [words[at], words[at + count - 1]];
    if (count > 0 && first !== undefined && last !== undefined)
      yield {
        start: first.start,
        end: last.end,
        form: count > 1 ? 'full' : first.part === 'rare' ? 'rare' : 'surname',
      };
    at += Math.max(count, 1);
  }
}

function getPart(text: string): Part {
  const lower = text.toLowerCase();
  if (titles.has(lower)) return 'title';
  if (text.length === 1) return /\p{Lu}/u.test(text) ? 'initial' : 'plain';
  if (givenNames.has(lower) || moreGivenNames.has(lower) || nicknames.has(lower)) return 'given';
  if (surnames.has(lower) || (shortSurnames.has(lower) && /^\p{Lu}/u.test(text))) return 'surname';
  if (getWordKind(lower) !== 'rare' || !canBeName(text) || innerCapital.test(text)) return 'plain';
  return [clinicalThing, symptom, moreCare].some((pattern) => pattern.test(text)) ? 'plain' : 'rare';
}

/** How many words from a position on name a person. 0 if none do. */
function countWords(words: readonly Word[], at: number, text: string): number {
  const [first, second, third] = [words[at], words[at + 1], words[at + 2]];
  if (first === undefined) return 0;
  if (first.part === 'plain') return second !== undefined && isUnusualPair(first, second, text) ? 2 : 0;
  const gap = second === undefined ? '\n' : text.slice(first.end, second.start);
  if (
    second !== undefined &&
    isPair(first, second, { gap, behind: text.slice(second.end, second.end + 4) })
  ) {
    const isMore =
      third !== undefined && / {1,2}/.test(gap) && isNamePart(third) && isUpper(third) && isUpper(second);
    const isSameCase = third !== undefined && isAllCaps(third) === isAllCaps(second);
    return isMore && isSameCase && /^[ -]{1,2}$/.test(text.slice(second.end, third.start)) ? 3 : 2;
  }
  if (second !== undefined && third !== undefined && isUpper(first) && isFamilyName(third))
    if (isNamePart(first) && second.part === 'initial' && /^\.? $/.test(text.slice(second.end, third.start)))
      return 3;
  return isAlone(text, first) ? 1 : 0;
}

function isPair(
  first: Word,
  second: Word,
  { gap, behind }: { readonly gap: string; readonly behind: string },
): boolean {
  // "Kyle M., Erin T."
  const isShortened = /^(?:\.(?! ?\p{Lu}\p{Ll})|[:,;)]| \()/u.test(behind);
  if (first.part === 'title')
    return (
      /^\.? {1,2}$/.test(gap) && (isNamePart(second) || (isUpper(second) && canBePatientName(second.text)))
    );
  if (first.part === 'initial') return /^\.? {1,2}$/.test(gap) && isFamilyName(second);
  if (!/^(?: {1,2}|, ?|\t)$/.test(gap) || !isNamePart(first)) return false;
  if (!isUpper(first)) return isUpper(second) ? false : isLowercaseName(first, second);
  if (second.part === 'initial') return gap !== '\t' && (first.part !== 'given' || isShortened);
  if (!isUpper(second)) return false;
  if (isAllCaps(first) !== isAllCaps(second)) return false;
  const isOfList = gap !== ' ' && gap !== '  ';
  if (isOfList) return second.part === 'given' || (second.part === 'rare' && first.part !== 'given');
  if (first.part === 'given') return isFamilyName(second);
  return isNamePart(second);
}

/** "hannah schultz", "yates curtis", but not "mark price". */
function isLowercaseName(first: Word, second: Word): boolean {
  const parts = [first.part, second.part].join(' ');
  return /^(?:given (?:surname|rare)|surname given)$/.test(parts) && isUncommon(first, second);
}

/** A capitalized word before a surname inside a line: "Congrats to Lark Thornton". At its start it may be a verb. */
function isUnusualPair(first: Word, second: Word, text: string): boolean {
  const gap = text.slice(first.end, second.start);
  // "ASH, KEVIN"
  if (isAllCaps(first) && isAllCaps(second) && /^, ?$/.test(gap) && second.part === 'given')
    return canBePatientName(first.text);
  if (!isUpper(first) || !isUpper(second) || (second.part !== 'surname' && second.part !== 'rare'))
    return false;
  if (!/^ {1,2}$/.test(gap) || !canBePatientName(first.text)) return false;
  if (isAllCaps(first) !== isAllCaps(second)) return false;
  return first.text.length > 1 && /[^\s.!?] ?$/.test(text.slice(Math.max(0, first.start - 2), first.start));
}

const isAllCaps = ({ text }: Word): boolean => !/\p{Ll}/u.test(text);
const isUpper = ({ text }: Word): boolean => /^\p{Lu}/u.test(text);
const isNamePart = ({ part }: Word): boolean => part === 'given' || part === 'surname' || part === 'rare';
/** Behind a given name, a capitalized word of any kind is a surname unless it cannot be one. */
const isFamilyName = (one: Word): boolean =>
  isUpper(one) &&
  (isNamePart(one) || (/\p{Ll}|.{5}/u.test(one.text) && one.part === 'plain' && canBePatientName(one.text)));
const isUncommon = (...words: readonly Word[]): boolean =>
  words.some(({ text }) => ['rare', 'name'].includes(getWordKind(text.toLowerCase())));

/** Whether a word is a surname, and no capitalized word beside it makes it a part of some other name. */
function isAlone(text: string, { text: name, part, start, end }: Word): boolean {
  const isRare = part === 'rare' && /^\p{Lu}\p{Ll}/u.test(name);
  const lower = name.toLowerCase();
  if (!isRare && (!surnames.has(lower) || getWordKind(lower) !== 'name')) return false;
  const [before, behind] = [text.slice(Math.max(0, start - 24), start), text.slice(end, end + 5)];
  return (
    !/\b(?!The |A |Our )\p{Lu}[\p{L}'.]*[ &-]{1,3}$/u.test(before) && !/^[ &-]+\p{Lu}\p{Ll}/u.test(behind)
  );
}
