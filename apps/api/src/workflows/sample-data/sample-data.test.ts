import { toRecastYears } from '@handover/contract/businesses/financials.ts';
import { businessStages } from '@handover/contract/businesses/business-stages.ts';
import { dealStages } from '@handover/contract/deals/deal-stages.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { aPng } from '#test/pictures.ts';
import { tenantTables } from '#db/schema/database.ts';
import { removeSampleData } from '#workflows/remove-sample-data/remove-sample-data.ts';
import { listRunners } from '#features/installation/backups.queries.ts';
import { writeSampleData } from './sample-data.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ env: { SAMPLE_PASSWORD: 'sample-password-1' } });
  await api.startJobs();
  await api.booted.platform.runner.transact((work) => writeSampleData(work, api.booted.platform));
}, 300_000);
afterAll(() => api.close());

const signIn = (email: string, remoteAddress = '127.0.0.1') =>
  api.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    payload: { email, password: 'sample-password-1' },
  });

it('fills the three workspaces with the spec’s counts and one login per role', async () => {
  const { token, user } = (await signIn('admin@handover.test')).json();
  expect(user.workspaces.map(({ name, plan }: { name: string; plan: string }) => [name, plan])).toEqual([
    ['Team 1', 'Free'],
    ['Team 2', 'Pro'],
    ['Team 3', 'Pro'],
  ]);
  const get = async (path: string) =>
    (
      await api.guest.get(path, {
        headers: { authorization: `Bearer ${token}` },
        workspaceId: user.workspaces[0].id,
      })
    ).body;
  expect((await get('/users')).total).toBe(24);
  const { businesses, total } = await get('/businesses?limit=100');
  expect([total, businesses.length]).toEqual([24, 24]);
  expect(new Set(businesses.map(({ stage }: { stage: string }) => stage))).toEqual(new Set(businessStages));
  expect((await get('/tasks')).total).toBe(5);
  expect((await api.guest.get('/blog/posts')).body.total).toBe(23);
  expect((await get('/notifications')).total).toBe(5);
  expect(
    (await api.guest.get('/client-plans')).body.clientPlans.map(({ name }: { name: string }) => name),
  ).toEqual(['Basic', 'Growth', 'Exit']);
  expect((await get('/users?planName=Basic')).total).toBeGreaterThan(0);
  const { users } = await get('/users?q=amara');
  expect((await get(`/users/${users[0].id}/emails`)).emails).toMatchObject([
    { status: 'received' },
    { status: 'sent' },
  ]);
  for (const [email, role] of [
    ['superadmin@handover.test', 'SUPERADMIN'],
    ['staff@handover.test', 'STAFF'],
    ['client@handover.test', 'CLIENT'],
  ] as const) {
    expect((await signIn(email)).json().user.role).toBe(role);
  }
});

it('fills Team 2 with deals in every stage and two years of commission', async () => {
  const { token, user } = (await signIn('admin@handover.test')).json();
  const get = async (path: string) =>
    (
      await api.guest.get(path, {
        headers: { authorization: `Bearer ${token}` },
        workspaceId: user.workspaces[1].id,
      })
    ).body;
  const { deals } = await get('/deals?limit=100');
  expect(new Set(deals.map(({ stage }: { stage: string }) => stage))).toEqual(new Set(dealStages));
  expect((await get('/buyers')).total).toBeGreaterThan(10);
  const { contacts } = await get('/contacts');
  expect(contacts.length).toBeGreaterThan(5);
  expect(new Set(contacts.map(({ role }: { role: string }) => role)).size).toBeGreaterThan(3);
  const { commissions } = await get('/commissions?status=paid&limit=100');
  expect(commissions).toHaveLength(7);
  expect(commissions.every(({ dueCents, paidCents }: Record<string, number>) => dueCents === paidCents)).toBe(
    true,
  );
  expect((await get('/commissions?status=due')).total).toBe(1);
  expect((await get('/agreements?state=in_force')).total).toBeGreaterThan(10);
  expect((await get('/agreements?state=pending')).total).toBeGreaterThan(0);
  const { businesses } = await get('/businesses?stage=on_market&limit=100');
  const teasers = [];
  for (const { id } of businesses) teasers.push(...(await get(`/businesses/${id}/profiles`)).profiles);
  const released = teasers.filter(({ findings }) => findings.length === 0);
  expect(released.length).toBeGreaterThan(3);
  for (const teaser of released)
    expect(teaser).toMatchObject({
      versions: [{ approval: { state: 'approved' } }],
      publicPath: expect.stringContaining('/teaser?workspace='),
    });
});

it('fills Team 2 with two data rooms, whose documents are verified, to review, refused, and asked for', async () => {
  const { token, user } = (await signIn('admin@handover.test')).json();
  const headers = { authorization: `Bearer ${token}` };
  const get = async (path: string) =>
    (await api.guest.get(path, { headers, workspaceId: user.workspaces[1].id })).body;
  const { rooms, total } = await get('/data-rooms');
  expect(total).toBe(2);
  for (const { business, readyPercent } of rooms) {
    expect(readyPercent).toBeGreaterThan(30);
    const { room } = await get(`/businesses/${business.id}/data-room`);
    const states = room.requests.map(({ state }: { state: string }) => state);
    for (const state of ['verified', 'uploaded', 'refused', 'requested', 'required'])
      expect(states).toContain(state);
    const [answered] = room.requests.filter(({ state }: { state: string }) => state === 'verified');
    expect(await get(`/documents/${answered.documents[0].id}/pages`)).toMatchObject({
      pages: { pageCount: 1 },
    });
  }
});

it('gives businesses in Team 2 three years whose recast are the figures of the record', async () => {
  const { token, user } = (await signIn('admin@handover.test')).json();
  const headers = { authorization: `Bearer ${token}` };
  const get = async (path: string) =>
    (await api.guest.get(path, { headers, workspaceId: user.workspaces[1].id })).body;
  const { businesses } = await get('/businesses?stage=on_market&limit=100');
  let count = 0;
  for (const { id, revenueCents, sdeCents, ebitdaCents } of businesses) {
    const { financials } = await get(`/businesses/${id}/financials`);
    if (financials.periods.length === 0) continue;
    count += 1;
    const figures = { revenueCents, sdeCents, ebitdaCents };
    expect(toRecastYears(financials)).toHaveLength(3);
    const [last] = toRecastYears(financials);
    expect(last).toMatchObject({
      sdeCents,
      adjustedEbitdaCents: ebitdaCents,
      lines: { revenue: revenueCents },
    });
    expect(last).toMatchObject({ isOwnerReplaced: true, hasHighAddBacks: false });
    expect(financials.acceptedRecast).toMatchObject(figures);
  }
  expect(count).toBeGreaterThan(2);
});

it('lets sample logins in from the server’s own machine only', async () => {
  const refused = await signIn('admin@handover.test', '203.0.113.7');
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'FORBIDDEN']);
});

it('is removed completely once there is a real administrator', async () => {
  const { token, user } = (await signIn('admin@handover.test')).json();
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  const [customer] = (await api.guest.get('/users?limit=1', bearer)).body.users;
  for (const path of ['/auth/photo', `/users/${customer.id}/photo`])
    expect((await api.guest.upload(path, aPng(), bearer)).status).toBe(200);
  const file = `/documents?recordType=customer&recordId=${String(customer.id)}&name=lease.pdf`;
  const added = await api.guest.upload(file, '%PDF-1.7', bearer);
  expect(added.status).toBe(201);
  const legalHold = `/documents/${String(added.body.document.id)}/legal-hold`;
  expect((await api.guest.post(legalHold, { reason: 'Subpoena' }, bearer)).status).toBe(201);
  await sql`
    WITH business AS (SELECT workspace_id, id FROM businesses WHERE workspace_id = ${user.workspaces[0].id} LIMIT 1)
    INSERT INTO business_profiles (workspace_id, id, business_id, kind, title, sections, created_at, updated_at)
    SELECT workspace_id, id, id, 'teaser', 'Practice', '[]', now(), now() FROM business`.execute(api.db);
  await sql`
    INSERT INTO profile_versions (workspace_id, profile_id, number, title, sections, created_by, created_at)
    SELECT workspace_id, id, 1, title, sections, ${user.id}, now() FROM business_profiles
    WHERE workspace_id = ${user.workspaces[0].id}`.execute(api.db);
  await sql`
    UPDATE business_profiles SET released_number = 1, released_at = now()
    WHERE workspace_id = ${user.workspaces[0].id}`.execute(api.db);
  const template = { name: 'Welcome', subject: 'Welcome', html: '<p>Hello</p>', isShared: true };
  expect((await api.guest.post('/mail-templates', template, bearer)).status).toBe(201);
  const { runner } = api.booted.platform;
  const remove = (change: object = {}, by = runner) =>
    removeSampleData(by, {
      connectionString: api.connectionString,
      admin: {
        email: 'real@people.test',
        displayName: 'Real Admin',
        password: 'nine slow pelicans',
        ...change,
      },
    });
  await expect(remove()).rejects.toThrow('placed a legal hold on “lease.pdf” of Team');
  expect((await api.guest.delete(legalHold, bearer)).status).toBe(200);
  const interrupted: typeof runner = {
    ...runner,
    transact: async (act) => {
      await runner.transact(act);
      throw new Error('Interrupted');
    },
  };
  await expect(remove({}, interrupted)).rejects.toThrow('Interrupted');
  await expect(remove({ password: 'nine other pelicans' })).rejects.toThrow('already has a login');
  await expect(remove({ email: 'admin@handover.test', password: 'sample-password-1' })).rejects.toThrow(
    'already has a login',
  );
  await remove();
  // Bypasses the app, whose guard blocks queries across workspaces.
  const client = new pg.Client({ connectionString: api.connectionString });
  await client.connect();
  for (const table of ['workspaces', 'memberships', 'sessions', 'photos', ...Object.keys(tenantTables)])
    expect((await client.query(`SELECT FROM ${table}`)).rowCount, table).toBe(0);
  await client.end();
  expect((await api.guest.get('/client-plans')).body.clientPlans).toEqual([]);
  expect(await api.db.selectFrom('users').select(['email', 'is_superadmin']).execute()).toEqual([
    { email: 'real@people.test', is_superadmin: true },
  ]);
  expect((await signIn('admin@handover.test')).statusCode).toBe(401);
  expect(
    (await api.guest.post('/auth/login', { email: 'real@people.test', password: 'nine slow pelicans' })).body
      .user.role,
  ).toBe('SUPERADMIN');
});

it('once removed, leaves its new superadmin in a workspace that stays', async () => {
  const workspaceId = await api.makeWorkspace();
  await removeSampleData(api.booted.platform.runner, {
    connectionString: api.connectionString,
    admin: { email: 'next@people.test', displayName: 'Next Admin', password: 'ten quick herons' },
  });
  const runners = await listRunners(api.db);
  const next = await api.db
    .selectFrom('users')
    .select('id as user_id')
    .where('email', '=', 'next@people.test')
    .executeTakeFirstOrThrow();
  expect(runners).toContainEqual({ ...next, workspace_id: workspaceId });
});
