import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { addMinutes } from '#lib/clock.ts';
import { newId } from '#lib/ids.ts';
import { copySeal, getSealFile, type Seal } from '#platform/audit/seal-copies.ts';
import { sealAudit } from '#platform/audit/seal.ts';

let api: TestApi;
let owner: pg.Client;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await api.close();
});
beforeEach(async () => {
  workspaceId = await api.makeWorkspace({ timeZone: 'America/New_York' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: '=Ada' });
});

const seal = () => sealAudit(api.db, new Date());
const listEntries = async (query = '') => (await admin.get(`/audit?${query}`)).body.entries;

describe('the audit log', () => {
  it('shows who wrote what from where, and when it is sealed', async () => {
    const { id } = (await admin.post('/users', { name: 'Ann' })).body.user;
    expect(await listEntries()).toMatchObject([
      {
        actor: { id: admin.userId, displayName: '=Ada' },
        action: 'createCustomer',
        subjectId: id,
        subject: { type: 'customer', name: 'Ann' },
        ipAddress: '127.0.0.1',
        isSealed: false,
      },
    ]);
    await seal();
    expect((await listEntries())[0].isSealed).toBe(true);
  });

  it('is filtered by person, action, record and calendar days of the workspace', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    // 8 p.m. on the 20th in New York.
    api.clock.set(new Date('2026-11-21T01:00:00Z'));
    const { id } = (await staff.post('/users', { name: 'Ann' })).body.user;
    api.clock.set(new Date('2026-11-21T05:00:00Z'));
    await admin.patch(`/users/${String(id)}`, { version: 1, name: 'Anna' });
    await admin.post('/tags', { name: 'Hot' });
    api.clock.set(new Date());
    const actions = async (query: string) =>
      (await listEntries(query)).map(({ action }: { action: string }) => action);
    expect(await actions(`actorId=${staff.userId}`)).toEqual(['createCustomer']);
    expect(await actions('action=createTag')).toEqual(['createTag']);
    expect(await listEntries('action=createTag')).toMatchObject([{ subject: null }]);
    expect(await listEntries('action=createCustomer')).toMatchObject([{ subject: { name: 'Anna' } }]);
    expect(await actions(`subjectId=${String(id)}`)).toEqual(['updateCustomer', 'createCustomer']);
    expect(await actions('from=2026-11-20&to=2026-11-20')).toEqual(['createCustomer']);
    expect(await actions('from=2026-11-21')).toEqual(['createTag', 'updateCustomer']);
    expect((await admin.get('/audit/actions')).body.actions).toEqual([
      'createCustomer',
      'createTag',
      'updateCustomer',
    ]);
    expect((await admin.get('/audit?from=yesterday')).status).toBe(400);
  });

  it('names members, tags, fields, and shared views by their current names, but no private views', async () => {
    const [gone, next] = [
      await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Gone Roe' }),
      await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Next Lee' }),
    ];
    const { tag } = (await admin.post('/tags', { name: 'Hot' })).body;
    const field = { recordType: 'customer', name: 'Chairs', kind: 'number', choices: [] };
    const { customField } = (await admin.post('/custom-fields', field)).body;
    const { user } = (await admin.post('/users', { name: 'Ann' })).body;
    await admin.patch(`/users/${String(user.id)}`, { version: 1, custom: { [customField.id]: 3 } });
    const settings = { filter: {}, sort: null, columns: null, density: null };
    const view = { name: 'Mine', isShared: false, recordType: 'customer', settings };
    const { savedView } = (await next.post('/saved-views', view)).body;
    await admin.post('/invitations', { email: 'new@people.test', role: 'STAFF' });
    const left = await admin.post(`/people/${gone.userId}/deactivate`, {
      version: 1,
      handOverTo: next.userId,
    });
    expect(left.status, left.text).toBeLessThan(300);
    const find = async (action: string) => (await listEntries(`action=${action}`))[0].names;
    expect(await find('deactivatePerson')).toEqual({ [gone.userId]: 'Gone Roe', [next.userId]: 'Next Lee' });
    expect(await find('createTag')).toEqual({ [tag.id]: 'Hot' });
    expect(await find('updateCustomer')).toEqual({ [user.id]: 'Ann', [customField.id]: 'Chairs' });
    expect(Object.values(await find('createInvitation'))).toEqual(['new@people.test']);
    expect(savedView).toMatchObject({ name: 'Mine' });
    expect(await find('createSavedView')).toEqual({});
  });

  it('pages without loss and stays in its workspace', async () => {
    for (const name of ['One', 'Two', 'Three']) await admin.post('/tags', { name });
    const first = (await admin.get('/audit?limit=2')).body;
    const second = (await admin.get(`/audit?limit=2&cursor=${String(first.nextCursor)}`)).body;
    expect([first.total, second.total, first.entries.length, second.entries.length]).toEqual([3, 3, 2, 1]);
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await stranger.get('/audit')).body).toMatchObject({ entries: [], total: 0 });
  });

  it('is exported completely as a table without formulas', async () => {
    for (const name of ['One', 'Two']) await admin.post('/tags', { name });
    const { url } = (await admin.post('/audit/export', { action: 'createTag' })).body.ticket;
    const csv = await admin.get(url.replace('/api', ''));
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = csv.text.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('Time,Person,Action,Record,Details,IP address,Sealed');
    expect(lines[1]).toContain("'=Ada,createTag");
    expect((await listEntries('action=downloadAudit')).length).toBe(1);
  });

  it('is no longer exported for a former administrator', async () => {
    await api.signIn({ role: 'ADMIN', workspaceId });
    const { url } = (await admin.post('/audit/export', {})).body.ticket;
    await api.db
      .updateTable('memberships')
      .set({ role: 'STAFF' })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', admin.userId)
      .execute();
    expect((await admin.get(url.replace('/api', ''))).status).toBe(404);
  });
});

describe('the audit log of the installation', () => {
  let boss: Caller;
  beforeEach(async () => {
    boss = await api.signIn({ role: 'SUPERADMIN', workspaceId, displayName: 'Bo Boss' });
  });
  const ofInstallation = async (query = '') => (await boss.get(`/installation/audit?${query}`)).body;

  it('contains only entries that belong to no workspace', async () => {
    await admin.patch('/auth/profile', { version: 1, displayName: 'Ada Lovelace', phone: null });
    await admin.post('/tags', { name: 'Hot' });
    const { version } = (await boss.get('/installation/settings')).body.installation;
    await boss.patch('/installation/settings', { version, tagline: 'New' });
    const [setting, profile] = (await ofInstallation()).entries;
    expect(setting).toMatchObject({
      action: 'updateInstallationSettings',
      actor: { id: boss.userId, displayName: 'Bo Boss' },
      detail: { changed: ['tagline'] },
    });
    expect(profile).toMatchObject({ action: 'updateProfile', actor: { id: admin.userId } });
    expect((await ofInstallation('action=createTag')).total).toBe(0);
    expect((await listEntries()).map(({ action }: { action: string }) => action)).toEqual(['createTag']);
  });

  it('is filtered, names its actions, and pages by itself', async () => {
    for (const name of ['One', 'Two', 'Three'])
      await boss.post('/installation/workspaces', {
        name,
        timeZone: 'UTC',
        currency: 'USD',
        plan: 'Pro',
      });
    const query = `actorId=${boss.userId}&action=createWorkspace`;
    const first = await ofInstallation(`${query}&limit=2`);
    const second = await ofInstallation(`${query}&limit=2&cursor=${String(first.nextCursor)}`);
    expect([first.total, first.entries.length, second.entries.length]).toEqual([3, 2, 1]);
    expect((await boss.get('/installation/audit/actions')).body.actions).toContain('createWorkspace');
    expect((await boss.get('/audit/actions')).body.actions).not.toContain('createWorkspace');
    // The cursor of one log is not valid for another.
    expect((await boss.get(`/audit?${query}&limit=2&cursor=${String(first.nextCursor)}`)).status).toBe(400);
  });

  it('can be exported by superadmins, which is recorded', async () => {
    await admin.patch('/auth/profile', { version: 1, displayName: 'Ada Lovelace', phone: null });
    const filter = { action: 'updateProfile', actorId: admin.userId };
    const { url } = (await boss.post('/installation/audit/export', filter)).body.ticket;
    const csv = await boss.get(url.replace('/api', ''));
    expect(csv.headers['content-disposition']).toMatch(/Audit log of the installation/);
    expect(csv.text.trim().split('\r\n')).toHaveLength(2);
    const actions = (await ofInstallation(`actorId=${boss.userId}`)).entries.map(
      ({ action }: { action: string }) => action,
    );
    expect(actions).toEqual(['downloadAudit', 'exportInstallationAudit']);
    await api.db.updateTable('users').set({ is_superadmin: false }).where('id', '=', boss.userId).execute();
    await api.db
      .insertInto('memberships')
      .values({ workspace_id: workspaceId, user_id: boss.userId, role: 'ADMIN', created_at: new Date() })
      .execute();
    expect((await boss.get(url.replace('/api', ''))).status).toBe(404);
  });
});

describe('the check of the seals', () => {
  const check = async () => {
    await admin.post('/audit/checks');
    await expect
      .poll(async () => (await admin.get('/audit/checks/latest')).body.check.status)
      .not.toBe('running');
    return (await admin.get('/audit/checks/latest')).body.check;
  };

  it('finds the chain intact, then the entry that somebody changed directly in the database', async () => {
    await admin.post('/tags', { name: 'Sealed' });
    await seal();
    const whole = await check();
    expect(whole).toMatchObject({ status: 'intact', firstBadSeal: null, missingEntries: 0 });
    expect(whole.entries).toBeGreaterThan(0);
    const [{ id }] = await listEntries('action=createTag');
    await owner.query("UPDATE audit_entries SET detail = '{}' WHERE id = $1", [id]);
    expect((await check()).status).toBe('intact');
    await owner.query("UPDATE audit_entries SET action = 'forged' WHERE id = $1", [id]);
    const forged = await check();
    expect(forged).toMatchObject({ status: 'broken', firstBadSeal: expect.any(Number) });
    await owner.query("UPDATE audit_entries SET action = 'createTag' WHERE id = $1", [id]);
    expect((await check()).status).toBe('intact');
  });

  it('reports an entry that is neither sealed nor pending', async () => {
    await admin.post('/tags', { name: 'Lost' });
    const [{ id }] = await listEntries('action=createTag');
    await owner.query('DELETE FROM audit_pending WHERE entry_id = $1', [id]);
    expect(await check()).toMatchObject({ status: 'broken', firstBadSeal: null, missingEntries: 1 });
    await owner.query('INSERT INTO audit_pending (entry_id) VALUES ($1)', [id]);
    expect((await check()).status).toBe('intact');
  });

  it('names the copied seal that is no longer in the database', async () => {
    await admin.post('/tags', { name: 'Copied' });
    const { logger } = api.booted.platform;
    const copy = (made: Seal) => copySeal(made, { dataDir: api.dataDir, logger });
    await sealAudit(api.db, new Date(), copy);
    expect(await check()).toMatchObject({ status: 'intact', copiedSeals: 1, cutOff: null });
    const sealedAt = new Date('2026-11-23T10:00:00Z');
    await copy({ seq: 99_999, hash: Buffer.alloc(32), sealedAt });
    const cutOff = { seal: 99_999, sealedAt: '2026-11-23T10:00:00.000Z' };
    expect(await check()).toMatchObject({ status: 'broken', cutOff });
    await rm(getSealFile(api.dataDir));
  });

  const insertRunning = async (startedAt: Date) => {
    const id = newId();
    await api.db.insertInto('audit_checks').values({ id, started_at: startedAt }).execute();
    return id;
  };
  const start = async () => (await admin.post('/audit/checks')).body.check.id;

  it('is shared by all who request it while it runs', async () => {
    const id = await insertRunning(new Date());
    expect([await start(), await start()]).toEqual([id, id]);
    const end = { status: 'failed' as const, finished_at: new Date() };
    await api.db.updateTable('audit_checks').set(end).where('id', '=', id).execute();
  });

  it('that was interrupted is marked as such and allows another', async () => {
    const id = await insertRunning(addMinutes(new Date(), -7 * 60));
    expect((await admin.get('/audit/checks/latest')).body.check.status).not.toBe('running');
    expect(await start()).not.toBe(id);
  });
});
