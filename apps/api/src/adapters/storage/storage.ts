import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';

export type StoredObject = { readonly sha256: string; readonly sizeBytes: number };

/**
 * Content-addressed file store: objects are named by their SHA-256, so that identical bytes are stored once
 * and
 * reads can be verified.
 */
export type Storage = {
  /**
   * Stores a stream and returns its hash and size. Throws `TooLargeError` past `maxBytes` and stores nothing.
   */
  write(source: Readable, options: { maxBytes: number }): Promise<StoredObject>;
  /** Opens an object, optionally from a byte offset. Throws `MissingObjectError`. */
  read(sha256: string, range?: { start: number; end?: number }): Promise<Readable>;
  has(sha256: string): Promise<boolean>;
  /** Throws when the store is unavailable or belongs to another installation's key. */
  check(): Promise<void>;
};

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
}

/** The bytes read differ from those stored. */
export class CorruptObjectError extends Error {
  override readonly name = 'CorruptObjectError';
}

/** The store belongs to another installation's key. */
export class ForeignStoreError extends Error {
  override readonly name = 'ForeignStoreError';
}

/** Path of an object. Throws for anything but a hexadecimal SHA-256, which prevents path traversal. */
export function pathOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('Not a SHA-256 digest');
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}

/** Passes the bytes through and fails with `CorruptObjectError` at the end if the hash differs. */
export function checkedBytes(source: Readable, sha256: string): Readable {
  return Readable.from(hashing(source, sha256), { objectMode: false });
}

async function* hashing(source: AsyncIterable<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const bytes of source) {
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest('hex') !== sha256)
    throw new CorruptObjectError(`Object ${sha256} was changed in the store`);
}

/**
 * Marks a new store with the key's fingerprint, or compares it. Throws `ForeignStoreError` if they differ.
 */
export async function checkFingerprint(
  fingerprint: string,
  mark: { read(): Promise<string | null>; write(text: string): Promise<void> },
): Promise<void> {
  const read = async (): Promise<string> => (await mark.read())?.trim() ?? '';
  // An empty mark was not fully written.
  if ((await read()) === '') await mark.write(fingerprint);
  const found = await read();
  if (found === fingerprint) return;
  throw new ForeignStoreError(
    `The file store was created with another SECRET_KEY (its fingerprint is ${found === '' ? 'missing' : found.slice(0, 32)}, this key's is ${fingerprint}). Use the original key, or another store.`,
  );
}
