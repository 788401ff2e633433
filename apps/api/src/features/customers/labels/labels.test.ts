import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const makeTag = async (name: string): Promise<string> => (await admin.post('/tags', { name })).body.tag.id;
const addCustomer = async (name: string, parts: Record<string, unknown>): Promise<string> =>
  (await admin.post('/users', { name, ...parts })).body.user.id;
const customer = async (id: string) => (await admin.get(`/users/${id}`)).body.user;
const tagNames = async (id: string) => (await customer(id)).tags.map(({ name }: { name: string }) => name);
const saveView = (filter: Record<string, unknown>) =>
  admin.post('/saved-views', {
    name: `View ${newId()}`,
    settings: { filter, sort: null, columns: null, density: null },
  });
const viewFilters = async () =>
  (await admin.get('/saved-views')).body.savedViews.map(
    (view: { settings: { filter: unknown } }) => view.settings.filter,
  );
const use = async (noun: 'tags' | 'sources') =>
  (await admin.get(`/${noun}/use`)).body[noun].map(
    ({ name, useCount }: { name: string; useCount: number }) => [name, useCount],
  );

describe('a tag', () => {
  it('is neither listed nor set by another workspace, also not on many records', async () => {
    const id = await makeTag('Hot');
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await elsewhere.get('/tags')).body.tags).toEqual([]);
    expect((await elsewhere.post('/users', { name: 'Ann', tagIds: [id] })).status).toBe(400);
    const input = { action: 'tag', tagIds: [id] };
    for (const recordType of ['customer', 'document'])
      expect(
        await elsewhere.post('/bulk-runs', { recordType, selection: { filter: {} }, input }),
      ).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'input.tagIds' }] },
      });
  });

  it('is renamed on the customers that carry it', async () => {
    const id = await makeTag('Hot');
    const ann = await addCustomer('Ann', { tagIds: [id] });
    expect((await admin.patch(`/tags/${id}`, { name: 'Warm' })).body.tag).toMatchObject({
      name: 'Warm',
      useCount: 1,
    });
    expect(await tagNames(ann)).toEqual(['Warm']);
  });

  it('rejects the name of another, in any case', async () => {
    const id = await makeTag('Hot');
    await makeTag('Cold');
    expect(await admin.patch(`/tags/${id}`, { name: 'COLD' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'name' }] },
    });
    expect((await admin.patch(`/tags/${id}`, { name: 'HOT' })).status).toBe(200);
  });

  it('is merged into another once per customer, and views follow', async () => {
    const [from, into] = [await makeTag('Lead'), await makeTag('Prospect')];
    const both = await addCustomer('Both', { tagIds: [from, into] });
    const one = await addCustomer('One', { tagIds: [from] });
    await saveView({ tagId: [from, into] });
    await saveView({ tagId: from });
    expect((await admin.post(`/tags/${from}/merge`, { into })).body.tag).toMatchObject({
      id: into,
      useCount: 2,
    });
    expect([await tagNames(both), await tagNames(one)]).toEqual([['Prospect'], ['Prospect']]);
    expect(await viewFilters()).toEqual([{ tagId: [into] }, { tagId: into }]);
    expect(await use('tags')).toEqual([['Prospect', 2]]);
    expect((await admin.post(`/tags/${into}/merge`, { into })).status).toBe(400);
  });

  it('is counted, merged, and removed on documents as on customers', async () => {
    const [from, into] = [await makeTag('Lease'), await makeTag('Premises')];
    await addCustomer('Ann', { tagIds: [from] });
    const { document } = (await admin.upload('/documents?name=lease.txt', 'text')).body;
    const tagsOf = async () => (await admin.get(`/documents/${String(document.id)}`)).body.document.tags;
    const tagged = await admin.patch(`/documents/${String(document.id)}`, { version: 1, tagIds: [from] });
    expect(tagged.body.document.tags).toEqual([{ id: from, name: 'Lease' }]);
    expect((await admin.get('/tags/use')).body.tags).toEqual([
      {
        id: from,
        name: 'Lease',
        useCount: 2,
        uses: [
          { recordType: 'customer', count: 1 },
          { recordType: 'document', count: 1 },
        ],
      },
      { id: into, name: 'Premises', useCount: 0, uses: [] },
    ]);
    await admin.post(`/tags/${from}/merge`, { into });
    expect(await tagsOf()).toEqual([{ id: into, name: 'Premises' }]);
    expect((await admin.delete(`/tags/${into}`)).status).toBe(204);
    expect(await tagsOf()).toEqual([]);
  });

  it('is removed from customers and views', async () => {
    const id = await makeTag('Old');
    const ann = await addCustomer('Ann', { tagIds: [id] });
    await saveView({ tagId: [id] });
    await saveView({ tagId: id, status: 'active' });
    expect((await admin.delete(`/tags/${id}`)).status).toBe(204);
    expect(await tagNames(ann)).toEqual([]);
    expect(await viewFilters()).toEqual([{ tagId: [] }, { status: 'active' }]);
  });
});

describe('a source', () => {
  it('comes by itself with the first customer that names it', async () => {
    await addCustomer('Ann', { source: 'Referral' });
    await addCustomer('Ben', { source: 'Referral' });
    await admin.post('/sources', { name: 'Fair' });
    expect(await use('sources')).toEqual([
      ['Fair', 0],
      ['Referral', 2],
    ]);
    expect((await admin.post('/sources', { name: 'fair' })).status).toBe(409);
  });

  it('is renamed, merged and removed on customers and views', async () => {
    const ann = await addCustomer('Ann', { source: 'Web' });
    const ben = await addCustomer('Ben', { source: 'Site' });
    await saveView({ source: 'Web' });
    const { sources } = (await admin.get('/sources/use')).body;
    const idOf = (name: string) => sources.find((one: { name: string }) => one.name === name).id;
    await admin.patch(`/sources/${idOf('Web')}`, { name: 'Website' });
    expect((await customer(ann)).source).toBe('Website');
    expect(await viewFilters()).toEqual([{ source: 'Website' }]);
    await admin.post(`/sources/${idOf('Site')}/merge`, { into: idOf('Web') });
    expect((await customer(ben)).source).toBe('Website');
    expect(await use('sources')).toEqual([['Website', 2]]);
    await admin.delete(`/sources/${idOf('Web')}`);
    expect([(await customer(ann)).source, await viewFilters()]).toEqual([null, [{}]]);
    expect(await use('sources')).toEqual([]);
  });
});

it('of another workspace is not there', async () => {
  const id = await makeTag('Ours');
  const own = await makeTag('Theirs');
  const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
  expect((await stranger.patch(`/tags/${id}`, { name: 'Taken' })).status).toBe(404);
  expect((await stranger.post(`/tags/${id}/merge`, { into: own })).status).toBe(404);
  expect((await stranger.get('/tags/use')).body.tags).toEqual([]);
});
