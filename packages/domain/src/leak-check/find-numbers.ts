import type { DigitRun } from './numbers-in-words.ts';
import { findPattern, type Passage, type TextView } from './text-view.ts';

export type Finding = Passage;

const minAnywhere = 7;
const minDigits = 5;

/** Finds a number by its digits, such as a phone number or a ZIP code, however they are written. */
export function digitFinder(fact: string): (view: TextView) => Iterable<Finding> {
  const digits = fact.normalize('NFKC').replaceAll(/\D/g, '');
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  const isZipPlus = national.length === 9 && /^\s*\d{5}-\d{4}\s*$/.test(fact);
  // A phone number is known by its last seven digits too, a ZIP+4 code by its first five.
  const wanted = national.length === 10 ? national.slice(3) : isZipPlus ? national.slice(0, 5) : national;
  return function* find({ runs }) {
    if (wanted.length < minDigits) return;
    for (const run of runs) yield* findDigits(run, national.length === 10 ? [national, wanted] : [wanted]);
  };
}

/** Finds a phone number, without its extension. */
export function phoneFinder(fact: string): (view: TextView) => Iterable<Finding> {
  return digitFinder(fact.replace(/\s*(?:x|ext\.?|extension|#)\s*\d+\s*$/i, ''));
}

function* findDigits(run: DigitRun, [whole = '', ...parts]: readonly string[]): Iterable<Finding> {
  let isFound = false;
  for (const passage of findInRun(run, whole)) {
    isFound = true;
    yield passage;
  }
  if (!isFound) for (const part of parts) yield* findInRun(run, part);
}

function* findInRun({ digits, owners, isFirst, isFigure }: DigitRun, wanted: string): Iterable<Finding> {
  if (isFigure && wanted.length < 9) return;
  for (let at = digits.indexOf(wanted); at >= 0; at = digits.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isBounded = isFirst[at] === true && (end === digits.length || isFirst[end] === true);
    if (wanted.length < minAnywhere && !isBounded) continue;
    yield { first: owners[at] ?? 0, last: owners[end - 1] ?? 0 };
  }
}

/** Finds an identifier of letters and digits, such as a CLIA number or a license, however it is separated. */
export function codeFinder(fact: string): (view: TextView) => Iterable<Finding> {
  const code = fact
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  const digits = code.replaceAll(/\D/g, '');
  const byDigits = digitFinder(digits);
  return function* find(view) {
    if (code.length < 4) return;
    if (code === digits || digits.length >= minDigits) {
      let isFound = false;
      for (const passage of code === digits ? [] : findPattern(view, { stream: 'spoken', text: code })) {
        isFound = true;
        yield passage;
      }
      if (!isFound) yield* byDigits(view);
      return;
    }
    if (code !== digits) yield* findPattern(view, { stream: 'spoken', text: code });
  };
}
