import { readDigits, scannedDigit as c } from './plain-text.ts';

const month =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const spanishMonth =
  '(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre)';
const [m, d] = ['(?:0?[1-9]|1[0-2])', '(?:0?[1-9]|[12]\\d|3[01])'];

const one = '(?:one|two|three|four|five|six|seven|eight|nine)';
const tens = '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)';
const teen = '(?:ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)';
const number = `(?:${tens}(?:[- ]${one})?|${teen}|${one})`;
const ordinal =
  '(?:(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth)';
/** Days and years as transcripts of calls spell them: "the second of April, nineteen fifty-one". */
const [day, year] = [
  `(?:${d}(?:st|nd|rd|th)?|${ordinal})`,
  `(?:(?:19|20)\\d{2}|nineteen[- ](?:oh[- ])?${number}|two thousand(?: (?:and )?${number})?|twenty[- ](?:oh[- ])?${number})`,
];

/** A date with its year, as Americans and their software write it, or with the day first if that can't be a month. */
export const dateWithYear = [
  String.raw`(?<!\d)${m}([/.-])${d}\1(?:(?:19|20)\d{2}|\d{2})(?!\d)`
    .replace('([/.-])', '[/.-]')
    .replace('\\1', '[/.-]'),
  String.raw`(?<!\d)(?:1[3-9]|2\d|3[01])[/.-]${m}[/.-](?:19|20)\d{2}(?!\d)`,
  String.raw`(?<!\d)(?:19|20)\d{2}[/.-]${m}[/.-]${d}(?!\d)`,
  String.raw`\b${month}\.?\s{1,4}(?:the )?${day},?\s{1,4}${year}\b`,
  String.raw`\b(?:the )?${day} (?:day )?of ${month},?\s{1,4}${year}\b`,
  String.raw`(?<!\d)${d}(?:-|\s{1,4})${month}(?:-|\.?,?\s{1,4})(?:19|20)?\d{2}(?!\d)`,
  String.raw`(?<!\d)${d} de ${spanishMonth} (?:de |del )?(?:19|20)\d{2}(?!\d)`,
].join('|');

/** A date that may have gaps between characters, letters in place of digits, or its year first. */
const scannedDate = String.raw`(?<![\da-z])${c} ?${c}?(?: ?${c} ?${c})? {0,3}[-/.|] {0,3}${c} ?${c}? {0,3}[-/.|] {0,3}${c} ?${c}(?: ?${c} ?${c})?(?![\da-z])`;
/** A date behind the label of a birth date, for the flag `i`. Check the group `scanned` with `isScannedDate`. */
export const labeledDate = [
  dateWithYear,
  String.raw`\b${month}\.? ${day},? '?\d{2}(?!\d)`,
  String.raw`(?:19|20)\d{6}(?!\d)`,
  String.raw`[01]\d[0-3]\d(?:19|20)?\d{2}(?!\d)`,
  String.raw`(?<!\d)${m} {1,2}${d} {1,2}(?:19|20)?\d{2}(?!\d)`,
  `(?<scanned>${scannedDate})`,
].join('|');
const order = new RegExp(
  `^(?:${m}-${d}-(?:(?:19|20)?\\d{2})|(?:(?:19|20)?\\d{2})-${m}-${d}|${d}-${m}-(?:19|20)\\d{2})$`,
);

export function isScannedDate(passage: string): boolean {
  const digits = readDigits(passage.replaceAll(/[ /.|-]+/g, (gap) => (gap.trim() === '' ? '' : '-')));
  return digits !== null && order.test(digits);
}

const anyDate = String.raw`${dateWithYear}|(?<!\d)${m}/${d}(?![\d/])|\b${month}\.? ${d}(?:st|nd|rd|th)?\b`;
const isWhole = new RegExp(`^(?:${dateWithYear})(?: \\d{1,2}:\\d{2}(?::\\d{2})?)?$`, 'i');
const hasAny = new RegExp(anyDate, 'i');

export function isDateWithYear(cell: string): boolean {
  return isWhole.test(cell);
}

export function hasDateMention(text: string): boolean {
  return hasAny.test(text);
}
