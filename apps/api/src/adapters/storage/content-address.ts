import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/** The bytes on the way out are not those that were stored. */
export class CorruptObjectError extends Error {
  override readonly name = 'CorruptObjectError';
}

/** The store belongs to another installation's key. */
export class ForeignStoreError extends Error {
  override readonly name = 'ForeignStoreError';
}

/** Where an object lies below the store's root. Throws for anything but a SHA-256 in hexadecimal, so no name is ever a path. */
export function pathOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('Not a SHA-256 digest');
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}

/** Passes the bytes on and fails with `CorruptObjectError` at their end when they are not what the name says. */
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
 * Marks a new store with the key's fingerprint, or compares it with the mark it carries.
 * Throws `ForeignStoreError` when they differ.
 */
export async function checkFingerprint(
  fingerprint: string,
  mark: { read(): Promise<string | null>; write(text: string): Promise<void> },
): Promise<void> {
  const read = async (): Promise<string> => (await mark.read())?.trim() ?? '';
  // An empty mark is one whose writing was cut off.
  if ((await read()) === '') await mark.write(fingerprint);
  const found = await read();
  if (found === fingerprint) return;
  throw new ForeignStoreError(
    `The file store was made with another SECRET_KEY (its fingerprint is ${found === '' ? 'missing' : found.slice(0, 32)}, this key's is ${fingerprint}). Use the key it was made with, or another store.`,
  );
}
