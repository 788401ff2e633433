import type { Readable } from 'node:stream';

/** Inclusive, as in HTTP; without `end` up to the last byte. */
export type ByteRange = { readonly start: number; readonly end?: number };

/** A folder or bucket of named objects, which stores the bytes it is given. */
export type ObjectStore = {
  /** Stores an object completely or not at all, replacing one of the same name. Throws errors of the source. */
  write(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Throws `MissingObjectError`. */
  read(name: string, range?: ByteRange): Promise<Readable>;
  has(name: string): Promise<boolean>;
  /** Deletes an object, if there is one. */
  remove(name: string): Promise<void>;
  /** Throws when the store is unavailable or belongs to another installation's key. */
  check(): Promise<void>;
};

export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
}

/** The store belongs to another installation's key. */
export class ForeignStoreError extends Error {
  override readonly name = 'ForeignStoreError';
}

/** Names within the store. Each throws for anything but an ID or hash, so a name never leaves its folder. */
export const objectNames = {
  sealed: (id: string): string => {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new TypeError('Not an object ID');
    // The start of an ID is its time, so the end spreads objects over the folders.
    return `sealed/${id.slice(-2)}/${id}`;
  },
  /** The path of a file stored before objects were encrypted. */
  plain: (sha256: string): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('Not a SHA-256 digest');
    return `objects/${sha256.slice(0, 2)}/${sha256.slice(2)}`;
  },
} as const;

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
