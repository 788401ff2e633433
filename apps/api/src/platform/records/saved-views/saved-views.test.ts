import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let ann: Caller;
let bob: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  ann = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Ann' });
  bob = await api.signIn({ role: 'STAFF', workspaceId });
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const settings = {
  filter: {
    status: 'banned',
    isVerified: 'true',
    isUnsubscribed: 'true',
    tagId: ['0199a000-0000-7000-8000-000000000001'],
  },
  sort: '-createdAt,name',
  columns: ['name', 'company'],
  density: 'compact',
};
const save = async (caller: Caller, parts: object = {}) =>
  (await caller.post('/saved-views', { name: 'Banned', settings, ...parts })).body.savedView;
const names = async (caller: Caller): Promise<string[]> =>
  (await caller.get('/saved-views')).body.savedViews.map(({ name }: { name: string }) => name);

describe('saved views', () => {
  it('keep what a list shows, as it was sent', async () => {
    expect(await save(ann)).toMatchObject({
      name: 'Banned',
      isShared: false,
      settings,
      owner: { id: ann.userId, displayName: 'Ann' },
      version: 1,
      abilities: { canUpdate: true },
    });
  });

  it('are their owner’s alone until they are shared', async () => {
    const { id } = await save(ann);
    expect(await names(bob)).toEqual([]);
    expect((await bob.patch(`/saved-views/${id}`, { version: 1, name: 'x' })).status).toBe(404);
    await ann.patch(`/saved-views/${id}`, { version: 1, isShared: true });
    expect((await bob.get('/saved-views')).body.savedViews).toMatchObject([
      { name: 'Banned', abilities: { canUpdate: false } },
    ]);
    expect((await bob.patch(`/saved-views/${id}`, { version: 2, name: 'x' })).status).toBe(403);
    expect((await bob.delete(`/saved-views/${id}`)).status).toBe(403);
    expect((await admin.patch(`/saved-views/${id}`, { version: 2, name: 'Ours' })).status).toBe(200);
    expect((await admin.patch(`/saved-views/${id}`, { version: 3, isShared: false })).status).toBe(403);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(await names(elsewhere)).toEqual([]);
    expect((await elsewhere.delete(`/saved-views/${id}`)).status).toBe(404);
  });

  it('are deleted with a way back', async () => {
    const { id } = await save(ann);
    expect((await ann.delete(`/saved-views/${id}`)).status).toBe(204);
    expect(await names(ann)).toEqual([]);
    expect((await ann.delete(`/saved-views/${id}`)).status).toBe(404);
    expect((await ann.patch(`/saved-views/${id}`, { version: 2, name: 'x' })).status).toBe(422);
    expect((await ann.post(`/saved-views/${id}/restore`)).body.savedView.name).toBe('Banned');
    expect(await names(ann)).toEqual(['Banned']);
  });

  it('refuse the second of two writers', async () => {
    const { id } = await save(ann);
    await ann.patch(`/saved-views/${id}`, { version: 1, name: 'First' });
    const second = await ann.patch(`/saved-views/${id}`, { version: 1, name: 'Second' });
    expect([second.status, second.body.code, second.body.current.name]).toEqual([
      409,
      'STALE_VERSION',
      'First',
    ]);
  });

  it('refuse what the list could not show', async () => {
    const status = async (parts: object): Promise<number> =>
      (await ann.post('/saved-views', { name: 'x', settings: { ...settings, ...parts } })).status;
    expect(await status({ filter: { nonsense: '1' } })).toBe(400);
    expect(await status({ sort: 'nonsense' })).toBe(400);
    expect(await status({ columns: ['<b>'] })).toBe(400);
    expect(await status({ density: 'huge' })).toBe(400);
    expect((await ann.post('/saved-views', { name: ' ', settings })).status).toBe(400);
  });

  it('belong to the list of one record type, and take its filters and orders only', async () => {
    const view = (recordType: string, filter: object, sort: string | null = null) =>
      ann.post('/saved-views', { recordType, name: 'Mine', settings: { ...settings, filter, sort } });
    const { body } = await view('business', { stage: 'packaging', isOpen: 'true' }, '-askingPrice,name');
    expect(body.savedView).toMatchObject({ recordType: 'business', settings: { sort: '-askingPrice,name' } });
    expect((await view('task', { assigneeId: 'me', status: ['open'] }, 'priority')).status).toBe(201);
    const wrong = await view('business', { status: 'banned' });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'settings.filter']);
    const order = await view('task', {}, 'company');
    expect([order.status, order.body.errors[0].path]).toEqual([400, 'settings.sort']);
    expect((await view('invoice', {})).status).toBe(400);
    expect(await names(ann)).toEqual([]);
    const { savedViews } = (await ann.get('/saved-views?recordType=business')).body;
    expect(savedViews.map(({ id }: { id: string }) => id)).toEqual([body.savedView.id]);
    const change = { version: 1, settings: { ...settings, sort: null } };
    expect((await ann.patch(`/saved-views/${String(body.savedView.id)}`, change)).status).toBe(400);
  });

  it('are hidden from staff without the area of their record type', async () => {
    const { id } = await save(ann, { recordType: 'task', settings: { ...settings, filter: {}, sort: null } });
    await api.db
      .updateTable('workspaces')
      .set({ staff_access: ['users'] })
      .where('id', '=', workspaceId)
      .execute();
    expect((await ann.get('/saved-views?recordType=task')).status).toBe(403);
    expect((await ann.patch(`/saved-views/${String(id)}`, { version: 1, name: 'New' })).status).toBe(404);
    expect((await ann.get('/saved-views')).status).toBe(200);
  });
});
