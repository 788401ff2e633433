import type { Storage } from '#adapters/storage/storage.ts';
import { openFile } from '#platform/files/files.ts';
import { createCsvReader, type CsvRecord } from './csv-reader.ts';
import { bytesOfText, decodeStream, type Encoding } from './encoding.ts';

export type CsvFile = {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly encoding: Encoding;
  readonly delimiter: string;
};

/** The records of a stored file from a place on, a few thousand at a time. Throws UNAVAILABLE when the store does not answer. */
export async function* readStoredRecords(
  storage: Storage,
  file: CsvFile,
  from: { byte: number; line: number },
): AsyncGenerator<CsvRecord[]> {
  if (from.byte >= file.sizeBytes) return;
  const bytes = await openFile(storage, file, { start: from.byte });
  const reader = createCsvReader({ delimiter: file.delimiter, bytesOf: bytesOfText(file.encoding), from });
  for await (const text of decodeStream(bytes, file.encoding)) yield reader.push(text);
  yield reader.end();
}
