import { ordinals } from './words.ts';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const figures = new Map(small.map((word, value) => [word, String(value)] as const));
const romans = new Map([
  ['ii', '2'],
  ['iii', '3'],
  ['iv', '4'],
]);
const shortForms = new Map([
  ['saint', 'st'],
  ['mount', 'mt'],
  ['fort', 'ft'],
]);
const flip = (map: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map(Array.from(map, ([from, to]) => [to, from] as const));
const longForms = flip(shortForms);
const ordinalWords = flip(ordinals);

/**
 * A name in all its spellings: as it is, with figures ("1st", "701", "St."), with words ("first", "seven hundred one",
 * "saint"), and with its figures one by one ("seven oh one").
 */
export function listSpellings(words: readonly string[]): string[][] {
  const isLast = (index: number): boolean => index > 0 && index === words.length - 1;
  const spellings = [
    [...words],
    joinOrdinals(words).map((word, index) =>
      isLast(index) ? (romans.get(word) ?? toFigures(word)) : (shortForms.get(word) ?? toFigures(word)),
    ),
    words.flatMap((word, index) =>
      isLast(index) ? toWords(romans.get(word) ?? word) : (longForms.get(word) ?? toWords(word)),
    ),
    words.flatMap((word) => toDigitWords(word, 'oh')),
    words.flatMap((word) => toDigitWords(word, 'zero')),
  ];
  const seen = new Set<string>();
  return spellings.filter((spelling) => {
    const text = spelling.join(' ');
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

const toFigures = (word: string): string => ordinals.get(word) ?? figures.get(word) ?? word;

/** "Twenty fourth" → 24th. */
function joinOrdinals(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const ten = tens.indexOf(words[index - 1] ?? '');
    const unit = /^([1-9])(?:st|nd|rd|th)$/.exec(ordinals.get(word) ?? '');
    if (ten >= 0 && unit !== null) return [`${String(ten + 2)}${unit[0]}`];
    const next = /^[1-9]\D/.test(ordinals.get(words[index + 1] ?? '') ?? '');
    return tens.includes(word) && next ? [] : [word];
  });
}

/** "1st" → first, "24th" → twenty fourth, "24" → twenty four, "701" → seven hundred one. */
function toWords(word: string): string[] {
  const ordinal = ordinalWords.get(word);
  if (ordinal !== undefined) return [ordinal];
  const [, ten = '', unit = ''] = /^([2-9])([1-9](?:st|nd|rd|th))$/.exec(word) ?? [];
  if (ten !== '') return [tens[Number(ten) - 2] ?? '', ordinalWords.get(unit) ?? ''];
  if (!/^\d{1,3}$/.test(word)) return [word];
  const value = Number(word);
  if (value < 100) return toWordsBelow100(value);
  const hundreds = [small[Math.floor(value / 100)] ?? '', 'hundred'];
  return value % 100 === 0 ? hundreds : [...hundreds, ...toWordsBelow100(value % 100)];
}

function toWordsBelow100(value: number): string[] {
  if (value < 20) return [small[value] ?? ''];
  const ten = tens[Math.floor(value / 10) - 2] ?? '';
  return value % 10 === 0 ? [ten] : [ten, small[value % 10] ?? ''];
}

function toDigitWords(word: string, zero: string): string[] {
  return /^\d{2,4}$/.test(word)
    ? Array.from(word, (digit) => (digit === '0' ? zero : (small[Number(digit)] ?? '')))
    : [word];
}
