import type { Token } from './read-text.ts';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const values = new Map<string, number>([
  ...small.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, (index + 2) * 10] as const),
  ['oh', 0],
  ['nought', 0],
  ['naught', 0],
  ['null', 0],
  ['fourty', 40],
  ['niner', 9],
]);
const repeats = new Map([
  ['double', 2],
  ['triple', 3],
]);
// Words that people say between digits.
const fillers = new Set(
  'dash hyphen dot point space period slash area code then and ext zip minus comma'.split(' '),
);
const gluedWords = new RegExp(`^(?:${[...small.slice(0, 10), 'oh'].join('|')}){2,}$`);
const eachGlued = new RegExp([...small.slice(0, 10), 'oh'].join('|'), 'g');
const confusable: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', s: '5', z: '2', b: '8' };

/** Digits that belong together, wherever they are written as figures, as words, or with separators. */
export type DigitRun = {
  readonly digits: string;
  /** The token of each digit. */
  readonly owners: readonly number[];
  /** Whether each digit is the first of a figure or a word. */
  readonly isFirst: readonly boolean[];
  /** An amount or a figure with thousands separators. */
  readonly isFigure: boolean;
};

type Element = { readonly digits: string; readonly from: number; readonly to: number };

/** All runs of digits of a text. An amount, a percentage, or a figure with thousands separators is a separate run. */
export function readDigitRuns(tokens: readonly Token[]): DigitRun[] {
  const runs: DigitRun[] = [];
  let elements: Element[] = [];
  const close = (): void => {
    if (elements.length > 0) runs.push(toDigitRun(elements, false));
    elements = [];
  };
  let index = 0;
  while (index < tokens.length) {
    const figure = readFigure(tokens, index);
    const element = figure ?? readElement(tokens, index);
    if (element === null) {
      const token = tokens[index];
      if (elements.length > 0 && !(token !== undefined && fillers.has(token.text))) close();
      index += 1;
      continue;
    }
    if (figure !== null || isFarApart(tokens, index)) close();
    if (figure === null) elements.push(element);
    else runs.push(toDigitRun([figure], true));
    index = element.to + 1;
  }
  close();
  return runs;
}

function isFarApart(tokens: readonly Token[], index: number): boolean {
  const { gap = '', text = '' } = tokens[index] ?? {};
  const before = tokens[index - 1];
  // "Two-oh-eight. 555. Zero one" may be a phone number.
  const isSpelled = [before?.text ?? '', text].some((word) => parseDigitWord(word) !== null);
  const isSentence =
    !isSpelled && /^[.!?]\s+$/u.test(gap) && Math.max(before?.text.length ?? 0, text.length) > 1;
  return gap.length > 12 || isSentence || /[$€£\n;%]/u.test(gap);
}

function toDigitRun(elements: readonly Element[], isFigure: boolean): DigitRun {
  const owners: number[] = [];
  const isFirst: boolean[] = [];
  for (const { digits, from, to } of elements)
    for (let at = 0; at < digits.length; at += 1) {
      // A figure of several tokens spreads over them, to the last one.
      const spread = from + Math.floor((at * (to - from + 1)) / digits.length);
      owners.push(at === digits.length - 1 ? to : Math.min(to, spread));
      isFirst.push(at === 0);
    }
  return { digits: elements.map(({ digits }) => digits).join(''), owners, isFirst, isFigure };
}

/** "$1,450,000", "3,200": a figure, never the pieces of an identifier. */
function readFigure(tokens: readonly Token[], from: number): Element | null {
  const first = tokens[from];
  if (first?.isNumber !== true) return null;
  let to = from;
  let digits = first.text;
  while (
    tokens[to + 1]?.gap === ',' &&
    tokens[to + 1]?.isNumber === true &&
    tokens[to + 1]?.text.length === 3
  ) {
    to += 1;
    digits += tokens[to]?.text ?? '';
  }
  const isAmount = /[$€£]\s?$/u.test(first.gap);
  if (!isAmount && (to === from || first.text.length > 3)) return null;
  return { digits, from, to };
}

function readElement(tokens: readonly Token[], from: number): Element | null {
  const token = tokens[from];
  if (token === undefined) return null;
  if (token.isNumber) return { digits: token.text, from, to: from };
  const repeat = repeats.get(token.text);
  const next = tokens[from + 1];
  if (repeat !== undefined && next !== undefined) {
    const digit = next.isNumber && next.text.length === 1 ? next.text : parseDigitWord(next.text);
    return digit === null ? null : { digits: digit.repeat(repeat), from, to: from + 1 };
  }
  const value = values.get(token.text);
  if (value !== undefined) return readSpoken(tokens, from, value);
  if (gluedWords.test(token.text))
    return {
      digits: (token.text.match(eachGlued) ?? []).map((word) => String(values.get(word))).join(''),
      from,
      to: from,
    };
  return readConfusable(tokens, from);
}

function parseDigitWord(text: string): string | null {
  const value = values.get(text);
  return value !== undefined && value < 10 ? String(value) : null;
}

const scales = new Map([
  ['thousand', 3],
  ['million', 6],
]);

/** "five hundred twelve" → 512, "four thousand" → 4000, "two million forty-one thousand one hundred ninety" → 2041190. */
function readSpoken(tokens: readonly Token[], from: number, value: number): Element {
  const group = readHundreds(tokens, from, value);
  const places = scales.get(tokens[group.to + 1]?.text ?? '');
  if (places === undefined) return group;
  const scaled = { digits: group.digits + '0'.repeat(places), from, to: group.to + 1 };
  const at = tokens[scaled.to + 1]?.text === 'and' ? scaled.to + 2 : scaled.to + 1;
  const next = values.get(tokens[at]?.text ?? '');
  if (next === undefined || next === 0 || isFarApart(tokens, at)) return scaled;
  const rest = readSpoken(tokens, at, next);
  // "four thousand, one two" is not 4001.
  const isDigit = rest.digits.length === 1 && values.has(tokens[rest.to + 1]?.text ?? '');
  if (rest.digits.length > places || isDigit) return scaled;
  return { digits: group.digits + rest.digits.padStart(places, '0'), from, to: rest.to };
}

/** "fifty-five" → 55, "five hundred twelve" → 512, "twenty-two hundred" → 2200. */
function readHundreds(tokens: readonly Token[], from: number, value: number): Element {
  const below100 = readTens(tokens, from, value);
  const unitAt = below100.to + 1;
  if (tokens[unitAt]?.text !== 'hundred') return below100;
  const at = tokens[unitAt + 1]?.text === 'and' ? unitAt + 2 : unitAt + 1;
  const rest = values.get(tokens[at]?.text ?? '');
  if (rest === undefined || rest === 0) return { digits: `${below100.digits}00`, from, to: unitAt };
  const { digits, to } = readTens(tokens, at, rest);
  return { digits: `${below100.digits}${digits.padStart(2, '0')}`, from, to };
}

function readTens(tokens: readonly Token[], from: number, value: number): Element {
  const next = values.get(tokens[from + 1]?.text ?? '');
  return value >= 20 && next !== undefined && next > 0 && next < 10
    ? { digits: String(value + next), from, to: from + 1 }
    : { digits: String(value), from, to: from };
}

/** The letters of "5l2" and "5O5" that look like digits; a single letter next to digits. */
function readConfusable(tokens: readonly Token[], from: number): Element | null {
  const token = tokens[from];
  if (token === undefined || token.text.length > 3) return null;
  const isNextToDigits =
    (token.gap.trim().length <= 1 && tokens[from - 1]?.isNumber === true) ||
    ((tokens[from + 1]?.gap ?? ' ').trim() === '' && tokens[from + 1]?.isNumber === true);
  const isGlued = token.gap === '' || tokens[from + 1]?.gap === '';
  const digits = Array.from(token.text, (letter) => confusable[letter] ?? '').join('');
  const isSingle = token.text === 'o' || (isGlued && digits.length === token.text.length);
  return isNextToDigits && isSingle ? { digits, from, to: from } : null;
}

/** The digits of a single word for a number below 100; null for any other word. */
export function parseSpokenDigits(word: string): string | null {
  const value = values.get(word);
  return value === undefined ? null : String(value);
}
