import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backUp, restoreIntoNewFolder, type Elsewhere } from '#test/backups/restore-fixture.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { listFilesBelow } from '#test/storage/bytes.ts';
import { newId } from '#lib/ids.ts';
import { readArchive } from './read-archive.ts';
import { sweepFolder } from './sweep-folder.ts';

const secretKey = 'a key that the copies are opened with';
const megabyte = 1_000_000;
let api: TestApi;
let workspaceId: string;
let staff: Caller;
let folder: string;
let elsewhere: Elsewhere;

beforeAll(async () => {
  api = await startApi({ env: { SECRET_KEY: secretKey } });
  await api.startJobs();
  workspaceId = await api.makeWorkspace();
  staff = await api.signIn({ role: 'STAFF', workspaceId });
}, 60_000);
afterAll(() => api.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handover-backups-'));
  elsewhere = await restoreIntoNewFolder({ secretKey });
});
afterEach(async () => {
  await elsewhere.remove();
  await rm(folder, { recursive: true, force: true });
});

const createSource = () => ({ connectionString: api.connectionString, config: api.booted.platform.config });
const createBackup = async () => {
  const file = join(folder, `handover-${newId()}.tar.gz`);
  return { file, ...(await backUp(createSource(), file, { isAlone: false })) };
};
const upload = async (bytes: Buffer): Promise<string> => {
  const { status, body } = await staff.upload('/files?name=scan.bin', bytes);
  expect(status).toBe(201);
  return String(body.file.id);
};
const getSize = async (root: string): Promise<number> => {
  const sizes = await Promise.all((await listFilesBelow(root)).map((file) => stat(file)));
  return sizes.reduce((sum, { size }) => sum + size, 0);
};
const listCopies = () => listFilesBelow(join(folder, 'objects'));

describe('a backup into a folder', { timeout: 120_000 }, () => {
  it('copies each object once: one new megabyte adds about a megabyte', async () => {
    for (let count = 0; count < 8; count += 1) await upload(randomBytes(2 * megabyte));
    const first = await createBackup();
    expect(first.addedBytes).toBeGreaterThan(16 * megabyte);
    expect(first.sizeBytes).toBe(first.addedBytes);
    const before = await getSize(folder);
    await upload(randomBytes(megabyte));
    const second = await createBackup();
    const added = (await getSize(folder)) - before;
    const archive = (await stat(second.file)).size;
    expect(second.addedBytes).toBe(added);
    expect(added - archive).toBeGreaterThanOrEqual(megabyte);
    expect(added - archive).toBeLessThan(1.01 * megabyte);
    expect(second.sizeBytes).toBeGreaterThan(17 * megabyte);
  });

  it.each([
    ['the older', 0],
    ['the newer', 1],
  ])('is restored byte for byte: %s of two', async (_which, index) => {
    const old = randomBytes(200_000);
    const oldId = await upload(old);
    const first = await createBackup();
    const young = randomBytes(300_000);
    const youngId = await upload(young);
    const restored = [first, await createBackup()][index];
    await elsewhere.restore(String(restored?.file));
    await elsewhere.use(async ({ booted: { platform } }) => {
      const read = async (id: string) => {
        const row = await platform.runner.db
          .selectFrom('files')
          .select(['sha256', 'object_id'])
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .executeTakeFirst();
        return row === undefined ? null : buffer(await platform.storage.read(row));
      };
      expect((await read(oldId))?.equals(old)).toBe(true);
      expect((await read(youngId))?.equals(young)).toBe(index === 1 ? true : undefined);
    });
    for (const file of await listFilesBelow(join(elsewhere.dataDir, 'files', 'sealed'))) {
      const name = file.slice(elsewhere.dataDir.length);
      expect((await readFile(file)).equals(await readFile(join(api.dataDir, name)))).toBe(true);
    }
  });

  it('never has the secret key, nor a key that opens a file without it', async () => {
    await upload(Buffer.from('The seller of Harbor Dental is Jane Doe. '.repeat(100)));
    await createBackup();
    for (const file of await listFilesBelow(folder)) {
      const bytes = await readFile(file);
      expect([bytes.includes(secretKey), bytes.includes('Jane Doe')]).toEqual([false, false]);
    }
    const keys = await api.db.selectFrom('file_keys').select('sealed_key').execute();
    const opened = keys.map(({ sealed_key: sealed }) => sealed.split('.')[0]);
    expect(new Set(opened)).toEqual(new Set([api.booted.platform.keyring.fingerprint]));
  });

  it('is refused when a copy beside it is missing or changed, before anything is written', async () => {
    await upload(randomBytes(10_000));
    const { file } = await createBackup();
    const [copy = ''] = await listCopies();
    const bytes = await readFile(copy);
    await writeFile(copy, Buffer.concat([bytes.subarray(0, -1), Buffer.from([1 + (bytes.at(-1) ?? 0)])]));
    await expect(elsewhere.restore(file)).rejects.toThrow(/one of its files has changed/);
    await rm(copy);
    await expect(elsewhere.restore(file)).rejects.toThrow(/is missing next to the archive/);
    expect(await readdir(elsewhere.dataDir)).toEqual([]);
    // The next backup copies it again.
    const again = await createBackup();
    await readArchive(again.file);
  });

  it('leaves out an object that the store has changed, and keeps no copy of it', async () => {
    const id = await upload(randomBytes(5_000));
    const { object_id: objectId } = await api.db
      .selectFrom('files')
      .select('object_id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const [stored = ''] = (await listFilesBelow(join(api.dataDir, 'files', 'sealed'))).filter((file) =>
      file.endsWith(String(objectId)),
    );
    const whole = await readFile(stored);
    await writeFile(stored, randomBytes(whole.length));
    const made = await createBackup();
    expect(made.manifest.files.lost).toEqual([objectId]);
    expect((await listCopies()).some((file) => file.includes(String(objectId)))).toBe(false);
    await readArchive(made.file);
    await writeFile(stored, whole);
  });
});

describe('copies that no backup needs', { timeout: 120_000 }, () => {
  const sweep = () => sweepFolder(folder, new Date());
  const makeOld = async () => {
    for (const file of await listCopies()) await utimes(file, new Date(0), new Date(0));
  };

  it('are removed with the last archive that names them, a day after their last use', async () => {
    await upload(randomBytes(4_000));
    const { file } = await createBackup();
    await makeOld();
    expect(await sweep()).toBe(0);
    const count = (await listCopies()).length;
    await rm(file);
    // Like a running backup, which has found the objects but has no archive yet.
    const met = await createBackup();
    await rm(met.file);
    expect(await sweep()).toBe(0);
    expect(await listCopies()).toHaveLength(count);
    await makeOld();
    expect(await sweep()).toBe(count);
    expect(await listCopies()).toEqual([]);
  });

  it('are removed with what a killed backup left, a day later, and other files of the folder stay', async () => {
    const { file } = await createBackup();
    const [copy = ''] = await listCopies();
    const old = [`${file.replace(/\w{4}\.tar/, 'dead.tar')}.part`, `${copy}.${newId()}.copy`];
    const foreign = ['objects/lease.pdf', 'plan.part', 'photos.tar.gz.part'].map((name) =>
      join(folder, name),
    );
    const others = [...foreign, `${file}.part`];
    for (const name of [...old, ...others]) await writeFile(name, 'half');
    for (const name of [...old, ...foreign]) await utimes(name, new Date(0), new Date(0));
    expect(await sweep()).toBe(2);
    const left = await listFilesBelow(folder);
    expect(old.filter((name) => left.includes(name))).toEqual([]);
    expect(others.filter((name) => left.includes(name))).toEqual(others);
    expect(left).toContain(copy);
  });

  it('stay while one archive of the folder cannot be read', async () => {
    await upload(randomBytes(4_000));
    const { file } = await createBackup();
    await rm(file);
    await makeOld();
    await writeFile(join(dirname(file), 'handover-damaged.tar.gz'), 'not an archive');
    await expect(sweep()).rejects.toThrow(/not a backup/);
    expect((await listCopies()).length).toBeGreaterThan(0);
  });
});
