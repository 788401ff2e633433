import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
let client: Caller;
let customerId: string;
beforeAll(async () => {
  api = await startApi();
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  customerId = await api.makeCustomer(workspaceId);
  client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
});
afterAll(() => api.close());

const business = { name: 'Oak Dental', type: 'dental' };
const task = { title: 'Call', audience: 'client' };
/** Each with a member who may not see the trash. */
const records = [
  ['customer', () => admin.post('/users', { name: 'Ann' }), '/users', { city: 'Troy' }, () => staff],
  [
    'business',
    () => admin.post('/businesses', { ...business, ownerId: customerId }),
    '/businesses',
    { city: 'Troy' },
    () => client,
  ],
  ['task', () => admin.post(`/users/${customerId}/tasks`, task), '/tasks', { title: 'Write' }, () => client],
  [
    'note',
    () => admin.post(`/users/${customerId}/notes`, { body: 'Called' }),
    '/notes',
    { body: 'Wrote' },
    () => staff,
  ],
] as const;

it.each(records)(
  'rejects a change of a deleted %s with the same answer',
  async (noun, create, path, change, outsider) => {
    const { body } = await create();
    const { id } = body[noun === 'customer' ? 'user' : noun];
    const edit = (caller: Caller) => caller.patch(`${path}/${id}`, { version: 2, ...change });
    expect((await admin.delete(`${path}/${id}`)).status).toBe(204);
    const refused = await edit(admin);
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      `This ${noun} is in the trash. Restore it first.`,
    ]);
    expect((await edit(outsider())).status).toBe(404);
    expect((await admin.post(`${path}/${id}/restore`)).status).toBe(200);
    expect((await admin.patch(`${path}/${id}`, { version: 3, ...change })).status).toBe(200);
  },
);
