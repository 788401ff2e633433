const month =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const [m, d] = ['(?:0?[1-9]|1[0-2])', '(?:0?[1-9]|[12]\\d|3[01])'];

const one = '(?:one|two|three|four|five|six|seven|eight|nine)';
const tens = '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)';
const teen = '(?:ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)';
const number = `(?:${tens}(?:[- ]${one})?|${teen}|${one})`;
const ordinal =
  '(?:(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth)';
/** As transcripts of calls have them: "the second of April, nineteen fifty-one". */
const [day, year] = [
  `(?:${d}(?:st|nd|rd|th)?|${ordinal})`,
  `(?:(?:19|20)\\d{2}|nineteen[- ](?:oh[- ])?${number}|two thousand(?: (?:and )?${number})?|twenty[- ](?:oh[- ])?${number})`,
];

/** A date with its year, as Americans and their software write it, or day first where it cannot be the month. */
export const dateWithYear = [
  String.raw`(?<!\d)${m}([/.-])${d}\1(?:(?:19|20)\d{2}|\d{2})(?!\d)`
    .replace('([/.-])', '[/.-]')
    .replace('\\1', '[/.-]'),
  String.raw`(?<!\d)(?:1[3-9]|2\d|3[01])[/.-]${m}[/.-](?:19|20)\d{2}(?!\d)`,
  String.raw`(?<!\d)(?:19|20)\d{2}[/.-]${m}[/.-]${d}(?!\d)`,
  String.raw`\b${month}\.? (?:the )?${day},? ${year}\b`,
  String.raw`\b(?:the )?${day} (?:day )?of ${month},? ${year}\b`,
  String.raw`(?<!\d)${d}[ -]${month}[ -](?:19|20)?\d{2}(?!\d)`,
].join('|');

const anyDate = String.raw`${dateWithYear}|(?<!\d)${m}/${d}(?![\d/])|\b${month}\.? ${d}(?:st|nd|rd|th)?\b`;
const isWhole = new RegExp(`^(?:${dateWithYear})(?: \\d{1,2}:\\d{2}(?::\\d{2})?)?$`, 'i');
const hasAny = new RegExp(anyDate, 'i');

export function isDateWithYear(cell: string): boolean {
  return isWhole.test(cell);
}

export function hasDateMention(text: string): boolean {
  return hasAny.test(text);
}
