import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CorruptObjectError,
  ForeignStoreError,
  MissingObjectError,
  type Storage,
  TooLargeError,
} from './storage.ts';
import { createLocalStorage } from './local.ts';
import { createS3Storage } from './s3.ts';

type Opened = { storage: Storage; folder: string; reopen(fingerprint: string): Storage };

const megabyte = 1024 * 1024;
const kinds = { local: openLocal, s3: openS3 };
let s3: { server: S3rver; port: number; folder: string };
let folder: string;

beforeAll(async () => {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'handover-s3-'));
  const server = new S3rver({ address: '127.0.0.1', port: 0, directory, silent: true, configureBuckets: [] });
  s3 = { server, port: (await server.run()).port, folder: directory };
});

afterAll(async () => {
  await s3.server.close();
  await rm(s3.folder, { recursive: true, force: true });
});

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'handover-store-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe.each(Object.entries(kinds))('the %s store', (_kind, open) => {
  it('keeps bytes under their hash and gives them back', async () => {
    const { storage } = await open();
    const bytes = randomBytes(300_000);
    const stored = await storage.write(inChunks(bytes, 7_001), { maxBytes: megabyte });
    expect(stored).toEqual({ sha256: hashOf(bytes), sizeBytes: bytes.length });
    expect(await storage.has(stored.sha256)).toBe(true);
    expect((await buffer(await storage.read(stored.sha256))).equals(bytes)).toBe(true);
  });

  it('takes more than one part holds', async () => {
    const { storage } = await open();
    const bytes = randomBytes(33 * megabyte);
    const { sha256 } = await storage.write(inChunks(bytes, 777_777), { maxBytes: 64 * megabyte });
    expect(sha256).toBe(hashOf(bytes));
    expect(hashOf(await buffer(await storage.read(sha256)))).toBe(sha256);
  });

  it('takes an empty file', async () => {
    const { storage } = await open();
    const { sha256, sizeBytes } = await storage.write(Readable.from([]), { maxBytes: 10 });
    expect(sizeBytes).toBe(0);
    expect((await buffer(await storage.read(sha256))).length).toBe(0);
  });

  it('reads ranges', async () => {
    const { storage } = await open();
    const { sha256 } = await storage.write(Readable.from([Buffer.from('0123456789')]), { maxBytes: 10 });
    expect(String(await buffer(await storage.read(sha256, { start: 2, end: 4 })))).toBe('234');
    expect(String(await buffer(await storage.read(sha256, { start: 7 })))).toBe('789');
  });

  it('keeps the same bytes once, also when they arrive at the same time', async () => {
    const { storage, folder: kept } = await open();
    const write = () => storage.write(Readable.from([Buffer.from('twice')]), { maxBytes: 10 });
    const [one, other] = await Promise.all([write(), write()]);
    expect(one).toEqual(other);
    const files = await filesBelow(kept);
    await write();
    expect(await filesBelow(kept)).toEqual(files);
    expect(String(await buffer(await storage.read(one.sha256)))).toBe('twice');
  });

  it('refuses what is too large and leaves nothing', async () => {
    const { storage, folder: kept } = await open();
    const before = await filesBelow(kept);
    await expect(storage.write(inChunks(randomBytes(100_000), 1000), { maxBytes: 99_999 })).rejects.toThrow(
      TooLargeError,
    );
    expect(await filesBelow(kept)).toEqual(before);
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
  });

  it('leaves nothing of an upload that breaks off', async () => {
    const { storage, folder: kept } = await open();
    const before = await filesBelow(kept);
    const broken = Readable.from(breaksOff());
    await expect(storage.write(broken, { maxBytes: megabyte })).rejects.toThrow('the line went dead');
    expect(await filesBelow(kept)).toEqual(before);
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
  });

  it('says so when an object is not there', async () => {
    const { storage } = await open();
    const absent = hashOf(Buffer.from('never stored'));
    expect(await storage.has(absent)).toBe(false);
    await expect(storage.read(absent)).rejects.toThrow(MissingObjectError);
    await expect(storage.read(absent, { start: 1 })).rejects.toThrow(MissingObjectError);
  });

  it('never takes a name for a path', async () => {
    const { storage } = await open();
    await expect(storage.read('../../../../etc/passwd')).rejects.toThrow(TypeError);
    await expect(storage.has('A'.repeat(64))).rejects.toThrow(TypeError);
  });

  it('is bound to the key it was made with', async () => {
    const { storage, reopen } = await open();
    await storage.check();
    await storage.check();
    await expect(reopen('another-key-here').check()).rejects.toThrow(ForeignStoreError);
    await expect(reopen('0123456789abcdef').check()).resolves.toBeUndefined();
  });

  it('removes what a killed process left, and not what is still being written', async () => {
    const { storage } = await open();
    const incoming = path.join(folder, 'incoming');
    await mkdir(incoming, { recursive: true });
    await writeFile(path.join(incoming, 'old.part'), 'x');
    await writeFile(path.join(incoming, 'running.part'), 'x');
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(path.join(incoming, 'old.part'), twoHoursAgo, twoHoursAgo);
    await storage.check();
    expect(await readdir(incoming)).toEqual(['running.part']);
  });
});

describe('the local store', () => {
  it('is closed to other users of the machine', async () => {
    const { storage } = await openLocal();
    await storage.check();
    const { sha256 } = await storage.write(Readable.from([Buffer.from('private')]), { maxBytes: 10 });
    const file = path.join(folder, 'objects', sha256.slice(0, 2), sha256.slice(2));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, 'incoming'))).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, 'fingerprint'))).mode & 0o777).toBe(0o600);
  });

  it('notices bytes that were changed behind its back', async () => {
    const { storage } = await openLocal();
    const { sha256 } = await storage.write(Readable.from([Buffer.from('original')]), { maxBytes: 10 });
    const file = path.join(folder, 'objects', sha256.slice(0, 2), sha256.slice(2));
    await chmod(file, 0o600);
    await writeFile(file, 'tampered');
    await expect(buffer(await storage.read(sha256))).rejects.toThrow(CorruptObjectError);
  });

  it('passes on that the disk is full, and leaves nothing', async () => {
    const storage = createLocalStorage({ folder, fingerprint: 'f' });
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const source = new Readable({ read: () => undefined });
    source.push('first');
    source.destroy(full);
    await expect(storage.write(source, { maxBytes: 100 })).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
  });
});

describe('the s3 store', () => {
  it('does not take a missing bucket for an empty one', async () => {
    const storage = s3Storage('no-such-bucket', '0123456789abcdef');
    await expect(storage.check()).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });

  it('fails when the store does not answer', async () => {
    const storage = createS3Storage({
      config: {
        endpoint: 'http://127.0.0.1:9',
        region: 'us-east-1',
        bucket: 'b',
        accessKeyId: 'k',
        secretAccessKey: 's',
      },
      spoolFolder: path.join(folder, 'incoming'),
      fingerprint: 'f',
    });
    await expect(storage.check()).rejects.toThrow(/ECONNREFUSED/);
  });
});

async function openLocal(): Promise<Opened> {
  const reopen = (fingerprint: string) => createLocalStorage({ folder, fingerprint });
  return { storage: reopen('0123456789abcdef'), folder, reopen };
}

async function openS3(): Promise<Opened> {
  const bucket = `test-${randomBytes(6).toString('hex')}`;
  await fetch(`http://127.0.0.1:${String(s3.port)}/${bucket}`, { method: 'PUT' });
  const reopen = (fingerprint: string) => s3Storage(bucket, fingerprint);
  return { storage: reopen('0123456789abcdef'), folder: path.join(s3.folder, bucket), reopen };
}

function s3Storage(bucket: string, fingerprint: string): Storage {
  const config = {
    endpoint: `http://127.0.0.1:${String(s3.port)}`,
    region: 'us-east-1',
    bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return createS3Storage({ config, spoolFolder: path.join(folder, 'incoming'), fingerprint });
}

function inChunks(bytes: Buffer, size: number): Readable {
  return Readable.from(slices(bytes, size));
}

function* slices(bytes: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function* breaksOff(): AsyncGenerator<Buffer> {
  yield randomBytes(50_000);
  throw new Error('the line went dead');
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
