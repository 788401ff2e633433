import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';

let api: TestApi;
let home: string;
let boss: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  home = await api.makeWorkspace({ name: 'Home' });
});
afterAll(() => api.close());
beforeEach(async () => {
  boss = await api.signIn({ role: 'SUPERADMIN', workspaceId: home, displayName: 'Bo Boss' });
});

const path = '/installation/workspaces';
const wanted = { name: 'Harbor', timeZone: 'America/Chicago', currency: 'EUR', plan: 'Free' };
const list = async (query = '') => (await boss.get(`${path}?${query}`)).body;
const listEntries = async (action: string) =>
  (await boss.get(`/installation/audit?action=${action}`)).body.entries;

describe('a new workspace', () => {
  it('opens for its creator at once, with its own mailbox, and appears in the profile', async () => {
    const { status, body } = await boss.post(path, wanted);
    expect([status, body.workspace]).toEqual([
      201,
      {
        ...wanted,
        id: expect.any(String),
        logoUrl: null,
        people: 0,
        customers: 0,
        isPublic: false,
        createdAt: expect.any(String),
        archivedAt: null,
        version: 1,
      },
    ]);
    const there = { workspaceId: body.workspace.id };
    expect((await boss.post('/users', { name: 'Ann' }, there)).status).toBe(201);
    expect((await boss.get('/mail-account', there)).status).toBe(200);
    const { user } = (await boss.get('/auth/profile', there)).body;
    expect(user).toMatchObject({ workspaceId: body.workspace.id, timeZone: 'America/Chicago' });
    expect(user.workspaces).toContainEqual(
      expect.objectContaining({ id: body.workspace.id, name: 'Harbor', plan: 'Free' }),
    );
  });

  it('rejects an invalid time zone, currency, plan, or name', async () => {
    for (const [field, value] of [
      ['name', ' '],
      ['timeZone', 'Mars/Base'],
      ['currency', 'usd'],
      ['plan', 'Gold'],
    ] as const) {
      const answer = await boss.post(path, { ...wanted, [field]: value });
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, field]);
    }
  });

  it('is made once by a request that is sent again', async () => {
    const extras = { headers: { 'idempotency-key': newId() } };
    const [first, again] = [await boss.post(path, wanted, extras), await boss.post(path, wanted, extras)];
    expect(again.body.workspace.id).toBe(first.body.workspace.id);
  });

  it('is recorded in the audit log of the installation and of no workspace', async () => {
    const { id } = (await boss.post(path, wanted)).body.workspace;
    expect((await listEntries('createWorkspace'))[0]).toMatchObject({
      subjectId: id,
      actor: { id: boss.userId },
      detail: { name: 'Harbor', plan: 'Free' },
    });
    expect((await boss.get('/audit?action=createWorkspace')).body.entries).toEqual([]);
  });
});

describe('the list of workspaces', () => {
  it('counts members and customers, without clients, the trash, and ended invitations', async () => {
    const id = await api.makeWorkspace({ name: 'Counted' });
    const admin = await api.signIn({ role: 'ADMIN', workspaceId: id });
    const gone = await api.signIn({ role: 'STAFF', workspaceId: id });
    await api.signIn({ role: 'CLIENT', workspaceId: id });
    await admin.post(`/people/${gone.userId}/deactivate`, { version: 1, handOverTo: null });
    await admin.post('/invitations', { email: 'one@people.test', role: 'STAFF' });
    await admin.post('/invitations', { email: 'ONE@people.test', role: 'ADMIN' });
    const customerId = await api.makeCustomer(id);
    await api.makeCustomer(id);
    await admin.delete(`/users/${customerId}`);
    const { workspaces } = await list('q=counted');
    expect(workspaces).toMatchObject([{ name: 'Counted', people: 2, customers: 1 }]);
  });

  it('is searched, and pages by name without loss', async () => {
    for (const name of ['Page b', 'page A', 'Page c']) await api.makeWorkspace({ name });
    const first = await list('q=PAGE&limit=2');
    const second = await list(`q=PAGE&limit=2&cursor=${String(first.nextCursor)}`);
    const names = [...first.workspaces, ...second.workspaces].map((one: { name: string }) => one.name);
    expect([names, first.total, second.nextCursor]).toEqual([['page A', 'Page b', 'Page c'], 3, null]);
  });

  it('says which one the public pages use', async () => {
    const { workspaces } = await list('q=Home');
    expect(workspaces).toMatchObject([{ id: home, isPublic: true }]);
  });
});

describe('a change', () => {
  it('renames and changes the plan, recorded with before and after', async () => {
    const id = await api.makeWorkspace({ name: 'Before' });
    const answer = await boss.patch(`${path}/${id}`, { version: 1, name: 'After', plan: 'Free' });
    expect(answer.body.workspace).toMatchObject({ name: 'After', plan: 'Free', version: 2 });
    expect((await listEntries('changeWorkspace'))[0].detail).toEqual({
      name: { from: 'Before', to: 'After' },
      plan: { from: 'Pro', to: 'Free' },
    });
  });

  it('of the name renames the sender of its email, unless the sender has a name of its own', async () => {
    const { id } = (await boss.post(path, wanted)).body.workspace;
    const there = { workspaceId: id };
    const getSender = async () => (await boss.get('/mail-account', there)).body.mailAccount;
    await boss.patch('/workspace', { version: 1, name: 'Sunrise' }, there);
    expect((await getSender()).name).toBe('Sunrise');
    await boss.patch(`${path}/${String(id)}`, { version: 2, name: 'Sunset' });
    const { name, version } = await getSender();
    expect(name).toBe('Sunset');
    await boss.patch('/mail-account', { version, name: 'Sunset Brokers' }, there);
    await boss.patch('/workspace', { version: 3, name: 'Moonlight' }, there);
    expect((await getSender()).name).toBe('Sunset Brokers');
  });

  it('rejects a stale version and unknown workspaces', async () => {
    const id = await api.makeWorkspace({ name: 'Seen' });
    await boss.patch(`${path}/${id}`, { version: 1, plan: 'Free' });
    expect(await boss.patch(`${path}/${id}`, { version: 1, name: 'Late' })).toMatchObject({
      status: 409,
      body: { current: { name: 'Seen', plan: 'Free', version: 2 } },
    });
    expect((await boss.patch(`${path}/${newId()}`, { version: 1, plan: 'Free' })).status).toBe(404);
    expect((await boss.patch(`${path}/${id}`, { version: 2, name: '' })).body.errors[0].path).toBe('name');
  });
});
