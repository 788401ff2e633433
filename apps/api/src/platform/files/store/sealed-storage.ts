import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type ByteRange,
  MissingObjectError,
  objectNames,
  type ObjectStore,
} from '#adapters/storage/object-store.ts';
import {
  CorruptObjectError,
  BlockedObjectError,
  LostKeyError,
  type NewObject,
  type Storage,
  type StoredBytes,
  type StoredObject,
  TooLargeError,
} from '#adapters/storage/storage.ts';
import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import type { Keyring } from '#lib/keyring.ts';
import { createKey, openFileKey, sealFileKey, unwrapKey, wrapKey } from './object-keys.ts';
import { type ObjectKey, openBytes, sealBytes, getSealedRange } from './sealed-bytes.ts';
import {
  assignObject,
  findObject,
  insertFileKey,
  insertObject,
  isRegistered,
  lockFileKey,
} from './stored-objects.queries.ts';
import type { FileKeyRow } from './stored-objects.queries.ts';

type Parts = {
  readonly objects: ObjectStore;
  readonly db: Db;
  readonly keyring: Keyring;
};

/**
 * Stores objects encrypted. An object's key is wrapped by its workspace's key, and the workspace's key by the
 * installation's, so both can be rotated without touching an object (ADR 23).
 */
export function createSealedStorage({ objects, db, keyring }: Parts): Storage {
  const keys = createFileKeys(keyring);
  const openStored = async (
    stored: StoredBytes,
    { mayBeBlocked }: { mayBeBlocked: boolean },
  ): Promise<OpenContent> => {
    if ('object' in stored) return (range) => stored.object.read(range);
    if (stored.object_id === null) return (range) => readPlain(objects, stored.sha256, range);
    const row = await findObject(db, stored.object_id);
    if (row?.wrapped_key == null || row.object_bytes === null)
      throw new MissingObjectError(`No object ${stored.object_id}`);
    if (row.blocked !== null && !mayBeBlocked) throw new BlockedObjectError(row.blocked);
    if (row.retired_at !== null) throw new LostKeyError(`The key of object ${row.id} is retired`);
    const by = keys.open({ id: row.key_id, sealed_key: row.sealed_key });
    const key = unwrapKey(row.wrapped_key, { by, objectId: row.id });
    const sizeBytes = row.object_bytes;
    return (range) => readSealed(objects, { objectKey: { id: row.id, key }, sizeBytes, range });
  };
  return {
    write: (source, { maxBytes }) => writeSealed({ objects, db, keys }, source, maxBytes),
    read: async (stored, range) => (await openStored(stored, { mayBeBlocked: false }))(range),
    readBlocked: async (stored) => (await openStored(stored, { mayBeBlocked: true }))(),
    has: async ({ sha256, object_id: id }) => {
      if (id === null) return objects.has(objectNames.plain(sha256));
      const row = await findObject(db, id);
      return row?.blocked === null && (await objects.has(objectNames.sealed(id)));
    },
    check: () => objects.check(),
  };
}

async function writeSealed(
  { objects, db, keys }: Omit<Parts, 'keyring'> & { keys: FileKeys },
  source: Readable,
  maxBytes: number,
): Promise<StoredObject> {
  const objectKey = { id: newId(), key: createKey() };
  try {
    // From here on, garbage collection covers the object.
    await insertObject(db, objectKey.id);
    const measured = new Measured(source, maxBytes);
    const hash = createHash('sha256');
    const name = objectNames.sealed(objectKey.id);
    await objects.write(name, hashBytes(sealBytes(measured.bytes(), objectKey), hash));
    const { sha256, sizeBytes } = measured;
    const sealedSha256 = hash.digest();
    return {
      sha256,
      sizeBytes,
      object: createObject({ objects, keys, objectKey, sizeBytes, sealedSha256 }),
    };
  } finally {
    source.destroy();
  }
}

type OpenContent = (range?: ByteRange) => Promise<Readable>;

type Written = {
  readonly objects: ObjectStore;
  readonly keys: FileKeys;
  readonly objectKey: ObjectKey;
  readonly sizeBytes: number;
  readonly sealedSha256: Buffer;
};

/** The key is kept in the closure so that it is neither logged nor serialized. */
function createObject({ objects, keys, objectKey, sizeBytes, sealedSha256 }: Written): NewObject {
  const { id, key } = objectKey;
  return {
    assign: async (db, workspaceId, { needsScan = false } = {}) => {
      const row = await keys.get(db, workspaceId);
      const wrappedKey = wrapKey(key, { by: keys.open(row), objectId: id });
      const assigned = {
        id,
        workspaceId,
        keyId: row.id,
        wrappedKey,
        sizeBytes,
        sealedSha256,
        needsScan,
      };
      if (await assignObject(db, assigned)) return id;
      if (await isRegistered(db, id)) throw new Error(`Object ${id} is assigned already`);
      // Its row was collected while it was written, so nothing else would ever remove it.
      await objects.remove(objectNames.sealed(id));
      throw new MissingObjectError(`Object ${id} was removed before it was used`);
    },
    read: (range) => readSealed(objects, { objectKey, sizeBytes, range }),
  };
}

async function readSealed(
  objects: ObjectStore,
  { objectKey, sizeBytes, range }: { objectKey: ObjectKey; sizeBytes: number; range: ByteRange | undefined },
): Promise<Readable> {
  const name = objectNames.sealed(objectKey.id);
  const sealed = await objects.read(name, range === undefined ? undefined : getSealedRange(sizeBytes, range));
  return follow(
    sealed,
    openBytes(sealed, objectKey, { sizeBytes, ...(range === undefined ? {} : { range }) }),
  );
}

/** A file from before objects were encrypted; the whole is checked by its hash. */
async function readPlain(
  objects: ObjectStore,
  sha256: string,
  range: ByteRange | undefined,
): Promise<Readable> {
  const plain = await objects.read(objectNames.plain(sha256), range);
  return range === undefined ? follow(plain, checkBytes(plain, sha256)) : plain;
}

async function* checkBytes(source: AsyncIterable<Buffer>, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  yield* hashBytes(source, hash);
  if (hash.digest('hex') !== sha256)
    throw new CorruptObjectError(`Object ${sha256} was changed in the store`);
}

/** A stream of the bytes that also closes its source if it is not read to the end. */
function follow(source: Readable, bytes: AsyncIterable<Buffer>): Readable {
  const stream = Readable.from(bytes, { objectMode: false });
  stream.once('close', () => source.destroy());
  return stream;
}

async function* hashBytes(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    hash.update(bytes);
    yield bytes;
  }
}

/** Counts and hashes plain bytes while they pass. */
class Measured {
  readonly #source: AsyncIterable<Buffer>;
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');
  sizeBytes = 0;
  sha256 = '';

  constructor(source: AsyncIterable<Buffer>, maxBytes: number) {
    this.#source = source;
    this.#maxBytes = maxBytes;
  }

  async *bytes(): AsyncGenerator<Buffer> {
    for await (const bytes of this.#source) {
      this.sizeBytes += bytes.length;
      if (this.sizeBytes > this.#maxBytes)
        throw new TooLargeError(`More than ${String(this.#maxBytes)} bytes`);
      this.#hash.update(bytes);
      yield bytes;
    }
    this.sha256 = this.#hash.digest('hex');
  }
}

type FileKeys = {
  /** The key of a workspace, or of the installation, made at its first use and locked against rotation. */
  get(db: Db, workspaceId: string | null): Promise<FileKeyRow>;
  open(row: FileKeyRow): Buffer;
};

const maxOpenKeys = 1_000;

function createFileKeys(keyring: Keyring): FileKeys {
  // Keyed by their encrypted form, which a rotation changes.
  const opened = new Map<string, Buffer>();
  return {
    get: async (db, workspaceId) => {
      const found = await lockFileKey(db, workspaceId);
      if (found !== undefined) return found;
      const id = newId();
      const sealedKey = sealFileKey(keyring, { id, key: createKey() });
      await insertFileKey(db, { id, workspaceId, sealedKey });
      const row = await lockFileKey(db, workspaceId);
      if (row === undefined) throw new Error('The file key of the workspace is missing');
      return row;
    },
    open: ({ id, sealed_key: sealed }) => {
      const found = opened.get(sealed);
      if (found !== undefined) return found;
      const key = openFileKey(keyring, { id, sealed });
      if (opened.size >= maxOpenKeys) opened.clear();
      opened.set(sealed, key);
      return key;
    },
  };
}
