import { AppError } from '#lib/errors.ts';
import { createCsvReader, type CsvRecord } from './csv-reader.ts';
import { createByteCounter, guessUnmarked, findMarkedEncoding, type Encoding } from '#lib/encoding.ts';

/** The detected format of a file, and where its rows begin. */
export type FileShape = {
  readonly encoding: Encoding;
  readonly hasMark: boolean;
  readonly delimiter: string;
  readonly columns: readonly string[];
  /** Up to three different values of each column. */
  readonly samples: readonly (readonly string[])[];
  /** The values of each column in the first rows, without empty values. */
  readonly values: readonly (readonly string[])[];
  /** The row of the header, from 1; blank lines do not count. */
  readonly headerRow: number;
  readonly firstRow: { readonly byte: number; readonly line: number };
};

type Options = {
  /** Whether the head is the whole file. */
  readonly isWhole: boolean;
  /** Overrides the detected format; a byte order mark takes precedence. */
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: string | undefined;
};

/** How much of a file is read to detect its shape; a header must fit. */
export const headBytes = 1024 * 1024;

const maxColumns = 2_000;
const delimiters = [',', ';', '\t', '|'];
const maxTitleRows = 10;
const sampledRecords = 200;
const retainedSamples = 3;
const sampleLength = 100;
/** The line in which spreadsheet programs declare the delimiter: `sep=;`. */
const separatorLine = /^"?sep=(.)"?(?:\r\n|\n|\r)/i;

/** The shape of a CSV file from its first bytes. Throws RULE_BROKEN with a message about the file. */
export function inspectFile(head: Buffer, { isWhole, ...given }: Options): FileShape {
  const marked = findMarkedEncoding(head);
  const encoding = marked?.encoding ?? given.encoding ?? guessUnmarked(head);
  const markBytes = marked?.markBytes ?? 0;
  if (!encoding.startsWith('utf-16') && head.includes(0))
    throw createUnreadableFileError(
      'This is not a text file. Save the sheet as CSV (UTF-8) and upload that.',
    );
  const decoded = new TextDecoder(encoding, { ignoreBOM: true }).decode(head.subarray(markBytes), {
    stream: !isWhole,
  });
  const [lead = '', named] = separatorLine.exec(decoded) ?? [];
  const text = decoded.slice(lead.length);
  if (text.trim() === '') throw createUnreadableFileError('This file is empty.');
  const delimiter = given.delimiter ?? named ?? detectDelimiter(text);
  const from = { byte: markBytes + createByteCounter(encoding)(lead), line: lead === '' ? 1 : 2 };
  const records = readSample(text, { delimiter, encoding, isWhole, from });
  const fromHeader = records.slice(findHeader(records));
  const header = checkHeader(fromHeader, isWhole);
  const values = listValues(header.cells.length, fromHeader.slice(1));
  return {
    encoding,
    hasMark: marked !== null,
    delimiter,
    columns: nameColumns(header.cells),
    samples: values.map((column) => [...new Set(column)].slice(0, retainedSamples)),
    values,
    headerRow: records.length - fromHeader.length + 1,
    firstRow: { byte: header.endsAt, line: header.nextLine },
  };
}

/**
 * The index of the header: after any title rows, which have at most one filled cell. The next row is a header only if
 * it has at least three names and neither numbers nor email addresses.
 */
function findHeader(records: readonly CsvRecord[]): number {
  const filled = records.slice(0, maxTitleRows + 1).map(findFilledCells);
  const index = filled.findIndex((cells) => cells === null || cells.length > 1);
  const cells = filled[index] ?? [];
  return cells.length >= 3 && !cells.some((cell) => /@|^[\d\W]+$/.test(cell)) ? index : 0;
}

function findFilledCells(record: CsvRecord): string[] | null {
  return record.kind === 'row' ? record.cells.filter((cell) => cell.trim() !== '') : null;
}

function checkHeader(records: readonly CsvRecord[], isWhole: boolean): Extract<CsvRecord, { kind: 'row' }> {
  const [header] = records;
  if (header === undefined)
    throw createUnreadableFileError(
      'The first line is longer than 1 MB, so it cannot be a header. Is this a CSV file?',
    );
  if (header.kind === 'broken')
    throw createUnreadableFileError(`Line ${String(header.line)}: ${header.reason}`);
  if (header.cells.length > maxColumns)
    throw createUnreadableFileError(
      `This file has ${header.cells.length.toLocaleString('en-US')} columns; at most ${maxColumns.toLocaleString('en-US')} can be imported.`,
    );
  if (isWhole && records.length === 1)
    throw createUnreadableFileError('This file has only one line. It needs a header and at least one row.');
  return header;
}

/**
 * The delimiter for which most of the first records have as many cells as the header; in a tie, the one with more
 * cells.
 */
function detectDelimiter(text: string): string {
  const scores = delimiters.map((delimiter) => {
    const records = readSample(text, { delimiter, encoding: 'utf-8', isWhole: false });
    const [header, ...rows] = records.slice(findHeader(records));
    const width = header?.kind === 'row' ? header.cells.length : 0;
    const alike = rows.filter((row) => row.kind === 'row' && row.cells.length === width).length;
    return { delimiter, width, score: width < 2 ? 0 : (1 + alike) / (1 + rows.length) };
  });
  const [best] = scores.toSorted((one, other) => other.score - one.score || other.width - one.width);
  return best === undefined || best.score === 0 ? ',' : best.delimiter;
}

type SampleInput = {
  readonly delimiter: string;
  readonly encoding: Encoding;
  readonly isWhole: boolean;
  readonly from?: { readonly byte: number; readonly line: number };
};

function readSample(text: string, { delimiter, encoding, isWhole, from }: SampleInput): CsvRecord[] {
  const reader = createCsvReader({
    delimiter,
    bytesOf: createByteCounter(encoding),
    ...(from === undefined ? {} : { from }),
  });
  const records: CsvRecord[] = [];
  const ngramLength = 64 * 1024;
  for (let start = 0; start < text.length && records.length < sampledRecords; start += ngramLength)
    records.push(...reader.push(text.slice(start, start + ngramLength)));
  return records.length < sampledRecords && isWhole ? [...records, ...reader.end()] : records;
}

function listValues(width: number, records: readonly CsvRecord[]): string[][] {
  const rows = records.flatMap((record) => (record.kind === 'row' ? [record.cells] : []));
  return Array.from({ length: width }, (_, column) =>
    rows.map((cells) => toSingleLine(cells[column] ?? '', sampleLength)).filter((text) => text !== ''),
  );
}

/** Every column gets a unique name: blank names become the column number, repeated names get a count. */
function nameColumns(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = toSingleLine(cell, 200) || `Column ${String(index + 1)}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${String(count)})`;
  });
}

function toSingleLine(text: string, length: number): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, length)
    .toWellFormed();
}

const zip = [0x50, 0x4b, 0x03, 0x04];
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];
const others: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x1f, 0x8b], 'a compressed file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
];

/**
 * Whether a file is a workbook or text, from its first bytes. Throws RULE_BROKEN for anything else, for workbooks of
 * the old format, and for password-protected workbooks.
 */
export function getFileKind(head: Buffer, name: string): 'csv' | 'xlsx' {
  if (hasPrefix(head, zip)) return 'xlsx';
  if (hasPrefix(head, compoundFile)) {
    // A password-protected new workbook is stored in the container of the old format.
    const isProtected = head.includes(Buffer.from('EncryptedPackage', 'utf16le')) || /\.xls[xm]$/i.test(name);
    throw createUnreadableFileError(
      isProtected
        ? 'This workbook is protected with a password. Save a copy without one and upload that.'
        : 'This is a workbook in the old .xls format. Save it as .xlsx or as CSV (UTF-8) and upload that.',
    );
  }
  const found = others.find(([bytes]) => hasPrefix(head, bytes));
  if (found !== undefined)
    throw createUnreadableFileError(
      `This is ${found[1]}, not a CSV file. Save the sheet as CSV (UTF-8) and upload that.`,
    );
  return 'csv';
}

/** The error for a rejected file, worded for the person who uploaded it. */
export function createUnreadableFileError(message: string): AppError {
  return new AppError('RULE_BROKEN', message, { errors: [{ path: 'body', message }] });
}

function hasPrefix(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}
