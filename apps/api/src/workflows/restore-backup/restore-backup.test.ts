import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backUp, restoreIntoNewFolder, type Elsewhere } from '#test/backups/restore-fixture.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { aPng } from '#test/pictures.ts';
import { objectNames } from '#adapters/storage/object-store.ts';
import { listJobs } from '#registry.ts';
import { newId } from '#lib/ids.ts';
import { copySeal, readSealCopies, getSealFile } from '#platform/audit/seal-copies.ts';
import { sealAudit, verifyAudit } from '#platform/audit/seal.ts';
import { getSigningIdentity } from '#platform/signatures/signing-identity.ts';
import { writeSampleData } from '#workflows/sample-data/sample-data.ts';

const secretKey = 'a key that two installations have in turn';
const samplePassword = 'a password of the samples';

let api: TestApi;
let folder: string;
let file: string;
let elsewhere: Elsewhere;
let workspaceId: string;
let boss: Caller;

beforeAll(async () => {
  api = await startApi({ env: { SECRET_KEY: secretKey, SAMPLE_PASSWORD: samplePassword } });
  folder = await mkdtemp(join(tmpdir(), 'handover-archives-'));
  await api.booted.jobs.start(listJobs(api.booted.background));
  await api.booted.background.runner.transact((work) => writeSampleData(work, api.booted.background));
  workspaceId = await api.makeWorkspace({ name: 'Zürich — «Büro» №1 🏥' });
  boss = await api.signIn({ role: 'SUPERADMIN', workspaceId });
}, 300_000);
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  file = join(folder, `${newId()}.tar.gz`);
  elsewhere = await restoreIntoNewFolder({ secretKey });
});
afterEach(() => elsewhere.remove());

const createSource = () => ({ connectionString: api.connectionString, config: api.booted.platform.config });
const hasTables = async (): Promise<boolean> =>
  (
    await elsewhere.query(
      `SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    )
  ).length > 0;

/** Intended changes of a restore. */
const resetTables = [
  'sessions',
  'calendar_feeds',
  'one_time_links',
  'tickets',
  'messages',
  'audit_entries',
  'audit_pending',
  'mailboxes',
];

describe('a restored installation', { timeout: 180_000 }, () => {
  it('has every row and every file as they were', async () => {
    const text = `tab\there, line\nbreak, back\\slash, \\N, quote " ', nul-like \\0, ${'ü𝒳'.repeat(40_000)}`;
    const { id } = (await boss.post('/users', { name: 'Ünïcødé «Ann» 🩺', company: '\\.' })).body.user;
    expect((await boss.post(`/users/${String(id)}/notes`, { body: text.slice(0, 5_000) })).status).toBe(201);
    await boss.upload('/installation/logo', aPng());
    const bytes = randomBytes(300_000);
    const upload = await boss.upload('/files?name=scan.bin', bytes);
    expect(upload.status).toBe(201);
    await api.db
      .insertInto('idempotency_keys')
      .values({
        actor_id: boss.userId,
        key: newId(),
        request_hash: Buffer.from([0, 1, 255, 92]),
        status: 200,
        response: JSON.stringify({ deep: [null, 1.5, -0.1, 12_345_678_901_234, { text }] }),
        created_at: new Date(0),
      })
      .execute();
    const { dataDir } = api.booted.platform.config;
    const seal = () =>
      sealAudit(api.db, new Date(), (made) =>
        copySeal(made, { dataDir, logger: api.booted.platform.logger }),
      );
    await seal();
    const { manifest } = await backUp(createSource(), file);
    await boss.post('/tags', { name: 'After the backup' });
    await seal();

    const ofAnotherTime = `2026-01-01T00:00:00.000Z 999999 ${'ab'.repeat(32)}\n`;
    await writeFile(getSealFile(elsewhere.dataDir), ofAnotherTime);
    await elsewhere.restore(file);
    const again = await backUp(elsewhere, join(folder, `${newId()}.tar.gz`));
    const by = (tables: typeof manifest.tables) =>
      tables
        .filter(({ name }) => !resetTables.includes(name))
        .map(({ name, rows, sha256 }) => ({ name, rows, sha256 }));
    expect(by(again.manifest.tables)).toEqual(by(manifest.tables));
    expect(manifest.tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(30);
    expect(again.manifest.files).toEqual(manifest.files);
    expect(manifest.files).toMatchObject({ count: expect.any(Number), lost: [] });
    expect(manifest.files.count).toBeGreaterThanOrEqual(2);
    await elsewhere.use(async ({ guest, as, booted }) => {
      const login = await guest.post('/auth/login', {
        email: 'superadmin@handover.test',
        password: samplePassword,
      });
      expect(login.status).toBe(200);
      const session = as(String(login.body.token));
      const { user } = (
        await session.get(`/users/${String(id)}`, { headers: { 'x-workspace': workspaceId } })
      ).body;
      expect(user.name).toBe('Ünïcødé «Ann» 🩺');
      const row = await booted.platform.runner.db
        .selectFrom('files')
        .select(['sha256', 'object_id'])
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', upload.body.file.id)
        .executeTakeFirstOrThrow();
      expect((await buffer(await booted.platform.storage.read(row))).equals(bytes)).toBe(true);
      await sealAudit(booted.platform.runner.db, new Date());
      const copies = readSealCopies(getSealFile(elsewhere.dataDir));
      const verdict = await verifyAudit(booted.platform.runner.db, { copies });
      expect(verdict).toMatchObject({ isIntact: true, unsealedLost: 0, copiedSeals: 1 });
      const log = await session.get('/audit?action=restoreBackup', {
        headers: { 'x-workspace': workspaceId },
      });
      expect(log.body.entries).toMatchObject([{ detail: { madeAt: manifest.madeAt } }]);
      const ofAll = await session.get('/installation/audit?action=restoreBackup');
      expect(ofAll.body.entries).toMatchObject([{ detail: { madeAt: manifest.madeAt } }]);
    });
  });

  it('is consistent although work continued during the backup', async () => {
    const customerId = await api.makeCustomer(workspaceId, { name: 'Busy' });
    const written: number[] = [];
    const over = new AbortController();
    const write = async (): Promise<void> => {
      while (!over.signal.aborted) {
        expect(
          (await boss.post(`/users/${customerId}/notes`, { body: `Note ${String(written.length)}` })).status,
        ).toBe(201);
        written.push(Date.now());
      }
    };
    const writers = [write(), write(), write()];
    await expect.poll(() => written.length).toBeGreaterThan(10);
    await backUp(createSource(), file);
    const atEnd = written.length;
    await expect.poll(() => written.length).toBeGreaterThan(atEnd + 10);
    over.abort();
    await Promise.all(writers);
    await elsewhere.restore(file);
    const [counts] = await elsewhere.query<{ notes: number; counted: number; told: number }>(
      `SELECT (SELECT count(*)::int FROM notes WHERE customer_id = '${customerId}') AS notes,
              (SELECT note_count FROM customer_stats WHERE customer_id = '${customerId}') AS counted,
              (SELECT count(*)::int FROM activities WHERE customer_id = '${customerId}' AND type = 'note.added') AS told`,
    );
    expect(counts?.notes).toBeGreaterThan(9);
    expect(counts?.notes).toBeLessThan(written.length);
    expect([counts?.counted, counts?.told]).toEqual([counts?.notes, counts?.notes]);
  });

  it('can have another key: secrets encrypted with the old one are requested again', async () => {
    await boss.post('/webhooks', { url: 'https://1.1.1.1/hook', events: ['note.added'] });
    await api.db
      .insertInto('second_factors')
      .values({
        user_id: boss.userId,
        sealed_secret: api.booted.platform.keyring.encrypt('SECRET', 'row'),
        created_at: new Date(),
        enabled_at: new Date(),
      })
      .execute();
    const signing = { organization: 'Meridian', now: new Date() };
    await getSigningIdentity(api.db, { ...signing, keyring: api.booted.platform.keyring });
    await backUp(createSource(), file);
    const other = await restoreIntoNewFolder({ secretKey: 'a key that nobody had before this test' });
    try {
      const { lost } = await other.restore(file);
      expect(lost).toMatchObject({ secondFactors: 1, webhooks: 1 });
      expect(lost?.files).toBeGreaterThan(0);
      expect(await other.query('SELECT is_enabled FROM webhooks')).toEqual([{ is_enabled: false }]);
      await other.use(async ({ guest, booted: { platform } }) => {
        expect((await guest.get('/ready')).status).toBe(200);
        const identity = await getSigningIdentity(platform.runner.db, {
          ...signing,
          keyring: platform.keyring,
        });
        expect(identity.privateKey.type).toBe('private');
      });
    } finally {
      await other.remove();
      await api.db.deleteFrom('second_factors').execute();
    }
  });

  it('says which files the store had lost, and has the others', async () => {
    const upload = async (bytes: Buffer) => (await boss.upload('/files?name=x.bin', bytes)).body.file.id;
    const ids = [
      await upload(randomBytes(5_000)),
      await upload(randomBytes(5_000)),
      await upload(randomBytes(5_000)),
    ];
    const rows = await api.db
      .selectFrom('files')
      .select(['id', 'object_id'])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute();
    const [gone = '', changed = '', kept = ''] = ids.map((id) =>
      String(rows.find((row) => row.id === id)?.object_id),
    );
    await rm(join(api.dataDir, 'files', objectNames.sealed(gone)));
    await writeFile(join(api.dataDir, 'files', objectNames.sealed(changed)), randomBytes(4_000));
    const { manifest } = await backUp(createSource(), file);
    expect(new Set(manifest.files.lost)).toEqual(new Set([gone, changed]));
    await elsewhere.restore(file);
    const stored = await readdir(join(elsewhere.dataDir, 'files'), { recursive: true });
    const has = (id: string) => stored.includes(objectNames.sealed(id));
    expect([gone, changed, kept].map(has)).toEqual([false, false, true]);
    await api.db.deleteFrom('files').where('workspace_id', '=', workspaceId).where('id', 'in', ids).execute();
  });
});

describe('a restore', { timeout: 180_000 }, () => {
  it('rejects an incomplete backup, and writes nothing', async () => {
    await backUp(createSource(), file);
    const whole = await readFile(file);
    const tar = gunzipSync(whole);
    const changed = Buffer.from(tar);
    const at = changed.indexOf('Zürich');
    changed[at] = 0x59;
    const newer = Buffer.from(tar);
    newer.write('"format": 7', newer.indexOf('"format": 3'));
    const cases: [Buffer, RegExp][] = [
      [Buffer.from('PK not an archive at all'), /not a backup, or it is damaged/],
      [gzipSync(Buffer.from('x'.repeat(2_000))), /damaged/],
      [gzipSync(changed), /damaged: tables\/\w+ has changed/],
      [gzipSync(newer), /newer version of Handover/],
      [gzipSync(tar.subarray(0, tar.length - 1024 - 512)), /truncated/],
    ];
    for (const [bytes, message] of cases) {
      await writeFile(file, bytes);
      await expect(elsewhere.restore(file)).rejects.toThrow(message);
    }
    for (const share of [0.1, 0.5, 0.99]) {
      await writeFile(file, whole);
      await truncate(file, Math.floor(whole.length * share));
      await expect(elsewhere.restore(file)).rejects.toThrow(/truncated/);
    }
    await expect(elsewhere.restore(join(folder, 'nowhere.tar.gz'))).rejects.toThrow(/file not found/i);
    expect(await hasTables()).toBe(false);
    expect(await readdir(elsewhere.dataDir)).toEqual([]);
  });

  it('refuses a database that has tables, and a data folder that has files', async () => {
    await backUp(createSource(), file);
    await elsewhere.query('CREATE TABLE others (id int)');
    await expect(elsewhere.restore(file)).rejects.toThrow(/not empty/);
    expect(
      await elsewhere.query(
        `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      ),
    ).toEqual([{ relname: 'others' }]);
    await elsewhere.query('DROP TABLE others');
    await elsewhere.restore(file);
    await expect(elsewhere.restore(file)).rejects.toThrow(/already files|not empty/);
  });

  it('refuses a data folder that cannot be read', async () => {
    await backUp(createSource(), file);
    await writeFile(join(elsewhere.dataDir, 'files'), '');
    await expect(elsewhere.restore(file)).rejects.toThrow(/ENOTDIR.*scandir/);
    expect(await hasTables()).toBe(false);
  });

  it.each([
    ['while it was being filled', 'Checking foreign keys'],
    ['before it was brought to this version', 'Migrating to this version'],
  ])('that broke off %s is no installation until it was begun again', async (_, moment) => {
    await backUp(createSource(), file);
    const breakOff = (line: string): void => {
      if (line === moment) throw new Error('power cut');
    };
    await expect(elsewhere.restore(file, breakOff)).rejects.toThrow('power cut');
    await expect(elsewhere.use(() => Promise.resolve())).rejects.toThrow(/interrupted/);
    await elsewhere.restore(file);
    await elsewhere.use(async ({ guest }) => expect((await guest.get('/ready')).status).toBe(200));
    expect(
      await elsewhere.query(
        `SELECT 1 FROM audit_entries WHERE action = 'restoreBackup' AND workspace_id = '${workspaceId}'`,
      ),
    ).toHaveLength(1);
  });

  it('loses no position: no table uses a sequence', async () => {
    expect(
      (
        await api.db
          .selectNoFrom((eb) =>
            eb
              .selectFrom('pg_sequences' as never)
              .select((one) => one.fn.countAll<number>().as('count'))
              .where('schemaname' as never, '=', 'public' as never)
              .as('sequences'),
          )
          .executeTakeFirstOrThrow()
      ).sequences,
    ).toBe(0);
  });
});
