import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createTestDatabase, type TestDatabase } from '@handover/testing/database.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listFilesBelow, hashBytes, slices } from '#test/storage/bytes.ts';
import { startS3, type TestS3 } from '#test/storage/test-s3.ts';
import { createLocalStore } from '#adapters/storage/local.ts';
import { MissingObjectError, objectNames, type ObjectStore } from '#adapters/storage/object-store.ts';
import { createS3Store } from '#adapters/storage/s3.ts';
import { CorruptObjectError, type Storage, TooLargeError } from '#adapters/storage/storage.ts';
import { type DatabaseClient, openDatabase } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import { openKeyring } from '#lib/keyring.ts';
import { createSealedStorage } from './sealed-storage.ts';

const keyring = openKeyring('the secret key of this installation');
const megabyte = 1024 * 1024;
let database: TestDatabase;
let client: DatabaseClient;
let s3: TestS3;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  client = openDatabase({ connectionString: database.connectionString, onError: () => undefined });
  s3 = await startS3();
});
afterAll(async () => {
  await s3.close();
  await client.close();
  await database.drop();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'handover-store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const openLocalStore = () => createLocalStore({ folder, fingerprint: 'f' });
const kinds: Record<string, () => Promise<ObjectStore>> = {
  local: async () => openLocalStore(),
  s3: async () => createS3Store({ config: s3.configOf(await s3.makeBucket()), fingerprint: 'f' }),
};
const createStorage = (objects: ObjectStore): Storage =>
  createSealedStorage({ objects, db: client.db, keyring });

async function makeWorkspace(): Promise<string> {
  const id = newId();
  await client.db
    .insertInto('workspaces')
    .values({
      id,
      name: id,
      plan: 'Free',
      time_zone: 'UTC',
      currency: 'USD',
      announcement: null,
      staff_access: [],
      created_at: new Date(),
    })
    .execute();
  return id;
}

async function store(storage: Storage, bytes: Buffer, workspaceId: string | null) {
  const stored = await storage.write(Readable.from(slices(bytes, 77_777)), { maxBytes: 64 * megabyte });
  const object_id = await stored.object.assign(client.db, workspaceId);
  return { sha256: stored.sha256, object_id };
}

describe.each(Object.entries(kinds))('a file in the %s store', (_kind, openStore) => {
  it('is returned byte for byte, whole and in ranges, even before a row refers to it', async () => {
    const storage = createStorage(await openStore());
    const bytes = randomBytes(3 * megabyte + 5);
    const stored = await storage.write(Readable.from(slices(bytes, 70_001)), { maxBytes: 4 * megabyte });
    expect(stored).toMatchObject({ sha256: hashBytes(bytes), sizeBytes: bytes.length });
    expect((await buffer(await storage.read(stored))).equals(bytes)).toBe(true);
    const row = {
      sha256: stored.sha256,
      object_id: await stored.object.assign(client.db, await makeWorkspace()),
    };
    expect((await buffer(await storage.read(row))).equals(bytes)).toBe(true);
    const range = { start: 100_000, end: 2_000_000 };
    expect((await buffer(await storage.read(row, range))).equals(bytes.subarray(100_000, 2_000_001))).toBe(
      true,
    );
    expect((await buffer(await storage.read(row, { start: 3 * megabyte }))).length).toBe(5);
    expect(await storage.has(row)).toBe(true);
  });

  it('can be empty', async () => {
    const storage = createStorage(await openStore());
    const row = await store(storage, Buffer.alloc(0), null);
    expect((await buffer(await storage.read(row))).length).toBe(0);
  });

  it('that is too large or interrupted leaves no data', async () => {
    const objects = await openStore();
    const storage = createStorage(objects);
    const known = await client.db.selectFrom('stored_objects').select('id').execute();
    await expect(
      storage.write(Readable.from(slices(randomBytes(100_000), 1_000)), { maxBytes: 99_999 }),
    ).rejects.toThrow(TooLargeError);
    await expect(storage.write(Readable.from(createBrokenStream()), { maxBytes: megabyte })).rejects.toThrow(
      'the line went dead',
    );
    const registered = await client.db
      .selectFrom('stored_objects')
      .select(['id', 'key_id'])
      .where('id', 'not in', [newId(), ...known.map(({ id }) => id)])
      .execute();
    expect(registered).toMatchObject([{ key_id: null }, { key_id: null }]);
    for (const { id } of registered) expect(await objects.has(objectNames.sealed(id))).toBe(false);
  });

  it('is missing when the store or the database has lost it', async () => {
    const objects = await openStore();
    const storage = createStorage(objects);
    const row = await store(storage, Buffer.from('soon gone'), null);
    await objects.remove(objectNames.sealed(row.object_id));
    expect(await storage.has(row)).toBe(false);
    await expect(storage.read(row)).rejects.toThrow(MissingObjectError);
    await expect(storage.read({ ...row, object_id: newId() })).rejects.toThrow(MissingObjectError);
  });

  it('of before encryption is read by its hash', async () => {
    const objects = await openStore();
    const bytes = randomBytes(200_000);
    const row = { sha256: hashBytes(bytes), object_id: null };
    await objects.write(objectNames.plain(row.sha256), Readable.from([bytes]));
    const storage = createStorage(objects);
    expect(await storage.has(row)).toBe(true);
    expect((await buffer(await storage.read(row))).equals(bytes)).toBe(true);
    expect((await buffer(await storage.read(row, { start: 5, end: 9 }))).equals(bytes.subarray(5, 10))).toBe(
      true,
    );
    await objects.write(objectNames.plain(row.sha256), Readable.from([Buffer.from('other')]));
    await expect(buffer(await storage.read(row))).rejects.toThrow(CorruptObjectError);
  });
});

describe('the encryption of files', () => {
  it('gives each upload an object and a key of its own, also for the same bytes', async () => {
    const storage = createStorage(openLocalStore());
    const [mine, other] = [await makeWorkspace(), await makeWorkspace()];
    const bytes = Buffer.from('The same contract in two offices. '.repeat(50));
    const rows = [
      await store(storage, bytes, mine),
      await store(storage, bytes, mine),
      await store(storage, bytes, other),
    ];
    expect(new Set(rows.map(({ sha256 }) => sha256)).size).toBe(1);
    const files = await listFilesBelow(path.join(folder, 'sealed'));
    const contents = await Promise.all(files.map((file) => readFile(file)));
    expect(new Set(contents.map((content) => content.toString('base64'))).size).toBe(3);
    for (const content of contents) expect(content.includes('contract')).toBe(false);
    const keys = await client.db
      .selectFrom('stored_objects')
      .select(['id', 'key_id', 'workspace_id'])
      .where(
        'id',
        'in',
        rows.map(({ object_id }) => object_id),
      )
      .execute();
    const keyOf = (index: number) => keys.find(({ id }) => id === rows[index]?.object_id);
    expect(keyOf(0)?.key_id).toBe(keyOf(1)?.key_id);
    expect(keyOf(0)?.key_id).not.toBe(keyOf(2)?.key_id);
    expect(keyOf(2)?.workspace_id).toBe(other);
  });

  it('lets no file refer to an object of another workspace', async () => {
    const storage = createStorage(openLocalStore());
    const [mine, other] = [await makeWorkspace(), await makeWorkspace()];
    const { sha256, object_id } = await store(storage, Buffer.from('mine'), mine);
    const refer = client.db
      .insertInto('files')
      .values({
        workspace_id: other,
        id: newId(),
        sha256,
        size_bytes: 4,
        content_type: 'text/plain',
        name: 'mine.txt',
        purpose: 'attachment',
        object_id,
        created_by: null,
        created_at: new Date(),
      })
      .execute();
    await expect(refer).rejects.toThrow(/foreign key/);
  });

  it('assigns an object once, and not after it was collected', async () => {
    const storage = createStorage(openLocalStore());
    const write = () => storage.write(Readable.from([Buffer.from('once')]), { maxBytes: 10 });
    const { object, sha256 } = await write();
    const object_id = await object.assign(client.db, null);
    await expect(object.assign(client.db, null)).rejects.toThrow(/already/);
    expect(String(await buffer(await storage.read({ sha256, object_id })))).toBe('once');
    const late = await write();
    await client.db.deleteFrom('stored_objects').where('key_id', 'is', null).execute();
    await expect(late.object.assign(client.db, null)).rejects.toThrow(MissingObjectError);
    await expect(storage.read(late)).rejects.toThrow(MissingObjectError);
  });

  it('notices a changed byte and a cut end in the store', async () => {
    const storage = createStorage(openLocalStore());
    const row = await store(storage, randomBytes(200_000), null);
    const file = path.join(folder, objectNames.sealed(row.object_id));
    const sealed = await readFile(file);
    await truncate(file, 65_552);
    await expect(buffer(await storage.read(row))).rejects.toThrow(CorruptObjectError);
    expect((await buffer(await storage.read(row, { start: 0, end: 9 }))).length).toBe(10);
    sealed.writeUInt8(sealed.readUInt8(70_000) ^ 1, 70_000);
    await writeFile(file, sealed);
    await expect(buffer(await storage.read(row, { start: 65_536, end: 65_540 }))).rejects.toThrow(
      CorruptObjectError,
    );
  });

  it('closes the object of an abandoned download', async () => {
    const objects = openLocalStore();
    const sources: Readable[] = [];
    const watched: ObjectStore = {
      ...objects,
      read: async (...asked) => {
        const source = await objects.read(...asked);
        sources.push(source);
        return source;
      },
    };
    const storage = createStorage(watched);
    const stream = await storage.read(await store(storage, randomBytes(300_000), null));
    stream.destroy();
    await expect.poll(() => sources[0]?.destroyed).toBe(true);
  });

  it('keeps memory bounded however large a file is', async () => {
    let largest = 0;
    const counting: ObjectStore = {
      ...openLocalStore(),
      write: async (_name, bytes) => {
        for await (const chunk of bytes) largest = Math.max(largest, chunk.length);
      },
    };
    const source = Readable.from(slices(Buffer.alloc(8 * megabyte), 3 * megabyte));
    await createStorage(counting).write(source, { maxBytes: 10 * megabyte });
    expect(largest).toBeLessThan(70_000);
  });
});

async function* createBrokenStream(): AsyncGenerator<Buffer> {
  yield randomBytes(50_000);
  throw new Error('the line went dead');
}
