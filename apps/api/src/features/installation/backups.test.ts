import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';
import { addMinutes } from '#lib/clock.ts';
import { newId } from '#lib/ids.ts';
import { listObjectsBeside, readArchive } from '#platform/backup/read-archive.ts';
import { backupJobs, startNightlyBackup } from './backup.job.ts';
import { interrupted } from './backups.service.ts';

let api: TestApi;
let workspaceId: string;
let boss: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  workspaceId = await api.makeWorkspace({ timeZone: 'America/New_York' });
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(new Date());
  await api.db.deleteFrom('backups').execute();
  await api.db.updateTable('installation').set({ backs_up_nightly: false, kept_backups: 7 }).execute();
  await rm(join(api.dataDir, 'backups'), { recursive: true, force: true });
  boss = await api.signIn({ role: 'SUPERADMIN', workspaceId, displayName: 'Bo Boss' });
});

const path = '/installation/backups';
const list = async () => (await boss.get(path)).body.backups;
const listArchives = async () =>
  (await readdir(join(api.dataDir, 'backups')).catch(() => [])).filter((name) => name.includes('.tar'));
const make = async () => {
  const answer = await boss.post(path);
  await expect.poll(async () => (await list())[0].status, { timeout: 10_000 }).toBe('done');
  expect(answer.status).toBe(202);
  return (await list())[0];
};
const insert = async (row: { startedAt?: Date; isNightly?: boolean; isRunning?: boolean } = {}) => {
  const { startedAt = new Date(), isNightly = false, isRunning = false } = row;
  const id = newId();
  await mkdir(join(api.dataDir, 'backups'), { recursive: true });
  await writeFile(join(api.dataDir, 'backups', `${id}.tar.gz${isRunning ? '.part' : ''}`), 'archive');
  await api.db
    .insertInto('backups')
    .values({
      id,
      file_name: `${id}.tar.gz`,
      made_by: boss.userId,
      is_nightly: isNightly,
      started_at: startedAt,
      seen_at: startedAt,
      ...(isRunning ? {} : { status: 'done', size_bytes: 7, finished_at: startedAt }),
    })
    .execute();
  return id;
};

describe('a backup from the settings', () => {
  it('is made in the background, complete, and listed with size and author', async () => {
    expect(await list()).toEqual([]);
    const made = await make();
    expect(made).toMatchObject({
      percent: 100,
      madeBy: { id: boss.userId, displayName: 'Bo Boss' },
      isNightly: false,
      isHere: true,
      lostFiles: 0,
      error: null,
    });
    const [name] = await listArchives();
    const manifest = await readArchive(join(api.dataDir, 'backups', String(name)));
    expect(manifest.tables.find((table) => table.name === 'workspaces')?.rows).toBe(1);
    expect(made.sizeBytes).toBeGreaterThan(1_000);
    expect((await boss.get('/installation/audit?action=startBackup')).body.entries).toHaveLength(1);
  });

  it('is downloaded by ticket, which the audit log records', async () => {
    const bytes = randomBytes(50_000);
    expect((await boss.upload('/files?name=scan.bin', bytes)).status).toBe(201);
    const { id } = await make();
    const { url } = (await boss.post(`${path}/${String(id)}/open`)).body.ticket;
    const download = await api.app.inject({ url });
    expect(download).toMatchObject({ statusCode: 200, headers: { 'content-type': 'application/x-tar' } });
    expect(download.headers['content-disposition']).toMatch(/attachment; filename="handover-.*\.tar"/);
    // The unpacked download is a complete backup.
    const names: string[] = [];
    const tar = extract();
    tar.end(download.rawPayload);
    for await (const entry of tar) {
      names.push(entry.header.name);
      entry.resume();
    }
    expect(download.headers['content-length']).toBe(String(download.rawPayload.length));
    expect(names[0]).toMatch(/^handover-.*\.tar\.gz$/);
    expect(names.slice(1)).toEqual(
      await listObjectsBeside(join(api.dataDir, 'backups', String((await listArchives())[0]))),
    );
    expect(names.length).toBeGreaterThan(1);
    const [entry] = (await boss.get('/installation/audit?action=downloadBackup')).body.entries;
    expect(entry).toMatchObject({ subjectId: id, actor: { id: boss.userId } });
    await api.db.updateTable('users').set({ is_superadmin: false }).where('id', '=', boss.userId).execute();
    await api.db
      .insertInto('memberships')
      .values({ workspace_id: workspaceId, user_id: boss.userId, role: 'ADMIN', created_at: new Date() })
      .execute();
    expect((await api.guest.get(url.replace('/api', ''))).status).toBe(404);
  });

  it('is deleted with its archive', async () => {
    const id = await insert();
    expect(await listArchives()).toHaveLength(1);
    expect((await boss.delete(`${path}/${id}`)).status).toBe(204);
    expect([await list(), await listArchives()]).toEqual([[], []]);
    expect((await boss.delete(`${path}/${id}`)).status).toBe(404);
    expect((await boss.get('/installation/audit?action=deleteBackup')).body.entries.length).toBeGreaterThan(
      0,
    );
  });

  it('runs one at a time, and cannot be deleted or opened while running', async () => {
    const id = await insert({ isRunning: true });
    expect((await boss.post(path)).status).toBe(409);
    expect((await boss.delete(`${path}/${id}`)).status).toBe(422);
    expect((await boss.post(`${path}/${id}/open`)).status).toBe(422);
    expect((await boss.post(`${path}/${newId()}/open`)).status).toBe(404);
  });

  it('fails when its process is gone, and lets the next one start and clean up', async () => {
    await insert({ isRunning: true, startedAt: addMinutes(new Date(), -3) });
    expect((await list())[0]).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('interrupted'),
    });
    await make();
    expect((await list()).map(({ status }: { status: string }) => status)).toEqual(['done', 'failed']);
    expect((await listArchives()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('fails when its last heartbeat is in the future because the clock was wrong', async () => {
    await insert({ isRunning: true, startedAt: addMinutes(new Date(), 24 * 60) });
    const listStatus = async () => (await list()).map(({ status }: { status: string }) => status);
    expect(await listStatus()).toEqual(['failed']);
    expect((await boss.post(path)).status).toBe(202);
    await expect.poll(listStatus, { timeout: 10_000 }).toEqual(['failed', 'done']);
  });

  it('reports no more progress when it could not read the database', async () => {
    const id = await insert({ isRunning: true });
    const openSnapshot = () => Promise.reject(new Error('The database is down'));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      for (const job of backupJobs({ ...api.booted.background, openSnapshot })) await runJob(job, { id });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
    expect((await list())[0]).toMatchObject({ status: 'failed', error: 'The database is down' });
  });

  it('explains why it failed and leaves no data', async () => {
    await writeFile(join(api.dataDir, 'backups'), 'a file where the folder should be');
    await boss.post(path);
    await expect.poll(async () => (await list())[0].status, { timeout: 10_000 }).toBe('failed');
    expect((await list())[0].error).toMatch(/^No backup was created: /);
    await rm(join(api.dataDir, 'backups'));
  });

  it('is not offered on a server that does not have its archive', async () => {
    const id = await insert();
    await rm(join(api.dataDir, 'backups', `${id}.tar.gz`));
    expect((await list())[0].isHere).toBe(false);
    expect((await boss.post(`${path}/${id}/open`)).body.detail).toContain('another server');
  });
});

describe('a backup each night', () => {
  const schedule = (body: unknown) => boss.put(`${path}/schedule`, body);
  const night = async (at: string): Promise<number> => {
    api.clock.set(new Date(at));
    await startNightlyBackup(api.booted.background);
    await expect
      .poll(
        async () =>
          (await api.db.selectFrom('backups').select('id').where('status', '=', 'running').execute()).length,
        { timeout: 10_000 },
      )
      .toBe(0);
    return (await api.db.selectFrom('backups').select('id').where('is_nightly', '=', true).execute()).length;
  };

  it('is set, shown, and refused beyond its limits', async () => {
    expect((await schedule({ isNightly: true, keptCount: 3 })).body.schedule).toEqual({
      isNightly: true,
      keptCount: 3,
    });
    expect((await boss.get(path)).body.schedule).toEqual({ isNightly: true, keptCount: 3 });
    const answer = await schedule({ isNightly: true, keptCount: 0 });
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'keptCount']);
    expect(
      (await boss.get('/installation/audit?action=setBackupSchedule')).body.entries[0].detail,
    ).toMatchObject({
      isNightly: true,
      keptCount: 3,
    });
  });

  it('is made once after 2 AM in the workspace’s time zone, and again the next night', async () => {
    expect(await night('2026-11-22T07:00:00Z')).toBe(0);
    await schedule({ isNightly: true, keptCount: 7 });
    // Two in the morning in New York.
    expect(await night('2026-11-22T07:00:00Z')).toBe(1);
    expect(await night('2026-11-22T23:00:00Z')).toBe(1);
    expect(await night('2026-11-23T06:59:00Z')).toBe(1);
    expect(await night('2026-11-23T07:00:00Z')).toBe(2);
  });

  it('is made although the clock was wrong once and a backup is dated ahead', async () => {
    await schedule({ isNightly: true, keptCount: 7 });
    await insert({ startedAt: new Date('2027-11-22T07:00:00Z'), isNightly: true });
    expect(await night('2026-11-22T07:00:00Z')).toBe(2);
  });

  it('is begun again when it was interrupted, three times in a night', async () => {
    await schedule({ isNightly: true, keptCount: 7 });
    const tries: number[] = [];
    for (const minute of ['00', '10', '20', '30']) {
      tries.push(await night(`2026-11-22T07:${minute}:00Z`));
      await api.db
        .updateTable('backups')
        .set({ status: 'failed', size_bytes: null, error: interrupted })
        .where('is_nightly', '=', true)
        .execute();
    }
    expect(tries).toEqual([1, 2, 3, 3]);
  });

  it('says that it was interrupted when it ended with its server', async () => {
    await schedule({ isNightly: true, keptCount: 7 });
    const id = await insert({ isNightly: true, isRunning: true });
    for (const job of backupJobs(api.booted.background)) await runJob(job, { id }, AbortSignal.abort());
    expect((await list())[0]).toMatchObject({ id, status: 'failed', error: interrupted });
  });

  it('keeps surplus backups that are on another server', async () => {
    const elsewhere = await insert({ startedAt: new Date('2026-11-20T12:00:00Z'), isNightly: true });
    await rm(join(api.dataDir, 'backups', `${elsewhere}.tar.gz`));
    const here = await insert({ startedAt: new Date('2026-11-21T12:00:00Z'), isNightly: true });
    await schedule({ isNightly: true, keptCount: 1 });
    await night('2026-11-22T08:00:00Z');
    const ids = async () => (await list()).map(({ id }: { id: string }) => id);
    await expect.poll(ids, { timeout: 10_000 }).toEqual([expect.any(String), elsewhere]);
    expect(await listArchives()).not.toContain(`${here}.tar.gz`);
  });

  it('keeps the requested number of newest backups, and manual ones', async () => {
    const byHand = await insert({ startedAt: new Date('2026-11-01T12:00:00Z') });
    const oldest = await insert({ startedAt: new Date('2026-11-20T12:00:00Z'), isNightly: true });
    const newer = await insert({ startedAt: new Date('2026-11-21T12:00:00Z'), isNightly: true });
    await schedule({ isNightly: true, keptCount: 2 });
    await night('2026-11-22T08:00:00Z');
    const ids = async () => (await list()).map(({ id }: { id: string }) => id);
    // Surplus backups are deleted once the new one is complete, archive first.
    await expect.poll(ids, { timeout: 10_000 }).toEqual([expect.any(String), newer, byHand]);
    expect(await listArchives()).not.toContain(`${oldest}.tar.gz`);
    expect(await listArchives()).toHaveLength(3);
  });

  it('is reported once when it fails, to superadmins with a workspace, with a link to the backups', async () => {
    const office = await api.makeWorkspace({ name: 'Office' });
    const later = await api.makeWorkspace({ name: 'Office later' });
    for (const workspace_id of [later, office])
      await api.db
        .insertInto('memberships')
        .values({ workspace_id, user_id: boss.userId, role: 'ADMIN', created_at: new Date() })
        .execute();
    const admin = await api.signIn({ role: 'ADMIN', workspaceId: office });
    const notices = async (who: Caller, at = office) => {
      // Sessions use the real time.
      api.clock.set(new Date());
      const { body } = await who.get('/notifications', { workspaceId: at });
      return body.notifications.filter(({ type }: { type: string }) => type === 'backup.failed');
    };
    await schedule({ isNightly: true, keptCount: 7 });
    await writeFile(join(api.dataDir, 'backups'), 'a file where the folder should be');
    await night('2026-11-22T07:00:00Z');
    expect(await notices(boss)).toMatchObject([
      { title: expect.stringMatching(/^The nightly backup failed\. No backup was created: /), isRead: false },
    ]);
    await night('2026-11-23T07:00:00Z');
    expect(await notices(boss)).toHaveLength(1);
    await rm(join(api.dataDir, 'backups'));
    await night('2026-11-24T07:00:00Z');
    // An abandoned backup is detected automatically.
    await insert({ startedAt: new Date('2026-11-25T07:00:00Z'), isNightly: true, isRunning: true });
    await night('2026-11-25T07:30:00Z');
    expect(await notices(boss)).toMatchObject([{ title: expect.stringMatching(/interrupted/) }, {}]);
    expect([await notices(admin), await notices(boss, later)]).toEqual([[], []]);
  });

  it('is not reported when a person started it', async () => {
    await api.db
      .insertInto('memberships')
      .values({ workspace_id: workspaceId, user_id: boss.userId, role: 'ADMIN', created_at: new Date() })
      .execute();
    await writeFile(join(api.dataDir, 'backups'), 'a file where the folder should be');
    await boss.post(path);
    await expect.poll(async () => (await list())[0].status, { timeout: 10_000 }).toBe('failed');
    await rm(join(api.dataDir, 'backups'));
    expect((await boss.get('/notifications')).body.notifications).toEqual([]);
  });
});
