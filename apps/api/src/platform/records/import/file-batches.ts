import type { Storage } from '#adapters/storage/storage.ts';
import { openFile } from '#platform/files/files.ts';
import { createCsvReader } from './csv/csv-reader.ts';
import { createByteCounter, decodeStream, isEncoding } from '#lib/encoding.ts';
import type { ImportRow } from './imports.queries.ts';
import type { NumberedRecord } from './plan-batch.ts';

/** Where to resume in a file: after how many rows, at which byte and line. */
export type FilePosition = {
  readonly row_count: number;
  readonly bytes_read: number;
  readonly line_number: number;
};

/** Numbered records of the rest of the file, `size` at a time. Throws UNAVAILABLE when the store does not answer. */
export async function* readBatches(
  storage: Storage,
  { id, sha256, object_id, size_bytes: sizeBytes, encoding, delimiter, header_row: headerRow }: ImportRow,
  { from, size }: { from: FilePosition; size: number },
): AsyncGenerator<NumberedRecord[]> {
  if (!isEncoding(encoding)) throw new Error(`Import ${id} has an unknown encoding`);
  if (from.bytes_read >= sizeBytes) return;
  const bytes = await openFile(storage, { sha256, object_id }, { start: from.bytes_read });
  const reader = createCsvReader({
    delimiter,
    bytesOf: createByteCounter(encoding),
    from: { byte: from.bytes_read, line: from.line_number },
  });
  let row = headerRow + from.row_count;
  let pending: NumberedRecord[] = [];
  const add = (records: ReturnType<typeof reader.push>): void => {
    for (const record of records) pending.push({ row: (row += 1), record });
  };
  for await (const text of decodeStream(bytes, encoding)) {
    add(reader.push(text));
    while (pending.length >= size) {
      yield pending.slice(0, size);
      pending = pending.slice(size);
    }
  }
  add(reader.end());
  for (let start = 0; start < pending.length; start += size) yield pending.slice(start, start + size);
}
