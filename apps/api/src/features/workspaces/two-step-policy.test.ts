import type { Endpoint } from '@handover/contract/http/endpoint.ts';
import { routeTable } from '@handover/contract/http/route-table.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAuthenticator } from '#test/account/authenticator.ts';
import type { ApiResponse, Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';
import { hashPassword } from '#lib/password-hash.ts';

const password = 'correct horse battery';
const code = 'SECOND_FACTOR_REQUIRED_BY_WORKSPACE';
const rejection = { status: 403, body: { code } };
const start = new Date('2026-11-02T15:00:00.000Z');
const getTimeDaysLater = (days: number, ms = 0) => new Date(start.getTime() + days * 86_400_000 + ms);

let api: TestApi;
let passwordHash: string;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
let client: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  passwordHash = await hashPassword(password);
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(start);
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await join('STAFF');
  client = await api.signIn({ role: 'CLIENT', workspaceId });
});
afterEach(() => api.clock.set(new Date()));

/** Sessions of the factory end after a day. */
const keepSessions = () =>
  api.db
    .updateTable('sessions')
    .set({ expires_at: getTimeDaysLater(60) })
    .execute();

const join = (role: 'STAFF' | 'ADMIN', email = `user-${newId()}@people.test`) =>
  api.signIn({ role, workspaceId, email, passwordHash });

/** As if they had confirmed an authenticator app. */
async function issueAppCode({ userId }: Caller): Promise<void> {
  await api.db
    .insertInto('second_factors')
    .values({ user_id: userId, sealed_secret: 'sealed', created_at: start, enabled_at: start })
    .execute();
}

async function ask(twoStepFor: string, twoStepGraceDays = 0): Promise<ApiResponse> {
  const { version } = (await admin.get('/workspace')).body.workspace;
  return admin.patch('/workspace', { version, twoStepFor, twoStepGraceDays });
}

const getProfile = async (caller: Caller) => (await caller.get('/auth/profile')).body.user;
const getTasksStatus = async (caller: Caller) => (await caller.get('/tasks')).status;

/** Requests nonexistent ids: a caller who passes the gate gets an error about the record or input only. */
function call(caller: Caller, { method, path, transfer }: Endpoint): Promise<ApiResponse> {
  const address = path.replaceAll(/\{\w+\}/g, newId());
  if (transfer === 'upload') return caller.upload(address, '', { method });
  if (method === 'GET') return caller.get(address);
  if (method === 'DELETE') return caller.delete(address);
  if (method === 'PATCH') return caller.patch(address);
  return method === 'PUT' ? caller.put(address) : caller.post(address);
}

describe('two-step sign-in that a workspace asks for', () => {
  it('blocks members without it from the whole workspace, but not from their own account', async () => {
    await issueAppCode(admin);
    expect((await ask('staff')).status).toBe(200);
    const doings = Object.values(routeTable).filter(({ path }) => !path.startsWith('/auth/logout'));
    for (const endpoint of doings.filter(({ access }) => access.kind === 'member'))
      expect(await call(staff, endpoint), `${endpoint.method} ${endpoint.path}`).toMatchObject(rejection);
    for (const endpoint of doings.filter(({ access }) => access.kind === 'session')) {
      const answer = await call(staff, endpoint);
      expect(answer.body?.code, `${endpoint.method} ${endpoint.path}`).not.toBe(code);
    }
    expect((await getProfile(staff)).twoStep).toEqual({ dueAt: start.toISOString(), isOverdue: true });
    expect((await staff.post('/auth/logout')).status).toBe(204);
  });

  it('opens again with the app, at once', async () => {
    await issueAppCode(admin);
    await ask('staff');
    expect(await staff.get('/tasks')).toMatchObject(rejection);
    await issueAppCode(staff);
    expect(await getTasksStatus(staff)).toBe(200);
    expect((await getProfile(staff)).twoStep).toBeNull();
  });

  it('starts after the grace period, to the millisecond, and shows when', async () => {
    await issueAppCode(admin);
    await ask('staff', 3);
    await keepSessions();
    api.clock.set(getTimeDaysLater(3, -1));
    expect(await getTasksStatus(staff)).toBe(200);
    expect((await getProfile(staff)).twoStep).toEqual({
      dueAt: getTimeDaysLater(3).toISOString(),
      isOverdue: false,
    });
    api.clock.set(getTimeDaysLater(3));
    expect(await staff.get('/tasks')).toMatchObject(rejection);
    expect((await getProfile(staff)).twoStep.isOverdue).toBe(true);
  });

  it('gives members who join or become administrators later their own grace period', async () => {
    await issueAppCode(admin);
    await ask('administrators', 3);
    await keepSessions();
    expect((await getProfile(staff)).twoStep).toBeNull();
    api.clock.set(getTimeDaysLater(10));
    const late = await join('ADMIN');
    const { people } = (await admin.get('/people')).body;
    const { version } = people.find(({ id }: { id: string }) => id === staff.userId);
    await admin.patch(`/people/${staff.userId}`, { version, role: 'ADMIN' });
    for (const caller of [late, staff])
      expect((await getProfile(caller)).twoStep.dueAt, caller.userId).toBe(
        getTimeDaysLater(13).toISOString(),
      );
  });

  it('keeps running grace periods when it is extended to more people', async () => {
    const other = await join('ADMIN');
    await issueAppCode(admin);
    await ask('administrators', 5);
    await keepSessions();
    api.clock.set(getTimeDaysLater(4));
    await ask('staff', 5);
    expect((await getProfile(other)).twoStep.dueAt).toBe(getTimeDaysLater(5).toISOString());
    expect((await getProfile(staff)).twoStep.dueAt).toBe(getTimeDaysLater(9).toISOString());
    await ask('nobody');
    expect([(await getProfile(other)).twoStep, (await getProfile(staff)).twoStep]).toEqual([null, null]);
  });

  it('applies only to administrators if so set, including superadmins, and never to clients', async () => {
    const other = await join('ADMIN');
    const superadmin = await api.signIn({ role: 'SUPERADMIN', workspaceId });
    await issueAppCode(admin);
    await ask('administrators');
    expect([
      await getTasksStatus(other),
      await getTasksStatus(superadmin),
      await getTasksStatus(staff),
    ]).toEqual([403, 403, 200]);
    await ask('staff');
    expect((await getProfile(client)).twoStep).toBeNull();
    expect((await client.get('/businesses')).status).toBe(200);
  });

  it('applies in its own workspace only', async () => {
    const elsewhere = await api.makeWorkspace();
    await api.db
      .insertInto('memberships')
      .values({ workspace_id: elsewhere, user_id: staff.userId, role: 'STAFF', created_at: start })
      .execute();
    await issueAppCode(admin);
    await ask('staff');
    expect(await getTasksStatus(staff)).toBe(403);
    expect((await staff.get('/tasks', { workspaceId: elsewhere })).status).toBe(200);
  });

  it('also refuses their API keys, calendar link, and download links', async () => {
    const other = await join('ADMIN');
    const { key } = (await other.post('/api-keys', { name: 'Sync', scopes: ['tasks:read'], days: 30 })).body;
    const bearer = { headers: { authorization: `Bearer ${key}` } };
    const calendar = (await staff.post('/calendar-feed')).body.url.replace('http://localhost:3000/api', '');
    const ticket = (await staff.post('/users/export', { filter: {} })).body.ticket.url.replace('/api', '');
    expect((await api.guest.get('/tasks', bearer)).status).toBe(200);
    await issueAppCode(admin);
    await ask('staff');
    expect(await api.guest.get('/tasks', bearer)).toMatchObject(rejection);
    expect((await api.guest.get('/auth/profile', bearer)).status).toBe(200);
    expect((await api.guest.get(calendar)).status).toBe(404);
    expect(await api.guest.get(ticket)).toMatchObject(rejection);
    await issueAppCode(other);
    await issueAppCode(staff);
    expect((await api.guest.get('/tasks', bearer)).status).toBe(200);
    expect((await api.guest.get(calendar)).status).toBe(200);
    expect((await api.guest.get(ticket)).status).toBe(200);
  });
});

describe('a passkey in the place of an app', () => {
  it('counts for the session that it signed in or was added in, not for one by password alone', async () => {
    const email = `user-${newId()}@people.test`;
    const owner = await join('ADMIN', email);
    await issueAppCode(admin);
    await ask('staff');
    const device = makeAuthenticator();
    const { challengeId, options } = (await owner.post('/auth/passkeys/begin', { password })).body;
    const registration = device.create({ challenge: options.challenge });
    const added = await owner.post('/auth/passkeys', { challengeId, name: 'Laptop', registration });
    expect(added).toMatchObject({ status: 201 });
    expect(await getTasksStatus(owner)).toBe(200);
    const scopes = ['documents:read'];
    const { key } = (await owner.post('/api-keys', { name: 'Sync', scopes, days: 30 })).body;
    const documentId = (await owner.upload('/documents?name=a.txt', 'text')).body.document.id;
    const opened = await api.guest.post(`/documents/${documentId}/ticket`, undefined, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect((await api.guest.get(opened.body.ticket.url.replace('/api', ''))).status).toBe(200);

    const byPassword = (await api.guest.post('/auth/login', { email, password })).body;
    expect(byPassword.user.twoStep.isOverdue).toBe(true);
    const headers = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    expect(await api.guest.get('/tasks', headers(byPassword.token))).toMatchObject(rejection);

    const begun = (await api.guest.post('/auth/passkey-sign-in/begin')).body;
    const userHandle = Buffer.from(owner.userId).toString('base64url');
    const assertion = device.get({ challenge: begun.options.challenge, userHandle });
    const signedIn = await api.guest.post('/auth/passkey-sign-in', {
      challengeId: begun.challengeId,
      assertion,
    });
    expect(signedIn.body.user.twoStep).toBeNull();
    expect((await api.guest.get('/tasks', headers(signedIn.body.token))).status).toBe(200);
  });
});

describe('a member who requires two-step sign-in', () => {
  it('must use it first, so that no one is locked out', async () => {
    expect(await ask('staff', 30)).toMatchObject({
      status: 422,
      body: { code: 'RULE_BROKEN', errors: [{ path: 'twoStepFor' }] },
    });
    expect((await admin.get('/workspace')).body.workspace).toMatchObject({
      twoStepFor: 'nobody',
      version: 1,
    });
  });

  it('a member in the grace period can turn the rule off, but not shorten it', async () => {
    const other = await join('ADMIN');
    await issueAppCode(admin);
    await ask('staff', 9);
    expect(await other.patch('/workspace', { version: 2, twoStepGraceDays: 0 })).toMatchObject({
      status: 422,
    });
    expect((await other.patch('/workspace', { version: 2, name: 'Renamed' })).status).toBe(200);
    expect((await other.patch('/workspace', { version: 3, twoStepFor: 'nobody' })).status).toBe(200);
  });

  it.each([
    [{ twoStepFor: 'clients' }, 'twoStepFor'],
    [{ twoStepGraceDays: 31 }, 'twoStepGraceDays'],
    [{ twoStepGraceDays: -1 }, 'twoStepGraceDays'],
    [{ twoStepGraceDays: 1.5 }, 'twoStepGraceDays'],
  ])('%j is refused', async (change, path) => {
    expect(await admin.patch('/workspace', { version: 1, ...change })).toMatchObject({
      status: 400,
      body: { errors: [{ path }] },
    });
  });

  it('leaves an entry with the rule before and after', async () => {
    await issueAppCode(admin);
    await ask('staff', 9);
    const { entries } = (await admin.get('/audit?action=updateWorkspaceSettings')).body;
    expect(entries).toMatchObject([
      { actor: { id: admin.userId }, detail: { twoStep: { from: 'nobody', to: 'staff', graceDays: 9 } } },
    ]);
  });
});

it('shows only administrators which members have an app or a passkey', async () => {
  await issueAppCode(staff);
  const { people } = (await admin.get('/people')).body;
  const facts = people.map((one: { id: string; hasSecondFactor: boolean; hasPasskey: boolean }) => [
    one.id,
    one.hasSecondFactor,
    one.hasPasskey,
  ]);
  expect(facts).toContainEqual([staff.userId, true, false]);
  expect(facts).toContainEqual([admin.userId, false, false]);
  for (const path of ['/members', '/directory'])
    expect(JSON.stringify((await staff.get(path)).body), path).not.toMatch(/hasSecondFactor|hasPasskey/);
});
