import { maxChoices } from '@handover/contract/records/custom-fields.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';
import { customFieldJobs } from './drop-values.job.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const addField = async (name: string, parts: object = { recordType: 'business', kind: 'number' }) =>
  (await admin.post('/custom-fields', { name, ...parts })).body.customField;
const make = async (name: string, custom: object = {}, parts: object = {}) =>
  (await admin.post('/businesses', { name, type: 'dental', custom, ...parts })).body.business;
const listNames = async (query: string): Promise<string[]> =>
  (await admin.get(`/businesses?${query}`)).body.businesses.map(({ name }: { name: string }) => name);
const getName = ({ name }: { name: string }): string => name;

describe('fields of one record type', () => {
  it('are listed, named, and ordered apart from those of another', async () => {
    const chairs = await addField('Chairs');
    const worth = await addField('Chairs', { kind: 'money' });
    expect([chairs.recordType, worth.recordType]).toEqual(['business', 'customer']);
    const ofBusinesses = (await admin.get('/custom-fields?recordType=business')).body.customFields;
    expect(ofBusinesses.map(({ id }: { id: string }) => id)).toEqual([chairs.id]);
    expect((await admin.get('/custom-fields')).body.customFields.map(getName)).toEqual(['Chairs']);
    expect((await admin.get('/custom-fields?recordType=task')).status).toBe(400);
    const order = { recordType: 'business', ids: [worth.id] };
    expect((await admin.put('/custom-fields/order', order)).status).toBe(400);
    const taken = { recordType: 'business', name: 'Listing number', kind: 'text' };
    expect((await admin.post('/custom-fields', taken)).status).toBe(400);
    expect((await admin.post('/custom-fields', { ...taken, recordType: 'customer' })).status).toBe(201);
  });

  it('take no values from, and filter no lists of, another', async () => {
    const worth = await addField('Net worth', { kind: 'money' });
    const chairs = await addField('Chairs');
    const ann = await api.makeCustomer(workspaceId, { name: 'Ann' });
    const wrong = await admin.patch(`/users/${ann}`, { version: 1, custom: { [chairs.id]: 3 } });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, `custom.${String(chairs.id)}`]);
    const business = { name: 'Harbor', type: 'dental', custom: { [worth.id]: 3 } };
    expect((await admin.post('/businesses', business)).status).toBe(400);
    const found = await admin.get(`/users?custom=${String(chairs.id)}:empty`);
    expect([found.status, found.body.users]).toEqual([200, []]);
    await make('Bayside');
    await make('Harbor');
    expect(await listNames(`sort=custom.${String(worth.id)},name`)).toEqual(['Bayside', 'Harbor']);
  });

  it('are closed to staff without the area of the record type', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    await api.db
      .updateTable('workspaces')
      .set({ staff_access: ['users'] })
      .where('id', '=', workspaceId)
      .execute();
    expect((await staff.get('/custom-fields')).status).toBe(200);
    expect((await staff.get('/custom-fields?recordType=business')).status).toBe(403);
  });
});

describe('the values of businesses', () => {
  it('are created, changed, cleared, and named in the history', async () => {
    const chairs = await addField('Chairs');
    const business = await make('Harbor', { [chairs.id]: 4 });
    expect(business.custom).toEqual({ [chairs.id]: 4 });
    const path = `/businesses/${String(business.id)}`;
    const changed = await admin.patch(path, { version: 1, custom: { [chairs.id]: 6 } });
    expect(changed.body.business).toMatchObject({ version: 2, custom: { [chairs.id]: 6 } });
    const { detail } = await api.db
      .selectFrom('activities')
      .select('detail')
      .where('workspace_id', '=', workspaceId)
      .where('type', '=', 'business.updated')
      .executeTakeFirstOrThrow();
    expect(detail).toEqual({ changed: [`custom.${String(chairs.id)}`] });
    expect((await admin.patch(path, { version: 1, custom: { [chairs.id]: 7 } })).status).toBe(409);
    await admin.patch(path, { version: 2, custom: { [chairs.id]: null } });
    expect((await admin.get(path)).body.business.custom).toEqual({});
    expect((await admin.patch(path, { version: 3, custom: { [chairs.id]: 'x' } })).status).toBe(400);
  });

  it('filter and sort the list, businesses without a value last', async () => {
    const chairs = await addField('Chairs');
    for (const [name, value] of [
      ['Two', 2],
      ['Nine', 9],
      ['Five', 5],
    ] as const)
      await make(name, { [chairs.id]: value });
    await make('None');
    const key = `custom.${String(chairs.id)}`;
    expect(await listNames(`sort=${key}`)).toEqual(['Two', 'Five', 'Nine', 'None']);
    expect(await listNames(`sort=-${key},name`)).toEqual(['Nine', 'Five', 'Two', 'None']);
    const condition = (text: string): string => `custom=${String(chairs.id)}:${text}&sort=name`;
    expect(await listNames(condition('min:5'))).toEqual(['Five', 'Nine']);
    expect(await listNames(condition('empty'))).toEqual(['None']);
  });

  it('filter the list by as many choices as a field can have', async () => {
    const choices = Array.from({ length: maxChoices }, (_, at) => ({ label: `Choice ${String(at)}` }));
    const size = await addField('Size', { recordType: 'business', kind: 'choice', choices });
    const conditions = size.choices.map(({ id }: { id: string }) => `custom=${String(size.id)}:is:${id}`);
    await make('Harbor', { [size.id]: size.choices.at(-1).id });
    await make('Bayside');
    expect(await listNames(`${conditions.join('&')}&custom=${String(size.id)}:filled`)).toEqual(['Harbor']);
  });

  it('match nothing and sort nothing once their field or choice is deleted', async () => {
    const size = await addField('Size', {
      recordType: 'business',
      kind: 'choice',
      choices: [{ label: 'Small' }, { label: 'Large' }],
    });
    const [small, large] = size.choices;
    for (const [name, choice] of [
      ['Bayside', small],
      ['Harbor', large],
      ['Anchor', small],
    ])
      await make(name, { [size.id]: choice.id });
    const key = `custom.${String(size.id)}`;
    const [isSmall, isLarge] = [small, large].map(({ id }) => `custom=${String(size.id)}:is:${String(id)}`);
    await admin.patch(`/custom-fields/${String(size.id)}`, { version: 1, choices: [large] });
    expect(await listNames(String(isSmall))).toEqual([]);
    expect(await listNames(`${String(isSmall)}&${String(isLarge)}`)).toEqual(['Harbor']);
    const page = await admin.get(`/businesses?limit=1&sort=${key},name`);

    await admin.delete(`/custom-fields/${String(size.id)}`);
    for (const condition of [isLarge, `custom=${String(size.id)}:empty`, `custom=${String(size.id)}:min:1`])
      expect(await listNames(String(condition))).toEqual([]);
    expect(await listNames(`sort=${key},-name`)).toEqual(['Harbor', 'Bayside', 'Anchor']);
    expect(await listNames(`sort=-${key}`)).toEqual(await listNames('sort=-createdAt'));
    const next = encodeURIComponent(String(page.body.nextCursor));
    expect(await admin.get(`/businesses?limit=1&sort=${key},name&cursor=${next}`)).toMatchObject({
      status: 400,
      body: { code: 'CURSOR_INVALID' },
    });
  });

  it('stay while their field is archived, and are removed with it', async () => {
    const chairs = await addField('Chairs');
    const { id } = await make('Harbor', { [chairs.id]: 4 });
    await admin.patch(`/custom-fields/${String(chairs.id)}`, { version: 1, isArchived: true });
    const business = (await admin.get(`/businesses/${String(id)}`)).body.business;
    expect(business.custom).toEqual({ [chairs.id]: 4 });
    const refused = { version: 1, custom: { [chairs.id]: 5 } };
    expect((await admin.patch(`/businesses/${String(id)}`, refused)).status).toBe(400);
    const { body: use } = await admin.get('/custom-fields/use?recordType=business');
    expect(use.use).toEqual([{ id: chairs.id, records: 1, choices: [] }]);

    expect((await admin.delete(`/custom-fields/${String(chairs.id)}`)).status).toBe(204);
    expect((await admin.get(`/businesses/${String(id)}`)).body.business.custom).toEqual({});
    const [job] = customFieldJobs(api.booted.platform);
    const data = { recordType: 'business', workspaceId, fieldId: chairs.id, choiceIds: null };
    await runJob(job, data);
    const stored = await api.db
      .selectFrom('businesses')
      .select(['custom', 'version'])
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ custom: {}, version: 1 });
  });

  it('are hidden from the client who owns the business', async () => {
    const chairs = await addField('Chairs');
    const ownerId = await api.makeCustomer(workspaceId, { name: 'Ann' });
    const { id } = await make('Harbor', { [chairs.id]: 4 }, { ownerId });
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
    expect((await client.get(`/businesses/${String(id)}`)).body.business.custom).toEqual({});
    expect((await client.get('/businesses')).body.businesses[0].custom).toEqual({});
  });
});
