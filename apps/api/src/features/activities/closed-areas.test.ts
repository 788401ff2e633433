import type { Area } from '@handover/contract/auth/roles.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
let ownerId: string;
let businessId: string;
let dealId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  ownerId = await api.makeCustomer(workspaceId, { name: 'Olive Owner', brokerId: staff.userId });
  const { business } = (
    await admin.post('/businesses', {
      name: 'Harbor Dental',
      type: 'dental',
      ownerId,
      brokerId: staff.userId,
    })
  ).body;
  businessId = business.id;
  const buyerId = await api.makeCustomer(workspaceId, { name: 'Ben Buyer', brokerId: staff.userId });
  dealId = (await admin.post('/deals', { businessId, buyerId })).body.deal.id;
});

async function openOnly(...areas: Area[]): Promise<void> {
  await api.db.updateTable('workspaces').set({ staff_access: areas }).where('id', '=', workspaceId).execute();
}

async function setOwnScope(): Promise<void> {
  await api.db.updateTable('workspaces').set({ record_scope: 'own' }).where('id', '=', workspaceId).execute();
}

it.each([
  ['all records', () => Promise.resolve()],
  ['their own records', setOwnScope],
])(
  'feed and timeline name no business or deal where the area is closed to staff with %s',
  async (_scope, limit) => {
    await limit();
    const move = { version: 1, stage: 'withdrawn', endReason: 'other', reason: 'Kept in the family' };
    expect((await admin.post(`/businesses/${businessId}/move`, move)).status).toBe(200);
    await admin.post(`/businesses/${businessId}/notes`, { body: 'Of the business only' });
    await admin.post(`/businesses/${businessId}/notes`, { body: 'Of both', customerId: ownerId });
    const paths = ['/dashboard/activities', `/users/${ownerId}/activities`];
    const read = async () => Promise.all(paths.map(async (path) => (await staff.get(path)).body));
    expect(JSON.stringify(await read())).toMatch(/Kept in the family.*Harbor Dental/);
    await openOnly('users');
    for (const body of await read()) {
      expect(JSON.stringify(body)).not.toMatch(/Harbor Dental|in the family|business\.|deal\.|business only/);
      expect(body.activities).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({
            subject: expect.objectContaining({ excerpt: 'Of both' }),
            business: null,
          }),
        ]),
      );
    }
    const [, timeline] = await read();
    expect(timeline.total).toBe(timeline.activities.length);
  },
);

it('a timeline shows neither tasks nor files where these areas are closed to staff', async () => {
  await admin.post(`/users/${ownerId}/tasks`, { title: 'Call back' });
  await admin.upload(`/documents?recordType=customer&recordId=${ownerId}&name=lease.txt`, 'Rent');
  const list = async (query = '') =>
    (await staff.get(`/users/${ownerId}/activities${query}`)).body.activities.map(
      ({ type }: { type: string }) => type,
    );
  expect(await list()).toEqual(expect.arrayContaining(['task.created', 'document.created']));
  await openOnly('users', 'business-center');
  expect(await list()).not.toEqual(expect.arrayContaining(['task.created']));
  expect(await list()).not.toEqual(expect.arrayContaining(['document.created']));
  expect(await list()).toEqual(expect.arrayContaining(['business.created']));
  expect(await list('?type=tasks')).toEqual([]);
});

it('tasks name neither their business nor their deal where the area is closed to staff', async () => {
  const input = { title: 'Send the lease', customerId: ownerId, businessId, dealId };
  const { task } = (await admin.post('/tasks', input)).body;
  const read = async () => (await staff.get(`/tasks/${task.id}`)).body.task;
  expect(await read()).toMatchObject({
    business: { name: 'Harbor Dental' },
    deal: { name: 'Ben Buyer – Harbor Dental' },
  });
  await openOnly('users', 'tasks');
  expect(await read()).toMatchObject({ title: 'Send the lease', business: null, deal: null });
});

it('tasks do not name their customer where the area is closed to staff', async () => {
  const input = { title: 'Send the lease', customerId: ownerId, dueDate: '2027-03-01' };
  const { task } = (await admin.post('/tasks', { ...input, assigneeId: staff.userId })).body;
  const { url } = (await staff.post('/calendar-feed')).body;
  const read = async () => {
    const paths = [
      `/tasks/${task.id}`,
      '/tasks',
      '/search?q=lease',
      '/dashboard/activities',
      '/notifications',
    ];
    const bodies = await Promise.all(paths.map(async (path) => (await staff.get(path)).body));
    const feed = await api.app.inject({ method: 'GET', url: new URL(url).pathname });
    return JSON.stringify([...bodies, feed.body]);
  };
  expect(await read()).toContain('Olive Owner');
  await openOnly('dashboard', 'tasks');
  expect(await read()).toMatch(/"title":"Send the lease".*SUMMARY:Send the lease/);
  expect(await read()).not.toContain('Olive Owner');
  expect((await staff.get('/search?q=lease')).body.hits).toMatchObject([{ title: 'Send the lease' }]);
  expect((await staff.get('/tasks')).body.tasks).toMatchObject([{ title: 'Send the lease' }]);
});
