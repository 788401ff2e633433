import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'zoe Admin' });
  staff = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Abe Staff' });
});

type Person = { displayName: string; role: string; phone: string | null; customerCount: number | null };
const listPeople = async (who: Caller): Promise<Person[]> => (await who.get('/directory')).body.people;
const listCounts = async (who: Caller) => (await listPeople(who)).map(({ customerCount }) => customerCount);

describe('the directory', () => {
  it('lists the members by name, with role, phone, and customers', async () => {
    await api.db.updateTable('users').set({ phone: '555 0100' }).where('id', '=', staff.userId).execute();
    await admin.post('/users', { name: 'One', brokerId: staff.userId });
    const { body } = await admin.post('/users', { name: 'In the trash', brokerId: staff.userId });
    await admin.delete(`/users/${String(body.user.id)}`);
    expect(await listPeople(admin)).toMatchObject([
      { displayName: 'Abe Staff', role: 'STAFF', phone: '555 0100', customerCount: 1 },
      { displayName: 'zoe Admin', role: 'ADMIN', phone: null, customerCount: 0 },
    ]);
  });

  it('excludes clients, former and banned members, and other workspaces', async () => {
    await api.signIn({ role: 'CLIENT', workspaceId });
    await api.signIn({ role: 'STAFF', workspaceId: await api.makeWorkspace() });
    const left = await api.signIn({ role: 'STAFF', workspaceId });
    const banned = await api.signIn({ role: 'STAFF', workspaceId });
    await api.db
      .updateTable('memberships')
      .set({ status: 'deactivated', deactivated_at: new Date() })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', left.userId)
      .execute();
    await api.db.updateTable('users').set({ status: 'banned' }).where('id', '=', banned.userId).execute();
    expect((await listPeople(admin)).map(({ displayName }) => displayName)).toEqual([
      'Abe Staff',
      'zoe Admin',
    ]);
  });

  it('counts only customers that the viewer may see', async () => {
    await admin.post('/users', { name: 'Hers', brokerId: admin.userId });
    await admin.post('/users', { name: 'His', brokerId: staff.userId });
    expect(await listCounts(staff)).toEqual([1, 1]);
    const set = (policy: object) =>
      api.db.updateTable('workspaces').set(policy).where('id', '=', workspaceId).execute();
    await set({ record_scope: 'own' });
    expect(await listCounts(staff)).toEqual([1, null]);
    await set({ record_scope: 'all', staff_access: [] });
    expect(await listCounts(staff)).toEqual([null, null]);
    expect(await listCounts(admin)).toEqual([1, 1]);
  });
});
