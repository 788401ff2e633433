import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { openEventStream } from '#test/event-stream.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { withLock } from '#test/with-lock.ts';

let api: TestApi;
let workspaceId: string;
let ann: Caller;
let bob: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
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
const listNames = async (caller: Caller): Promise<string[]> =>
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
    expect(await listNames(bob)).toEqual([]);
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
    expect(await listNames(elsewhere)).toEqual([]);
    expect((await elsewhere.delete(`/saved-views/${id}`)).status).toBe(404);
  });

  it('can be deleted and restored', async () => {
    const { id } = await save(ann);
    expect((await ann.delete(`/saved-views/${id}`)).status).toBe(204);
    expect(await listNames(ann)).toEqual([]);
    expect((await ann.delete(`/saved-views/${id}`)).status).toBe(404);
    expect((await ann.patch(`/saved-views/${id}`, { version: 2, name: 'x' })).status).toBe(422);
    expect((await ann.post(`/saved-views/${id}/restore`)).body.savedView.name).toBe('Banned');
    expect(await listNames(ann)).toEqual(['Banned']);
  });

  it('reject the second of two concurrent changes', async () => {
    const { id } = await save(ann);
    await ann.patch(`/saved-views/${id}`, { version: 1, name: 'First' });
    const second = await ann.patch(`/saved-views/${id}`, { version: 1, name: 'Second' });
    expect([second.status, second.body.code, second.body.current.name]).toEqual([
      409,
      'STALE_VERSION',
      'First',
    ]);
  });

  it('reject settings that the list cannot show', async () => {
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
    expect(await listNames(ann)).toEqual([]);
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

describe('a deleted custom field or choice', () => {
  const addField = async () => {
    const choices = [{ label: 'Small' }, { label: 'Large' }];
    const { body } = await admin.post('/custom-fields', { name: 'Size', kind: 'choice', choices });
    const { id, choices: made } = body.customField;
    const [small, large] = made;
    const custom = [`${String(id)}:is:${String(small.id)}`, `${String(id)}:is:${String(large.id)}`];
    const named = {
      filter: { custom },
      sort: `name,-custom.${String(id)}`,
      columns: [`custom.${String(id)}`],
    };
    return { path: `/custom-fields/${String(id)}`, custom, large, named: { ...settings, ...named } };
  };
  const plain = { filter: {}, sort: 'name', columns: [] };

  it('is left out of a view that is saved afterwards', async () => {
    const { path, custom, large, named } = await addField();
    await admin.patch(path, { version: 1, choices: [large] });
    const { id, settings: saved } = await save(ann, { settings: named });
    expect(saved).toEqual({ ...named, filter: { custom: [custom[1]] } });
    await admin.delete(path);
    expect((await save(ann, { settings: named })).settings).toMatchObject(plain);
    const { body } = await ann.patch(`/saved-views/${String(id)}`, { version: 2, settings: named });
    expect(body.savedView.settings).toMatchObject(plain);
  });

  it('is taken out of a view in a new version, and open pages reload it', async () => {
    const { path, large, named } = await addField();
    const { id } = await save(ann, { settings: named });
    const { id: other } = await save(ann, { settings: { ...named, filter: {} } });
    const stream = await openEventStream(await api.app.listen({ port: 0, host: '127.0.0.1' }), ann);
    await admin.patch(path, { version: 1, choices: [large] });
    await stream.waitFor(`"noun":"view","id":"${String(id)}"`);
    stream.stop();
    const { savedViews } = (await ann.get('/saved-views')).body;
    expect(savedViews).toMatchObject([
      { id, version: 2 },
      { id: other, version: 1 },
    ]);
    const stale = await ann.patch(`/saved-views/${String(id)}`, { version: 1, settings: named });
    expect(stale.status).toBe(409);
  });

  it('is removed from what the owner saves in the meantime', async () => {
    const { path, named } = await addField();
    const { id } = await save(ann, { settings: named });
    const saved = JSON.stringify({ ...named, sort: '-createdAt' });
    const { status } = await withLock(
      api,
      async (owner) => {
        await owner.query('BEGIN');
        await owner.query(
          'UPDATE saved_views SET settings = $1, version = 2 WHERE workspace_id = $2 AND id = $3',
          [saved, workspaceId, id],
        );
      },
      () => admin.delete(path),
    );
    expect(status).toBe(204);
    expect((await ann.get('/saved-views')).body.savedViews).toMatchObject([
      { version: 3, settings: { filter: {}, sort: '-createdAt', columns: [] } },
    ]);
  });
});
