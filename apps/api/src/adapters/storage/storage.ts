import type { Readable } from 'node:stream';
import type { Db } from '#db/client.ts';
import type { ByteRange } from './object-store.ts';

/** An object that no row refers to yet. Its key exists in this process only. */
export type NewObject = {
  /**
   * Gives the object to a workspace, or to the installation, in the transaction of the row that refers to it. Returns
   * its ID. Throws `MissingObjectError` if it was collected as garbage in the meantime. An object that `needsScan`
   * cannot be opened until the malware scanner has passed it, if there is one.
   */
  assign(db: Db, workspaceId: string | null, options?: { needsScan?: boolean }): Promise<string>;
  /** Opens the bytes before they are assigned. */
  read(range?: ByteRange): Promise<Readable>;
};

/** Stored bytes; hash and size are of the plain bytes. */
export type StoredObject = {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly object: NewObject;
};

/** The columns of a row that refers to stored bytes; no object means one from before objects were encrypted. */
export type StoredRow = { readonly sha256: string; readonly object_id: string | null };

/** An object that can be opened: just stored, or referenced by a row. */
export type StoredBytes = Pick<StoredObject, 'object'> | StoredRow;

/** The file store: each object is encrypted with its own key, and belongs to one workspace or the installation. */
export type Storage = {
  /** Stores a stream under a new ID. Throws `TooLargeError` past `maxBytes` and stores nothing. */
  write(source: Readable, options: { maxBytes: number }): Promise<StoredObject>;
  /**
   * Opens an object or a range of it. Throws `MissingObjectError`, `LostKeyError`, `BlockedObjectError`; the stream
   * fails with `CorruptObjectError` at the first byte that differs from what was stored, or if the end is missing.
   */
  read(stored: StoredBytes, range?: ByteRange): Promise<Readable>;
  /** The same for the checks that decide whether an object is blocked. */
  readBlocked(stored: StoredRow): Promise<Readable>;
  /** Whether the object exists and can be opened. */
  has(stored: StoredRow): Promise<boolean>;
  /** Throws when the store is unavailable or belongs to another installation's key. */
  check(): Promise<void>;
};

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** The key of the object cannot be decrypted, because the installation's secret key has changed. */
export class LostKeyError extends Error {
  override readonly name = 'LostKeyError';
}

/** `waiting` for the malware scanner, `infected`, or `quarantined` for patient information. */
export type BlockedState = 'waiting' | 'too-large' | 'infected' | 'quarantined';

/** The object may not be opened. */
export class BlockedObjectError extends Error {
  override readonly name = 'BlockedObjectError';
  readonly state: BlockedState;
  constructor(state: BlockedState) {
    super(`The object is blocked: ${state}`);
    this.state = state;
  }
}

/** The bytes read differ from those stored. */
export class CorruptObjectError extends Error {
  override readonly name = 'CorruptObjectError';
}
