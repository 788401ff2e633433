import type { DigitRun } from './numbers-in-words.ts';
import type { Passage, TextView } from './text-view.ts';

export type Finding = Passage;

const minAnywhere = 7;
const minDigits = 5;

/** Finds a number by its digits, such as a phone number or a ZIP code, however they are written. */
export function createDigitFinder(fact: string): (view: TextView) => Iterable<Finding> {
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
export function createPhoneFinder(fact: string): (view: TextView) => Iterable<Finding> {
  return createDigitFinder(fact.replace(/\s*(?:x|ext\.?|extension|#)\s*\d+\s*$/i, ''));
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
export function createCodeFinder(fact: string): (view: TextView) => Iterable<Finding> {
  const code = fact
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  const digits = code.replaceAll(/\D/g, '');
  // A CLIA number is known by its last seven digits: "thirty-seven D 2041190".
  const byDigits = createDigitFinder(/^\d{2}[a-z]\d{7}$/.test(code) ? code.slice(-7) : digits);
  return function* find(view) {
    if (code.length < 4) return;
    if (code === digits) {
      yield* digits.length < minDigits ? findLabeled(view, digits) : byDigits(view);
      return;
    }
    let isFound = false;
    for (const passage of findCode(view, code)) {
      isFound = true;
      yield passage;
    }
    if (digits.length < minDigits) yield* findLabeled(view, digits);
    else if (!isFound) yield* byDigits(view);
  };
}

/** A code between whole tokens that stand close together: "TN 7741", "TN-7741", "TN7741". */
function* findCode({ tokens, spoken }: TextView, code: string): Iterable<Finding> {
  for (let at = spoken.text.indexOf(code); at >= 0; at = spoken.text.indexOf(code, at + 1)) {
    const end = at + code.length;
    const [first = 0, last = 0] = [spoken.owners[at], spoken.owners[end - 1]];
    const isBounded =
      spoken.isFirst[at] === true && (end === spoken.text.length || spoken.isFirst[end] === true);
    const isClose = tokens
      .slice(first + 1, last + 1)
      .every(({ gap }) => gap.length <= 3 && !/[.!?;:]\s|\n/.test(gap));
    if (isBounded && isClose) yield { first, last };
  }
}

const labels = /^(?:licen[cs]es?|lic|permits?|registration|certificate|number|no)$/;

/** A short number counts only behind a word for it: "license 7741", "#7741". */
function* findLabeled({ tokens }: TextView, digits: string): Iterable<Finding> {
  if (digits.length < 4) return;
  for (const [index, { text, gap }] of tokens.entries()) {
    if (text !== digits) continue;
    const isLabeled = (back: number): boolean =>
      labels.test(tokens[index - back]?.text ?? '') &&
      tokens.slice(index - back + 1, index + 1).every((token) => !/[,;\n]/.test(token.gap));
    if (gap.includes('#') || isLabeled(1) || isLabeled(2)) yield { first: index, last: index };
  }
}
