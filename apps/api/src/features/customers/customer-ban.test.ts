import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller, type Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';
import { createLink } from '#platform/links/links.ts';
import { hashPassword } from '#lib/password-hash.ts';

const password = 'correct horse battery';
const reason = 'Breach';
let api: TestApi;
let passwordHash: string;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  passwordHash = await hashPassword(password);
});
afterAll(() => api.close());

type Place = { workspaceId: string; customerId: string; admin: Caller };

/** A client of workspaces A and B, with one login. */
async function makeClient() {
  const email = `owner-${newId()}@clients.test`;
  const a = await makePlace();
  const b = await makePlace();
  const client = await api.signIn({
    role: 'CLIENT',
    workspaceId: a.workspaceId,
    customerId: a.customerId,
    email,
    passwordHash,
  });
  await join(client, b);
  return { email, a, b, client };
}

async function makePlace(): Promise<Place> {
  const workspaceId = await api.makeWorkspace();
  const customerId = await api.makeCustomer(workspaceId, { email: `record-${newId()}@clients.test` });
  return { workspaceId, customerId, admin: await api.signIn({ role: 'ADMIN', workspaceId }) };
}

async function join({ userId }: Caller, { workspaceId, customerId }: Place) {
  const created_at = new Date();
  await api.db
    .insertInto('memberships')
    .values({ workspace_id: workspaceId, user_id: userId, role: 'CLIENT', created_at })
    .execute();
  await api.db
    .updateTable('customers')
    .set({ user_id: userId })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .execute();
}

const ban = async ({ admin, customerId }: Place) =>
  expect((await admin.post(`/users/${customerId}/ban`, { version: 1, reason })).status).toBe(200);
const signIn = (email: string) => api.guest.post('/auth/login', { email, password });
const listWorkspaces = ({ body }: Awaited<ReturnType<Caller['get']>>) =>
  body.user.workspaces.map(({ id }: { id: string }) => id);
const getAudit = async ({ admin }: Place) =>
  (await admin.get('/audit')).body.entries.map(({ action }: { action: string }) => action);

describe('a ban in one of two workspaces', () => {
  it('closes that workspace and leaves sessions, sign-in, and audit log of the other as they are', async () => {
    const { email, a, b, client } = await makeClient();
    await ban(a);
    expect((await client.get('/tasks')).status).toBe(403);
    expect((await client.get(`/users/${a.customerId}`)).status).toBe(403);
    const inB = { workspaceId: b.workspaceId };
    expect((await client.get(`/users/${b.customerId}`, inB)).status).toBe(200);
    expect(listWorkspaces(await client.get('/auth/profile', inB))).toEqual([b.workspaceId]);
    expect(listWorkspaces(await signIn(email))).toEqual([b.workspaceId]);
    expect(await getAudit(a)).toContain('banCustomer');
    expect(await getAudit(b)).not.toContain('banCustomer');
  });

  it('ends the API keys of that workspace only', async () => {
    const { a, b, client } = await makeClient();
    const setRole = (role: 'ADMIN' | 'CLIENT') =>
      api.db.updateTable('memberships').set({ role }).where('user_id', '=', client.userId).execute();
    await setRole('ADMIN');
    const keyIn = async ({ workspaceId }: Place) => {
      const body = { name: 'Sync', scopes: ['customers:read'], days: 30 };
      return String((await client.post('/api-keys', body, { workspaceId })).body.key);
    };
    const [keyA, keyB] = [await keyIn(a), await keyIn(b)];
    const read = (key: string) => api.guest.get('/users', { headers: { authorization: `Bearer ${key}` } });
    expect((await read(keyA)).status).toBe(200);
    await setRole('CLIENT');
    await ban(a);
    expect((await read(keyA)).status).toBe(401);
    expect((await read(keyB)).status).toBe(403);
  });

  it('in bulk, leaves the other workspace open as well', async () => {
    const { a, b, client } = await makeClient();
    const run = { selection: { filter: {} }, input: { action: 'ban', reason } };
    expect((await a.admin.post('/bulk-runs', run)).status).toBe(202);
    await expect.poll(async () => (await client.get(`/users/${a.customerId}`)).status).toBe(403);
    const inB = { workspaceId: b.workspaceId };
    expect((await client.get(`/users/${b.customerId}`, inB)).status).toBe(200);
  });
});

it('a ban in the last workspace ends the sessions and refuses sign-in with the reason', async () => {
  const { email, a, b, client } = await makeClient();
  await ban(a);
  await ban(b);
  expect((await client.get('/auth/profile')).status).toBe(401);
  expect((await signIn(email)).body).toMatchObject({
    code: 'ACCOUNT_BANNED',
    detail: expect.stringContaining(reason),
  });
});

it('a ban with only an archived workspace left refuses sign-in too', async () => {
  const { email, a, b, client } = await makeClient();
  await api.db
    .updateTable('workspaces')
    .set({ archived_at: new Date() })
    .where('id', '=', b.workspaceId)
    .execute();
  await ban(a);
  expect((await client.get('/auth/profile')).status).toBe(401);
  expect((await signIn(email)).body.code).toBe('ACCOUNT_BANNED');
});

it.each(['STAFF', 'ADMIN'] as const)('a ban leaves the membership of %s', async (role) => {
  const { email, a, client } = await makeClient();
  await api.db.updateTable('memberships').set({ role }).where('user_id', '=', client.userId).execute();
  await ban(a);
  expect((await client.get('/users')).status).toBe(200);
  expect((await client.get(`/users/${a.customerId}`)).body.user.status).toBe('banned');
  expect(listWorkspaces(await signIn(email))).toContain(a.workspaceId);
});

it('lifting the ban of a customer opens their login again, and leaves that of a deactivated colleague', async () => {
  const { a, b, client } = await makeClient();
  const lift = async ({ admin, customerId }: Place) =>
    (await admin.post(`/users/${customerId}/unban`, { version: 2 })).status;
  await ban(a);
  expect(await lift(a)).toBe(200);
  expect((await client.get(`/users/${a.customerId}`)).status).toBe(200);
  await api.db
    .updateTable('memberships')
    .set({ role: 'STAFF', status: 'deactivated', deactivated_at: new Date() })
    .where('workspace_id', '=', b.workspaceId)
    .where('user_id', '=', client.userId)
    .execute();
  await ban(b);
  expect(await lift(b)).toBe(200);
  expect((await b.admin.get(`/users/${b.customerId}`)).body.user.status).toBe('active');
  expect((await client.get('/users', { workspaceId: b.workspaceId })).status).toBe(403);
});

it('a superadmin who is banned as a customer stays signed in', async () => {
  const { email, a, b, client } = await makeClient();
  await api.db.updateTable('users').set({ is_superadmin: true }).where('id', '=', client.userId).execute();
  await ban(a);
  await ban(b);
  expect((await client.get('/auth/profile')).status).toBe(200);
  expect((await signIn(email)).status).toBe(200);
});

it('another workspace can invite a banned person; an invitation to the same one stays refused', async () => {
  const place = await makePlace();
  const email = `owner-${newId()}@clients.test`;
  const { workspaceId, customerId, admin } = place;
  const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId, email, passwordHash });
  await ban(place);
  expect((await client.get('/auth/profile')).status).toBe(401);
  const accept = async (workspaceId: string, createdBy: string) => {
    const link = await api.booted.platform.runner.transact((work) =>
      createLink(work, { kind: 'invite', lifetimeMinutes: 60, email, workspaceId, role: 'STAFF', createdBy }),
    );
    return api.guest.post('/auth/accept-invite', { token: link.secret, password });
  };
  expect((await accept(workspaceId, admin.userId)).body.code).toBe('ACCOUNT_BANNED');
  const other = await makePlace();
  const { status, body } = await accept(other.workspaceId, other.admin.userId);
  expect([status, body.user?.workspaceId]).toEqual([200, other.workspaceId]);
  const joined = createCaller(api.app, { token: body.token, userId: client.userId, workspaceId });
  expect((await joined.get('/users')).status).toBe(403);
});
