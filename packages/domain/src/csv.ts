/** A byte order mark, so that spreadsheets read the file as UTF-8. */
export const csvByteOrderMark = '\uFEFF';

/** One record of an RFC 4180 file, including CRLF, with all cells made safe for spreadsheets. */
export function toCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`;
}

/**
 * A cell that spreadsheets do not run as a formula. Text that starts like one (`= + - @`, tab or carriage return, their
 * full-width forms, also after spaces) gets a leading apostrophe. Signed numbers are safe and unchanged (`-12.5`).
 * Phone numbers such as `+1 308 865 2512` are unchanged only if they consist of digits, because `+1-308` would be
 * calculated.
 */
export function toCsvCell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'number' ? String(value) : guardFormula(value);
  return /[",\r\n;\t|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const startsLikeFormula = /^\s*[=+\-@\t\r\n＝＋－＠]|^[\t\r\n]/;
const signedNumber = /^[+-]\d+(\.\d+)?$/;

function guardFormula(text: string): string {
  return startsLikeFormula.test(text) && !signedNumber.test(text) ? `'${text}` : text;
}

const delimiters = [',', ';', '\t', '|'];

/**
 * The delimiter of a CSV text: the one that occurs equally often in most of its first lines, regardless of the cells'
 * contents. In a tie, the one that results in more columns.
 */
export function detectDelimiter(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/);
  const scores = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0);
    const alike = Map.groupBy(counts, (count) => count);
    const [most = []] = [...alike.values()].toSorted((one, other) => other.length - one.length);
    return { delimiter, lines: most.length, columns: most[0] ?? 0 };
  });
  const [best] = scores.toSorted((one, other) => other.lines - one.lines || other.columns - one.columns);
  return best?.delimiter ?? ',';
}
