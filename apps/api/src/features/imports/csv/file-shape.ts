import { AppError } from '../../../lib/errors.ts';
import { createCsvReader, type CsvRecord } from './csv-reader.ts';
import { bytesOfText, markedEncoding, type Encoding } from './encoding.ts';

/** What a file turns out to be, and where its rows begin. */
export type FileShape = {
  readonly encoding: Encoding;
  readonly hasMark: boolean;
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly firstRow: { readonly byte: number; readonly line: number };
};

/** How much of a file its shape is judged by; a header must fit. */
export const headBytes = 1024 * 1024;

const maxColumns = 2_000;
const delimiters = [',', ';', '\t', '|'];
const sampledRecords = 20;

const binarySignatures: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook or another ZIP file'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel or Word file'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x1f, 0x8b], 'a compressed file'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
];

/**
 * The shape of a CSV file by its first bytes. `encoding` overrides the guess for files without a mark.
 * Throws RULE_BROKEN with a sentence that tells the sender what is wrong with the file.
 */
export function inspectFile(
  head: Buffer,
  { isWhole, encoding: given = 'utf-8' }: { isWhole: boolean; encoding?: Encoding },
): FileShape {
  refuseBinary(head);
  const marked = markedEncoding(head);
  const encoding = marked?.encoding ?? given;
  const markBytes = marked?.markBytes ?? 0;
  if (marked === null && head.includes(0))
    throw refuse('This is not a text file. Save the sheet as CSV (UTF-8) and upload that.');
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(head.subarray(markBytes), {
    stream: !isWhole,
  });
  if (text.trim() === '') throw refuse('This file is empty.');
  const delimiter = detectDelimiter(text);
  const records = sample(text, { delimiter, encoding, isWhole });
  const [header] = records;
  if (header === undefined)
    throw refuse('The first line is longer than 1 MB, so it cannot be a header. Is this a CSV file?');
  if (header.kind === 'broken') throw refuse(`Line ${String(header.line)}: ${header.reason}`);
  if (header.cells.length > maxColumns)
    throw refuse(
      `This file has ${header.cells.length.toLocaleString('en-US')} columns; at most ${maxColumns.toLocaleString('en-US')} can be imported.`,
    );
  if (isWhole && records.length === 1)
    throw refuse('This file has one line only: a header without rows, or rows without a header.');
  return {
    encoding,
    hasMark: marked !== null,
    delimiter,
    columns: nameColumns(header.cells),
    firstRow: { byte: markBytes + header.endsAt, line: header.nextLine },
  };
}

/** The refusal of a file, in words for who sent it. */
export function refuse(message: string): AppError {
  return new AppError('RULE_BROKEN', message, { errors: [{ path: 'body', message }] });
}

function refuseBinary(head: Buffer): void {
  const found = binarySignatures.find(([bytes]) => bytes.every((byte, index) => head[index] === byte));
  if (found !== undefined)
    throw refuse(`This is ${found[1]}, not a CSV file. Save the sheet as CSV (UTF-8) and upload that.`);
}

/** The delimiter with which most of the first records have as many cells as the header; the one with more cells wins a tie. */
function detectDelimiter(text: string): string {
  const scores = delimiters.map((delimiter) => {
    const [header, ...rows] = sample(text, { delimiter, encoding: 'utf-8', isWhole: false });
    const width = header?.kind === 'row' ? header.cells.length : 0;
    const alike = rows.filter((row) => row.kind === 'row' && row.cells.length === width).length;
    return { delimiter, width, score: width < 2 ? 0 : (1 + alike) / (1 + rows.length) };
  });
  const [best] = scores.toSorted((one, other) => other.score - one.score || other.width - one.width);
  return best === undefined || best.score === 0 ? ',' : best.delimiter;
}

function sample(
  text: string,
  { delimiter, encoding, isWhole }: { delimiter: string; encoding: Encoding; isWhole: boolean },
): CsvRecord[] {
  const reader = createCsvReader({ delimiter, bytesOf: bytesOfText(encoding) });
  const records: CsvRecord[] = [];
  const pieceLength = 64 * 1024;
  for (let start = 0; start < text.length && records.length < sampledRecords; start += pieceLength)
    records.push(...reader.push(text.slice(start, start + pieceLength)));
  return records.length < sampledRecords && isWhole ? [...records, ...reader.end()] : records;
}

/** Every column gets a name of its own: blank ones their number, repeated ones a count. */
function nameColumns(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name =
      cell
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, 200)
        .toWellFormed() || `Column ${String(index + 1)}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${String(count)})`;
  });
}
