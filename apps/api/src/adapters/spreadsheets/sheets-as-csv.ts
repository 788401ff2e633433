import readWorkbook from 'read-excel-file/universal';
import { unpackXml } from './unpack.ts';
import { WorkbookError, type SheetReport } from './workbook.ts';

type Sheet = SheetReport & { readonly csv: Buffer };

const maxUnpackedBytes = 300 * 1024 ** 2;
const maxRows = 200_000;
const maxSheets = 50;

/**
 * Every nonempty sheet as UTF-8 CSV: numbers with all digits, dates as `2026-01-31`, formulas by their last computed
 * value. With `isWhole`, returns all sheets instead of the first 50, and an empty line for empty rows between others.
 * Throws WorkbookError.
 */
export async function toCsvSheets(file: Buffer, { isWhole = false } = {}): Promise<Sheet[]> {
  const unpacked = unpackXml(file, { maxBytes: maxUnpackedBytes });
  // Numbers stay text, because long identifiers do not fit a double.
  const sheets = await readWorkbook(new Blob([Uint8Array.from(unpacked)]), {
    parseNumber: toPlainNumber,
  }).catch((error: unknown) => {
    throw new WorkbookError('This is not an Excel workbook (.xlsx), or it is damaged.', { cause: error });
  });
  return sheets.slice(0, isWhole ? undefined : maxSheets).flatMap(({ sheet, data }) => {
    const all = data.map((row) => row.map(toText));
    const rows = all.filter(isFilled);
    if (rows.length > maxRows)
      throw new WorkbookError(
        `The sheet “${sheet}” has ${rows.length.toLocaleString('en-US')} rows; a workbook can have ${maxRows.toLocaleString('en-US')}. Save the sheet as CSV (UTF-8) and upload that.`,
      );
    if (rows.length === 0) return [];
    const csv = Buffer.from((isWhole ? withGaps(all) : rows).map(toCsvRow).join(''));
    return [{ name: sheet, rows: rows.length - 1, sizeBytes: csv.length, csv }];
  });
}

function isFilled(row: readonly string[]): boolean {
  return row.some((cell) => cell !== '');
}

/** Keeps one empty row before each other row, however many there were. */
function withGaps(rows: readonly (readonly string[])[]): (readonly string[])[] {
  return rows.flatMap((row, at) => {
    if (!isFilled(row)) return [];
    const before = rows[at - 1];
    return before === undefined || isFilled(before) ? [row] : [[], row];
  });
}

/** A number in ordinary notation, even if stored as `1.2345678E9`. */
function toPlainNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number)
    ? number.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 15 })
    : text;
}

/** The library's types declare constructors instead of values. */
function toText(cell: unknown): string {
  if (cell instanceof Date) return formatDate(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return typeof cell === 'string' ? cell : '';
}

/** Spreadsheet dates have no time zone and are read as UTC. */
function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`;
}

function toCsvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}
