/** The letters l, I, and O where a scanned date has a digit. */
const misreadDigit =
  /(?<=(?<![\p{L}\d])\d)[lIO](?=[/-]\d)|(?<=\d[/-]\d?)[lIO](?=[/-]?\d)|(?<![\p{L}\d])[lIO](?=\d[/-]\d)/gu;

/**
 * A text of the same length in plain characters, so that positions hold: look-alikes of spaces, hyphens, apostrophes, and
 * digits, the blanks of forms ("__5/_27_"), and misread digits of scanned dates.
 */
export function toPlain(text: string): string {
  return text
    .replaceAll(/[_\u00A0\u2000-\u200D\u202F\u2060\u3000\uFEFF]/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212\uFF0D]/g, '-')
    .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[\u2018\u2019\u02BB\u02BC]/g, "'")
    .replaceAll(misreadDigit, (letter) => (letter === 'O' ? '0' : '1'));
}

export const joinAlternatives = (...words: readonly string[]): string => words.join('|');

/** Between the words of a label, which may be on two lines, or joined as in "patientId". */
export const labelGap = String.raw`[\s.'"-]{0,8}`;
const variants: Readonly<Record<string, string>> = {
  ' ': labelGap,
  o: '[o0]',
  i: '[il1]',
  l: '[li1]',
  m: '(?:m|rn)',
  ri: '(?:r[il1]|n)',
};

/**
 * A pattern, for the flag `i`, of labels in lowercase as forms print them and scans read them: "date of birth" is also
 * "Date\nof Birth", "DATE 0F BlRTH", and "DateOfBirth".
 */
export function writeLabels(...labels: readonly string[]): string {
  const patterns = labels.map((label) => label.replaceAll(/ri|[ oilm]/g, (part) => variants[part] ?? part));
  return `(?:${patterns.join('|')})`;
}
/** A label doesn't end in the middle of a word. */
export const labelEnd = '(?:(?<=#)|(?![a-z]))';

const likeDigits: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', z: '2', s: '5', b: '8' };
/** A digit, or a letter that scans confuse with one, for the flag `i`. */
export const scannedDigit = '[0-9oilzsb]';

/** The number in a passage of scanned digits. Null if it has more than three letters. */
export function readDigits(passage: string): string | null {
  if ((passage.match(/[a-z]/gi) ?? []).length > 3) return null;
  return passage.replaceAll(/[a-z]/gi, (letter) => likeDigits[letter.toLowerCase()] ?? letter);
}
