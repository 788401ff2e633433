import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { readWorkbook } from '#adapters/spreadsheets/read-workbook.ts';
import { WorkbookError } from '#adapters/spreadsheets/workbook.ts';
import type { Storage, StoredBytes, StoredObject } from '#adapters/storage/storage.ts';
import { AppError } from '#lib/errors.ts';
import { openFile, storeBytes } from '#platform/files/files.ts';
import { openUpload } from '#platform/files/upload.ts';
import { watchUtf8 } from '#lib/encoding.ts';
import {
  headBytes,
  inspectFile,
  getFileKind,
  createUnreadableFileError,
  type FileShape,
} from './csv/file-shape.ts';

const maxFileBytes = 4 * 1024 ** 3;
const maxWorkbookBytes = 50 * 1024 ** 2;

/** A file with stored bytes: one CSV file, or a workbook as one CSV file per sheet. */
export type ReceivedFile = {
  readonly format: 'csv' | 'xlsx';
  /** At least one; the sheet of a CSV file has no name. */
  readonly sheets: readonly StoredSheet[];
  readonly isUtf8: boolean;
  /** The shape of the first sheet. */
  readonly shape: FileShape;
};
export type StoredSheet = {
  readonly name: string;
  readonly rows: number;
  readonly stored: StoredObject;
};

/** Stores an uploaded file. Throws RULE_BROKEN with what is wrong with the file, TOO_LARGE, UNAVAILABLE. */
export async function receiveFile(
  request: Pick<FastifyRequest, 'headers' | 'body'>,
  { name, storage }: { name: string; storage: Storage },
): Promise<ReceivedFile> {
  const { head, bytes } = await openUpload(request, { headBytes, maxBytes: maxFileBytes });
  if (getFileKind(head, name) === 'xlsx') return receiveWorkbook(bytes, storage);
  const isWhole = head.length < headBytes;
  const expected = inspectFile(head, { isWhole });
  const watched = watchUtf8(bytes);
  const stored = await storeBytes(storage, Readable.from(watched.bytes, { objectMode: false }), maxFileBytes);
  const shape = resolveEncoding(expected, { isUtf8: watched.isUtf8(), head, isWhole });
  return { format: 'csv', sheets: [{ name: '', rows: 0, stored }], isUtf8: watched.isUtf8(), shape };
}

/** The first bytes of a stored file, and whether they are all of it. Throws UNAVAILABLE. */
export async function readHead(
  storage: Storage,
  bytes: StoredBytes,
  { sizeBytes }: { sizeBytes: number },
): Promise<{ head: Buffer; isWhole: boolean }> {
  const end = Math.min(sizeBytes, headBytes) - 1;
  const head = await buffer(await openFile(storage, bytes, { start: 0, end }));
  return { head, isWhole: sizeBytes <= headBytes };
}

async function receiveWorkbook(bytes: Readable, storage: Storage): Promise<ReceivedFile> {
  try {
    const sheets = await readWorkbook({
      raw: Readable.from(readUpTo(bytes, maxWorkbookBytes), { objectMode: false }),
      keep: async ({ name, rows }, csv): Promise<StoredSheet> => ({
        name,
        rows,
        stored: await storeBytes(storage, csv, maxFileBytes),
      }),
    });
    const [first] = sheets;
    if (first === undefined) throw createUnreadableFileError('This workbook has no rows.');
    return {
      format: 'xlsx',
      sheets,
      isUtf8: true,
      shape: inspectSheet(await readHead(storage, first.stored, first.stored)),
    };
  } catch (error) {
    if (error instanceof WorkbookError) throw createUnreadableFileError(error.message);
    throw error;
  }
}

/** Sheets are written by us: UTF-8, with commas. */
export function inspectSheet({ head, isWhole }: { head: Buffer; isWhole: boolean }): FileShape {
  return inspectFile(head, { isWhole, encoding: 'utf-8', delimiter: ',' });
}

async function* readUpTo(bytes: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes)
      throw new AppError(
        'TOO_LARGE',
        'Workbooks can be up to 50 MB. Save the sheet as CSV (UTF-8) and upload that.',
      );
    yield chunk;
  }
}

/** Whether it is UTF-8 is known only at the end of the file; anything else without a byte order mark is read as Windows-1252, which accepts every byte. */
function resolveEncoding(
  expected: FileShape,
  { isUtf8, head, isWhole }: { isUtf8: boolean; head: Buffer; isWhole: boolean },
): FileShape {
  if (expected.encoding !== 'utf-8' || isUtf8) return expected;
  if (expected.hasMark)
    throw createUnreadableFileError('This file is not valid UTF-8. Save it again as CSV (UTF-8).');
  return inspectFile(head, { isWhole, encoding: 'windows-1252' });
}
