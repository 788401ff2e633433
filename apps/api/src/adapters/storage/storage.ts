import type { Readable } from 'node:stream';

export type StoredObject = { readonly sha256: string; readonly sizeBytes: number };

/**
 * Content-addressed file store: an object's name is its SHA-256, so the same bytes are kept once and
 * what is read can be checked against its name.
 */
export type Storage = {
  /** Takes in a stream and returns its hash and size. Throws `TooLargeError` past `maxBytes`, leaving nothing. */
  write(source: Readable, options: { maxBytes: number }): Promise<StoredObject>;
  /** Opens an object, optionally from a byte offset. Throws `MissingObjectError` when it is not there. */
  read(sha256: string, range?: { start: number; end?: number }): Promise<Readable>;
  has(sha256: string): Promise<boolean>;
  /** Throws when the store does not answer or belongs to another installation's key. */
  check(): Promise<void>;
};

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
}
