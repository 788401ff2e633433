import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { hashPassword } from '#lib/password-hash.ts';

const password = 'a password of the superadmins';

let api: TestApi;
let passwordHash: string;
let workspaceId: string;
let boss: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  // Each change queues an email.
  await api.startJobs();
  passwordHash = await hashPassword(password);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.updateTable('users').set({ is_superadmin: false }).execute();
  workspaceId = await api.makeWorkspace();
  boss = await api.signIn({ role: 'SUPERADMIN', workspaceId, displayName: 'Bo Boss', passwordHash });
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin', passwordHash });
});

const path = '/installation/superadmins';
const add = (userId: string, by = boss, proof = password) => by.post(path, { userId, password: proof });
const remove = (userId: string, by = boss, proof = password) =>
  by.post(`${path}/${userId}/remove`, { password: proof });
const listIds = async (list: 'superadmins' | 'candidates'): Promise<string[]> =>
  (await boss.get(path)).body[list].map(({ id }: { id: string }) => id);

it('makes an administrator of a workspace a superadmin at once, in the audit log of the installation', async () => {
  expect(await listIds('candidates')).toContain(admin.userId);
  expect((await admin.get(path)).status).toBe(403);
  expect((await add(admin.userId)).status).toBe(201);
  expect(await listIds('superadmins')).toEqual([admin.userId, boss.userId]);
  expect(await listIds('candidates')).not.toContain(admin.userId);
  expect((await admin.get(path)).status).toBe(200);
  expect((await boss.get('/installation/audit?action=addSuperadmin')).body.entries).toMatchObject([
    { actor: { id: boss.userId }, detail: { userId: admin.userId } },
  ]);
});

it('refuses a wrong password, and anyone who does not administer an open workspace', async () => {
  const wrong = await add(admin.userId, boss, 'wrong');
  expect(wrong).toMatchObject({ status: 422, body: { code: 'CURRENT_PASSWORD_WRONG' } });
  const archived = await api.makeWorkspace();
  const staff = await api.signIn({ role: 'STAFF', workspaceId });
  const former = await api.signIn({ role: 'ADMIN', workspaceId: archived });
  await api.db
    .updateTable('workspaces')
    .set({ archived_at: new Date() })
    .where('id', '=', archived)
    .execute();
  for (const userId of [staff.userId, former.userId, boss.userId])
    expect(await add(userId)).toMatchObject({ status: 400, body: { errors: [{ path: 'userId' }] } });
  expect(await listIds('superadmins')).toEqual([boss.userId]);
});

it('revokes the rights, and ends sessions and API keys', async () => {
  await add(admin.userId);
  const { key } = (await admin.post('/api-keys', { name: 'Sync', scopes: ['tasks:read'], days: 30 })).body;
  const byKey = () => api.guest.get('/tasks', { headers: { authorization: `Bearer ${String(key)}` } });
  expect((await byKey()).status).toBe(200);
  expect((await remove(admin.userId, boss, 'wrong')).status).toBe(422);
  expect((await remove(admin.userId)).status).toBe(200);
  expect(await listIds('superadmins')).toEqual([boss.userId]);
  expect((await admin.get('/auth/profile')).status).toBe(401);
  expect((await byKey()).status).toBe(401);
  expect((await remove(admin.userId)).status).toBe(404);
  expect((await boss.get('/installation/audit?action=removeSuperadmin')).body.entries).toMatchObject([
    { actor: { id: boss.userId }, subjectId: admin.userId },
  ]);
});

it('never removes the last one, also when two remove each other at once', async () => {
  expect((await boss.get(path)).body.superadmins).toMatchObject([{ canRemove: false }]);
  expect(await remove(boss.userId)).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN' } });
  await add(admin.userId);
  const answers = await Promise.all([remove(admin.userId), remove(boss.userId, admin)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const left = await api.db.selectFrom('users').select('id').where('is_superadmin', '=', true).execute();
  expect(left).toHaveLength(1);
});

it('lets a superadmin step down while another remains', async () => {
  await add(admin.userId);
  expect((await remove(boss.userId)).status).toBe(200);
  expect((await boss.get('/auth/profile')).status).toBe(401);
  expect((await admin.get(path)).body.superadmins).toMatchObject([{ id: admin.userId, canRemove: false }]);
});
