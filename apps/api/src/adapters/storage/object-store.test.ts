import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import { listFilesBelow, slices } from '#test/storage/bytes.ts';
import { startS3, type TestS3 } from '#test/storage/test-s3.ts';
import { createLocalStore } from './local.ts';
import { ForeignStoreError, MissingObjectError, objectNames, type ObjectStore } from './object-store.ts';
import { createS3Store } from './s3.ts';

type Opened = { store: ObjectStore; folder: string; reopen(fingerprint: string): ObjectStore };

const megabyte = 1024 * 1024;
const kinds = { local: openLocal, s3: openS3 };
let s3: TestS3;
let folder: string;

beforeAll(async () => {
  s3 = await startS3();
});

afterAll(() => s3.close());

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'handover-store-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe.each(Object.entries(kinds))('the %s store', (_kind, open) => {
  it('returns the bytes of an object, and ranges of them', async () => {
    const { store } = await open();
    const [name, bytes] = [objectNames.sealed(newId()), randomBytes(300_000)];
    await store.write(name, Readable.from(slices(bytes, 7_001)));
    expect(await store.has(name)).toBe(true);
    expect((await buffer(await store.read(name))).equals(bytes)).toBe(true);
    expect((await buffer(await store.read(name, { start: 2, end: 4 }))).equals(bytes.subarray(2, 5))).toBe(
      true,
    );
    expect((await buffer(await store.read(name, { start: 299_990 }))).length).toBe(10);
  });

  it.each([
    ['is empty', 0],
    ['fills one part', 8 * megabyte],
    ['needs several parts', 17 * megabyte + 1],
  ])('stores an object that %s', async (_what, size) => {
    const { store } = await open();
    const [name, bytes] = [objectNames.sealed(newId()), randomBytes(size)];
    await store.write(name, Readable.from(slices(bytes, 777_777)));
    expect((await buffer(await store.read(name))).equals(bytes)).toBe(true);
  });

  it('replaces an object of the same name', async () => {
    const { store } = await open();
    const name = objectNames.sealed(newId());
    await store.write(name, Readable.from([Buffer.from('half restored')]));
    await store.write(name, Readable.from([Buffer.from('whole')]));
    expect(String(await buffer(await store.read(name)))).toBe('whole');
  });

  it('stores nothing if the source fails, and closes it', async () => {
    const { store, folder: kept } = await open();
    const before = await listFilesBelow(kept);
    for (const size of [50_000, 9 * megabyte]) {
      const source = Readable.from(createBrokenStream(size));
      await expect(store.write(objectNames.sealed(newId()), source)).rejects.toThrow('the line went dead');
      expect(source.destroyed).toBe(true);
    }
    expect((await listFilesBelow(kept)).filter((file) => !file.includes('uploads'))).toEqual(before);
  });

  it('removes an object, or does nothing if there is none', async () => {
    const { store } = await open();
    const name = objectNames.sealed(newId());
    await store.write(name, Readable.from([Buffer.from('gone')]));
    await store.remove(name);
    await store.remove(name);
    expect(await store.has(name)).toBe(false);
    await expect(store.read(name)).rejects.toThrow(MissingObjectError);
    await expect(store.read(name, { start: 1 })).rejects.toThrow(MissingObjectError);
  });

  it('can be opened only with the key it was created with', async () => {
    const { store, reopen } = await open();
    await store.check();
    await store.check();
    await expect(reopen('another-key-here').check()).rejects.toThrow(ForeignStoreError);
    await expect(reopen('0123456789abcdef').check()).resolves.toBeUndefined();
  });
});

describe('the local store', () => {
  it('is closed to other users of the machine', async () => {
    const { store } = await openLocal();
    await store.check();
    const name = objectNames.sealed(newId());
    await store.write(name, Readable.from([Buffer.from('private')]));
    const file = path.join(folder, name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, 'incoming'))).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, 'fingerprint'))).mode & 0o777).toBe(0o600);
  });

  it('reports a full disk and leaves no data', async () => {
    const { store } = await openLocal();
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const source = new Readable({ read: () => undefined });
    source.push('first');
    source.destroy(full);
    await expect(store.write(objectNames.sealed(newId()), source)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
  });

  it('removes what a killed process left, and not what is still being written', async () => {
    const { store } = await openLocal();
    const incoming = path.join(folder, 'incoming');
    await mkdir(incoming, { recursive: true });
    await writeFile(path.join(incoming, 'old.part'), 'x');
    await writeFile(path.join(incoming, 'running.part'), 'x');
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(path.join(incoming, 'old.part'), twoHoursAgo, twoHoursAgo);
    await store.check();
    expect(await readdir(incoming)).toEqual(['running.part']);
  });
});

describe('the s3 store', () => {
  it('does not treat a missing bucket as empty', async () => {
    const store = createS3Store({ config: s3.configOf('no-such-bucket'), fingerprint: '0123456789abcdef' });
    await expect(store.check()).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  it('fails when the store does not answer', async () => {
    const config = { ...s3.configOf('b'), endpoint: 'http://127.0.0.1:9' };
    await expect(createS3Store({ config, fingerprint: 'f' }).check()).rejects.toThrow(/ECONNREFUSED/);
  });
});

describe('the name of an object', () => {
  it('is never a path chosen by a user', () => {
    expect(() => objectNames.sealed('../../../../etc/passwd')).toThrow(TypeError);
    expect(() => objectNames.sealed(newId().toUpperCase())).toThrow(TypeError);
    expect(() => objectNames.plain('../../../../etc/passwd')).toThrow(TypeError);
    expect(() => objectNames.plain('A'.repeat(64))).toThrow(TypeError);
  });
});

async function openLocal(): Promise<Opened> {
  const reopen = (fingerprint: string) => createLocalStore({ folder, fingerprint });
  return { store: reopen('0123456789abcdef'), folder, reopen };
}

async function openS3(): Promise<Opened> {
  const bucket = await s3.makeBucket();
  const reopen = (fingerprint: string) => createS3Store({ config: s3.configOf(bucket), fingerprint });
  return { store: reopen('0123456789abcdef'), folder: path.join(s3.folder, bucket), reopen };
}

async function* createBrokenStream(size: number): AsyncGenerator<Buffer> {
  yield randomBytes(size);
  throw new Error('the line went dead');
}
