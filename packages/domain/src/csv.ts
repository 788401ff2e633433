/** Written first, so that spreadsheets read the file as UTF-8. */
export const csvByteOrderMark = '\uFEFF';

/** One record of an RFC 4180 file, CRLF included, with every cell made safe for spreadsheets. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A cell that no spreadsheet runs. A text that starts like a formula (`= + - @`, tab or carriage return,
 * their full-width forms, also behind spaces) gets an apostrophe in front, which spreadsheets show as plain text.
 * A number with a sign cannot run and stays as it is: `-12.5`, and phone numbers such as `+1 308 865 2512`
 * are kept only when they are digits all through, since `+1-308` would be calculated.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'number' ? String(value) : guardFormula(value);
  return /[",\r\n;\t|]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const startsLikeFormula = /^\s*[=+\-@\t\r\n＝＋－＠]|^[\t\r\n]/;
const signedNumber = /^[+-]\d+(\.\d+)?$/;

function guardFormula(text: string): string {
  return startsLikeFormula.test(text) && !signedNumber.test(text) ? `'${text}` : text;
}
