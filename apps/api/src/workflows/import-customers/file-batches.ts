import { isEncoding } from '#features/imports/csv/encoding.ts';
import { readStoredRecords } from '#features/imports/csv/read-file.ts';
import type { ImportRow } from '#features/imports/imports.queries.ts';
import type { Platform } from '#platform/platform.ts';
import type { NumberedRecord } from './matching/plan-rows.ts';

/** Where in a file to go on: behind how many rows, at which byte and line. */
export type FilePosition = {
  readonly row_count: number;
  readonly bytes_read: number;
  readonly line_number: number;
};

/** Numbered records of the rest of the file, so many at a time. */
export async function* fileBatches(
  storage: Platform['storage'],
  row: ImportRow,
  { from, size }: { from: FilePosition; size: number },
): AsyncGenerator<NumberedRecord[]> {
  if (!isEncoding(row.encoding)) throw new Error(`Import ${row.id} has an unknown encoding`);
  const file = {
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    encoding: row.encoding,
    delimiter: row.delimiter,
  };
  const firstRow = from.row_count + 2;
  let count = 0;
  let pending: NumberedRecord[] = [];
  for await (const records of readStoredRecords(storage, file, {
    byte: from.bytes_read,
    line: from.line_number,
  })) {
    for (const record of records) {
      pending.push({ row: firstRow + count, record });
      count += 1;
      if (pending.length < size) continue;
      yield pending;
      pending = [];
    }
  }
  if (pending.length > 0) yield pending;
}
