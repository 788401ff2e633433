import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { aPng } from '#test/pictures.ts';

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
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
});

const save = (change: Record<string, unknown>) => admin.patch('/workspace', { version: 1, ...change });
const getProfile = async (caller: Caller) => (await caller.get('/auth/profile')).body.user;

describe('a setting of the workspace', () => {
  it('name and announcement reach everybody’s profile', async () => {
    await save({ name: 'Northern Office', announcement: 'We move on Friday' });
    expect(await getProfile(staff)).toMatchObject({
      announcement: 'We move on Friday',
      workspaces: [{ id: workspaceId, name: 'Northern Office' }],
    });
    await admin.patch('/workspace', { version: 2, announcement: null });
    expect((await getProfile(staff)).announcement).toBeNull();
  });

  it('time zone decides what today is', async () => {
    api.clock.set(new Date('2026-11-21T23:30:00Z'));
    await save({ timeZone: 'Asia/Tokyo' });
    expect(await getProfile(staff)).toMatchObject({ timeZone: 'Asia/Tokyo', today: '2026-11-22' });
    await admin.patch('/workspace', { version: 2, timeZone: 'America/New_York' });
    expect((await getProfile(staff)).today).toBe('2026-11-21');
    api.clock.set(new Date());
  });

  it('currency is what a new business is priced in', async () => {
    await save({ currency: 'CAD' });
    const { business } = (await staff.post('/businesses', { name: 'Maple Dental', type: 'dental' })).body;
    expect(business.currency).toBe('CAD');
  });

  it('staff access closes areas immediately, and record scope limits staff to their own records', async () => {
    const others = await api.makeCustomer(workspaceId);
    const own = await api.makeCustomer(workspaceId, { brokerId: staff.userId });
    await save({ recordScope: 'own' });
    expect((await staff.get('/users')).body.users.map(({ id }: { id: string }) => id)).toEqual([own]);
    expect((await staff.get(`/users/${others}`)).status).toBe(404);
    await admin.patch('/workspace', { version: 2, staffAccess: ['tasks'] });
    expect((await staff.get('/users')).status).toBe(403);
    expect((await staff.get('/tasks')).status).toBe(200);
    expect((await getProfile(staff)).areas).toEqual(['tasks']);
  });

  it('rejects a change based on an older version', async () => {
    await save({ name: 'First' });
    expect(await save({ name: 'Second' })).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION', current: { name: 'First', version: 2 } },
    });
  });

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '+05:30' }, 'timeZone'],
    [{ currency: 'dollars' }, 'currency'],
    [{ name: ' ' }, 'name'],
    [{ plan: 'Pro' }, 'plan'],
  ])('%j is refused', async (change, path) => {
    expect(await save(change)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it('is recorded in the audit log with what was changed, and sealed', async () => {
    await save({ name: 'Renamed', postalAddress: '1 Main St' });
    const { entries } = (await admin.get('/audit?action=updateWorkspaceSettings')).body;
    expect(entries).toMatchObject([
      { actor: { id: admin.userId }, detail: { changed: ['name', 'postal_address'] } },
    ]);
  });
});

it('shows the logo in the profile of everybody, until it is replaced or removed', async () => {
  const url = (await admin.upload('/workspace/logo', aPng())).body.workspace.logoUrl;
  expect((await getProfile(staff)).workspaces[0].logoUrl).toBe(url);
  expect((await api.guest.get(url.replace('/api', ''))).status).toBe(200);
  expect((await admin.upload('/workspace/logo', Buffer.from('<svg/>'))).status).toBe(415);
  const { workspace } = (await admin.delete('/workspace/logo')).body;
  expect(workspace).toMatchObject({ logoUrl: null, version: 1 });
  expect((await api.guest.get(url.replace('/api', ''))).status).toBe(404);
  const actions = (await admin.get('/audit')).body.entries.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['removeWorkspaceLogo', 'setWorkspaceLogo']);
});
