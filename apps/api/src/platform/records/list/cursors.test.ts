import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let owner: Caller;
let customerId: string;
beforeAll(async () => {
  api = await startApi();
  workspaceId = await api.makeWorkspace();
  owner = await api.signIn({ role: 'STAFF', workspaceId });
  customerId = await api.makeCustomer(workspaceId, { name: 'Ann', brokerId: owner.userId });
  await api.makeCustomer(workspaceId, { name: 'Bo', brokerId: owner.userId });
  for (const name of ['One', 'Two']) {
    await owner.post('/businesses', { name, type: 'dental', brokerId: owner.userId });
    await owner.post(`/users/${customerId}/tasks`, { title: name });
    await owner.post(`/users/${customerId}/notes`, { body: name });
  }
});
afterAll(() => api.close());

const setScope = (scope: 'all' | 'own') =>
  api.db.updateTable('workspaces').set({ record_scope: scope }).where('id', '=', workspaceId).execute();
const getFirstPage = async (caller: Caller, path: string) => (await caller.get(`${path}?limit=1`)).body;
const getNextPage = (caller: Caller, path: string, cursor: string) =>
  caller.get(`${path}?limit=1&cursor=${encodeURIComponent(cursor)}`);

describe.each([
  '/users',
  '/businesses',
  '/tasks',
  '/users/{id}/activities',
  '/users/{id}/notes',
  '/dashboard/activities',
])('a cursor of GET %s', (template) => {
  it('continues for its owner only', async () => {
    const path = template.replace('{id}', customerId);
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    const { nextCursor } = await getFirstPage(owner, path);
    expect(nextCursor).toEqual(expect.any(String));
    expect((await getNextPage(owner, path, nextCursor)).status).toBe(200);
    expect((await getNextPage(colleague, path, nextCursor)).body.code).toBe('CURSOR_INVALID');
  });

  it('ends when the scope of the person changes', async () => {
    const path = template.replace('{id}', customerId);
    const { nextCursor } = await getFirstPage(owner, path);
    await setScope('own');
    try {
      expect((await getNextPage(owner, path, nextCursor)).body.code).toBe('CURSOR_INVALID');
    } finally {
      await setScope('all');
    }
  });
});
