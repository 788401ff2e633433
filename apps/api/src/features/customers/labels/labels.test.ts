import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';
import { listJobs } from '#registry.ts';
import { newId } from '#lib/ids.ts';
import { sourceJobs } from './move-source.job.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  // Jobs are queued but not run: the tests move customers themselves.
  await api.booted.jobs.start(listJobs(api.booted.background));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const makeTag = async (name: string): Promise<string> => (await admin.post('/tags', { name })).body.tag.id;
const addCustomer = async (name: string, parts: Record<string, unknown>): Promise<string> =>
  (await admin.post('/users', { name, ...parts })).body.user.id;
const getCustomer = async (id: string) => (await admin.get(`/users/${id}`)).body.user;
const listTagNames = async (id: string) =>
  (await getCustomer(id)).tags.map(({ name }: { name: string }) => name);
const saveView = (filter: Record<string, unknown>) =>
  admin.post('/saved-views', {
    name: `View ${newId()}`,
    settings: { filter, sort: null, columns: null, density: null },
  });
const listViewFilters = async () =>
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
    expect(await listTagNames(ann)).toEqual(['Warm']);
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
    expect([await listTagNames(both), await listTagNames(one)]).toEqual([['Prospect'], ['Prospect']]);
    expect(await listViewFilters()).toEqual([{ tagId: [into] }, { tagId: into }]);
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
    expect(await listTagNames(ann)).toEqual([]);
    expect(await listViewFilters()).toEqual([{ tagId: [] }, { status: 'active' }]);
  });
});

describe('a source', () => {
  it('is created automatically with the first customer that has it', async () => {
    await addCustomer('Ann', { source: 'Referral' });
    await addCustomer('Ben', { source: 'Referral' });
    await admin.post('/sources', { name: 'Fair' });
    expect(await use('sources')).toEqual([
      ['Fair', 0],
      ['Referral', 2],
    ]);
    expect((await admin.post('/sources', { name: 'fair' })).status).toBe(409);
  });

  const idsByName = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await admin.get('/sources')).body.sources.map((one: { name: string; id: string }) => [
        one.name,
        one.id,
      ]),
    );
  const sourceOf = async (id: string): Promise<string | null> => (await getCustomer(id)).source;
  async function moveCustomers(name: string): Promise<void> {
    const [job] = sourceJobs(api.booted.platform);
    await runJob(job, { workspaceId, name });
  }

  it('is renamed, merged, and removed on views at once and on customers by a job', async () => {
    const ann = await addCustomer('Ann', { source: 'Web' });
    const ben = await addCustomer('Ben', { source: 'Site' });
    await saveView({ source: 'Web' });
    const ids = await idsByName();
    const renamed = await admin.patch(`/sources/${ids['Web']}`, { name: 'Website' });
    expect(renamed.body.source).toMatchObject({ name: 'Website', useCount: 1 });
    expect([await sourceOf(ann), await listViewFilters()]).toEqual(['Web', [{ source: 'Website' }]]);
    expect(await use('sources')).toEqual([
      ['Site', 1],
      ['Website', 1],
    ]);
    await moveCustomers('Web');
    expect(await sourceOf(ann)).toBe('Website');
    const merged = await admin.post(`/sources/${ids['Site']}/merge`, { into: ids['Web'] });
    expect(merged.body.source).toMatchObject({ name: 'Website', useCount: 2 });
    await moveCustomers('Site');
    expect(await sourceOf(ben)).toBe('Website');
    expect(await use('sources')).toEqual([['Website', 2]]);
    await admin.delete(`/sources/${ids['Web']}`);
    expect([await use('sources'), await listViewFilters()]).toEqual([[], [{}]]);
    await moveCustomers('Website');
    expect([await sourceOf(ann), await sourceOf(ben)]).toEqual([null, null]);
  });

  it('applies the last change if it changes again before its customers are moved', async () => {
    const ann = await addCustomer('Ann', { source: 'Web' });
    const ben = await addCustomer('Ben', { source: 'Fair' });
    const ids = await idsByName();
    await admin.patch(`/sources/${ids['Web']}`, { name: 'Website' });
    await admin.patch(`/sources/${ids['Web']}`, { name: 'Web' });
    await moveCustomers('Web');
    await moveCustomers('Website');
    expect([await sourceOf(ann), Object.keys(await idsByName())]).toEqual(['Web', ['Fair', 'Web']]);
    await admin.post('/sources', { name: 'Event' });
    await admin.patch(`/sources/${ids['Fair']}`, { name: 'Fairs' });
    await admin.post(`/sources/${ids['Fair']}/merge`, { into: ids['Web'] });
    await admin.post(`/sources/${ids['Web']}/merge`, { into: (await idsByName())['Event'] });
    for (const name of ['Fair', 'Fairs', 'Web']) await moveCustomers(name);
    expect([await sourceOf(ann), await sourceOf(ben)]).toEqual(['Event', 'Event']);
    expect(await use('sources')).toEqual([['Event', 2]]);
  });

  it('reserves its former name until its customers are moved', async () => {
    await addCustomer('Ann', { source: 'Web' });
    const ids = await idsByName();
    await admin.patch(`/sources/${ids['Web']}`, { name: 'Website' });
    expect(await admin.post('/sources', { name: 'web' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/still being moved/) },
    });
    const late = await addCustomer('Late', { source: 'Web' });
    await moveCustomers('Web');
    expect(await sourceOf(late)).toBe('Website');
    expect((await admin.post('/sources', { name: 'Web' })).status).toBe(201);
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
