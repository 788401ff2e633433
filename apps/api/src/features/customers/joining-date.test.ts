import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
});
afterAll(() => api.close());

it('can be empty, and then matches no date range and sorts first', async () => {
  const { body } = await admin.post('/users', { name: 'Ann', joiningDate: null });
  expect(body.user.joiningDate).toBeNull();
  await admin.post('/users', { name: 'Bo', joiningDate: '2026-02-28' });
  expect((await admin.get('/users?joinedTo=2026-12-31')).body.total).toBe(1);
  const sorted = async (sort: string) => {
    const first = (await admin.get(`/users?limit=1&sort=${sort}`)).body;
    const second = (await admin.get(`/users?limit=1&sort=${sort}&cursor=${String(first.nextCursor)}`)).body;
    return [...first.users, ...second.users].map(({ name }: { name: string }) => name);
  };
  expect(await sorted('-joiningDate')).toEqual(['Bo', 'Ann']);
  expect(await sorted('joiningDate')).toEqual(['Ann', 'Bo']);
  const path = `/users/${String(body.user.id)}`;
  const dated = await admin.patch(path, { version: 1, joiningDate: '2026-01-01' });
  expect(dated.body.user.joiningDate).toBe('2026-01-01');
  const cleared = await admin.patch(path, { version: 2, joiningDate: null });
  expect(cleared.body.user.joiningDate).toBeNull();
});
