import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';
import { listWorkspaceIds } from './client-plans.queries.ts';

let api: TestApi;
let workspaceId: string;
let boss: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  // The catalog belongs to the installation: each test begins with an empty one, and no customer has a plan.
  const workspaceIds = await listWorkspaceIds(api.db);
  await api.db
    .updateTable('customers')
    .set({ plan_name: null })
    .where('workspace_id', 'in', [newId(), ...workspaceIds])
    .execute();
  await api.db.deleteFrom('client_plans').execute();
  workspaceId = await api.makeWorkspace();
  boss = await api.signIn({ role: 'SUPERADMIN', workspaceId });
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

/** Jobs run one after the other. */
const patiently = { timeout: 15_000 };

const make = async (name: string, more: object = {}) => {
  const { status, body } = await boss.post('/client-plans', {
    name,
    priceCents: 29_000,
    interval: 'month',
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.clientPlan;
};
const createWithPlan = async (name: string, planName: string | null, caller = admin): Promise<string> =>
  (await caller.post('/users', { name, planName })).body.user.id;
const getPlan = async (id: string) => (await admin.get(`/users/${id}`)).body.user.planName;
const listPublicNames = async () =>
  (await api.guest.get('/client-plans')).body.clientPlans.map((plan: { name: string }) => plan.name);
const listManagedNames = async () =>
  (await boss.get('/client-plans/managed')).body.clientPlans.map((plan: { name: string }) => plan.name);
const listAuditEntries = (action: string) =>
  api.db
    .selectFrom('audit_entries')
    .select(['action', 'detail', 'actor_id'])
    .where('workspace_id', 'is', null)
    .where('actor_id', '=', boss.userId)
    .where('action', '=', action)
    .execute();

describe('a plan', () => {
  it('is added after the others, shown to everybody, and recorded in the audit log', async () => {
    await make('Basic');
    const growth = await make('Growth', {
      description: 'For a sale in three years',
      priceCents: 120_050,
      currency: 'EUR',
      interval: 'year',
      includes: ['One', 'Two'],
      audience: 'Corporate',
      isHighlighted: true,
    });
    expect(growth).toMatchObject({ isPublic: true, isArchived: false, version: 1 });
    const { status, body, headers } = await api.guest.get('/client-plans');
    expect([status, headers['cache-control']]).toEqual([200, 'public, no-cache']);
    expect(body.clientPlans[1]).toEqual({
      id: growth.id,
      name: 'Growth',
      description: 'For a sale in three years',
      priceCents: 120_050,
      currency: 'EUR',
      interval: 'year',
      includes: ['One', 'Two'],
      audience: 'Corporate',
      isHighlighted: true,
    });
    expect(await listPublicNames()).toEqual(['Basic', 'Growth']);
    expect(await listAuditEntries('createClientPlan')).toMatchObject([
      { detail: { name: 'Basic' }, actor_id: boss.userId },
      { detail: { name: 'Growth' } },
    ]);
    expect(
      await api.db
        .selectFrom('client_plans')
        .select(['name', 'price_cents', 'is_sample'])
        .orderBy('position')
        .execute(),
    ).toEqual([
      { name: 'Basic', price_cents: 29_000, is_sample: false },
      { name: 'Growth', price_cents: 120_050, is_sample: false },
    ]);
  });

  it('returns 304 when the client has the current list', async () => {
    await make('Basic');
    const { headers } = await api.guest.get('/client-plans');
    const again = { headers: { 'if-none-match': String(headers['etag']) } };
    expect(await api.guest.get('/client-plans', again)).toMatchObject({ status: 304, text: '' });
    await make('Growth');
    expect((await api.guest.get('/client-plans', again)).status).toBe(200);
  });

  it('is visible to staff only while not public, and offered to no one once archived', async () => {
    const hidden = await make('Quiet', { isPublic: false });
    const old = await make('Old');
    await make('Basic');
    const ann = await createWithPlan('Ann', 'Old');
    await boss.patch(`/client-plans/${old.id}`, { version: 1, isArchived: true });
    expect(await listPublicNames()).toEqual(['Basic']);
    const choices = async () => (await admin.get('/client-plans/choices')).body.clientPlans;
    expect(await choices()).toEqual([
      { id: hidden.id, name: 'Quiet', isArchived: false },
      { id: old.id, name: 'Old', isArchived: true },
      { id: expect.any(String), name: 'Basic', isArchived: false },
    ]);
    await admin.patch(`/users/${ann}`, { version: 1, planName: 'Basic' });
    expect((await choices()).map(({ name }: { name: string }) => name)).toEqual(['Quiet', 'Basic']);
  });

  it('rejects duplicate names (any case), invalid prices, and empty names', async () => {
    await make('Basic');
    const { id } = await make('Growth');
    const refused = async (body: object) => boss.post('/client-plans', body);
    const paid = { priceCents: 100, interval: 'month' };
    const taken = { status: 409, body: { errors: [{ path: 'name' }] } };
    expect(await refused({ ...paid, name: 'bASIC' })).toMatchObject(taken);
    expect(await boss.patch(`/client-plans/${id}`, { version: 1, name: 'BASIC' })).toMatchObject(taken);
    for (const [bad, path] of [
      [{ ...paid, name: ' ' }, 'name'],
      [{ ...paid, name: 'x'.repeat(61) }, 'name'],
      [{ name: 'X', priceCents: -1, interval: 'month' }, 'priceCents'],
      [{ name: 'X', priceCents: 1.5, interval: 'month' }, 'priceCents'],
      [{ name: 'X', priceCents: 1, interval: 'week' }, 'interval'],
      [{ ...paid, name: 'X', currency: 'usd' }, 'currency'],
      [{ ...paid, name: 'X', includes: Array.from({ length: 21 }, () => 'a') }, 'includes'],
    ] as const)
      expect(await refused(bad), path).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    expect(await listManagedNames()).toEqual(['Basic', 'Growth']);
  });

  it('is refused to the second of two who change it, and changes nothing twice', async () => {
    const { id } = await make('Basic');
    expect((await boss.patch(`/client-plans/${id}`, { version: 1, priceCents: null })).status).toBe(200);
    expect(await boss.patch(`/client-plans/${id}`, { version: 1, priceCents: 5 })).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION', current: { priceCents: null, version: 2 } },
    });
    const key = { headers: { 'idempotency-key': 'a-key-of-a-plan-1' } };
    const body = { name: 'Growth', priceCents: 1, interval: 'once' };
    const first = await boss.post('/client-plans', body, key);
    const second = await boss.post('/client-plans', body, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.clientPlan.id).toBe(first.body.clientPlan.id);
    expect(await listManagedNames()).toEqual(['Basic', 'Growth']);
    expect(await listAuditEntries('updateClientPlan')).toMatchObject([
      { detail: { name: 'Basic', priceCents: { from: 29_000, to: null } } },
    ]);
  });

  it('is the only recommended one', async () => {
    const basic = await make('Basic', { isHighlighted: true });
    await make('Growth', { isHighlighted: true });
    const highlighted = async () =>
      (await api.guest.get('/client-plans')).body.clientPlans
        .filter((plan: { isHighlighted: boolean }) => plan.isHighlighted)
        .map((plan: { name: string }) => plan.name);
    expect(await highlighted()).toEqual(['Growth']);
    await boss.patch(`/client-plans/${basic.id}`, { version: 1, isHighlighted: true });
    expect(await highlighted()).toEqual(['Basic']);
  });

  it('can be reordered if each plan is listed once', async () => {
    const [one, two] = [await make('One'), await make('Two')];
    expect((await boss.put('/client-plans/order', { ids: [two.id, one.id] })).status).toBe(200);
    expect(await listPublicNames()).toEqual(['Two', 'One']);
    for (const ids of [[one.id], [one.id, one.id], [one.id, workspaceId]])
      expect(await boss.put('/client-plans/order', { ids })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'ids' }] },
      });
    expect(await listAuditEntries('orderClientPlans')).toHaveLength(1);
  });

  it('is one of fifty at most', async () => {
    for (let count = 0; count < 50; count += 1) await make(`Plan ${String(count)}`);
    const { status } = await boss.post('/client-plans', { name: 'More', priceCents: 1, interval: 'once' });
    expect(status).toBe(422);
  });

  it('is deleted when no customer has it, including in the trash, and is removed from saved views', async () => {
    const { id } = await make('Basic');
    const ann = await createWithPlan('Ann', 'Basic');
    await admin.post('/saved-views', {
      name: 'Basics',
      settings: { filter: { planName: 'Basic', status: 'active' }, sort: null, columns: null, density: null },
    });
    await admin.delete(`/users/${ann}`);
    expect(await boss.delete(`/client-plans/${id}`)).toMatchObject({
      status: 422,
      body: {
        detail: 'A customer has this plan. Archive it, or move those customers to another plan first.',
      },
    });
    expect((await boss.get('/client-plans/use')).body.use).toEqual([{ id, customers: 1, renaming: 0 }]);
    const { version } = (await admin.post(`/users/${ann}/restore`)).body.user;
    await admin.patch(`/users/${ann}`, { version, planName: null });
    expect((await boss.delete(`/client-plans/${id}`)).status).toBe(204);
    expect(await listManagedNames()).toEqual([]);
    expect((await boss.delete(`/client-plans/${id}`)).status).toBe(404);
    expect((await boss.patch(`/client-plans/${id}`, { version: 1, isPublic: false })).status).toBe(404);
    const { savedViews } = (await admin.get('/saved-views')).body;
    expect(savedViews[0].settings.filter).toEqual({ status: 'active' });
    expect(await listAuditEntries('deleteClientPlan')).toMatchObject([{ detail: { name: 'Basic' } }]);
  });
});

describe('a customer', () => {
  it('can have only plans of the catalog, in its spelling', async () => {
    expect(await admin.post('/users', { name: 'Ann', planName: 'Basic' })).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            path: 'planName',
            message:
              'There is no plan “Basic”. A superadmin can add plans in the settings, under Subscription catalog',
          },
        ],
      },
    });
    const gold = await make('Gold');
    await make('Basic');
    const ann = await createWithPlan('Ann', 'basic');
    expect(await getPlan(ann)).toBe('Basic');
    const unknown = await admin.patch(`/users/${ann}`, { version: 1, planName: 'Bronze' });
    expect(unknown).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'planName', message: 'There is no plan “Bronze”. Use one of: Gold, Basic' }] },
    });
    const bob = await createWithPlan('Bob', 'Gold');
    await boss.patch(`/client-plans/${gold.id}`, { version: 1, isArchived: true });
    expect(await admin.patch(`/users/${ann}`, { version: 1, planName: 'Gold' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'planName', message: 'Gold is archived and cannot be assigned' }] },
    });
    expect((await admin.patch(`/users/${bob}`, { version: 1, planName: 'Gold', city: 'X' })).status).toBe(
      200,
    );
    expect((await admin.patch(`/users/${ann}`, { version: 1, planName: null })).status).toBe(200);
    expect(await getPlan(ann)).toBeNull();
  });

  it('gets the new name of the plan, in every workspace, and saved views ask for it', async () => {
    const { id } = await make('Basic');
    const elsewhere = await api.makeWorkspace();
    const other = await api.signIn({ role: 'ADMIN', workspaceId: elsewhere });
    const ann = await createWithPlan('Ann', 'Basic');
    const bob = await createWithPlan('Bob', 'Basic', other);
    await admin.post('/saved-views', {
      name: 'Basics',
      settings: { filter: { planName: 'Basic' }, sort: null, columns: null, density: null },
    });
    await boss.patch(`/client-plans/${id}`, { version: 1, name: 'Starter' });
    await expect.poll(() => getPlan(ann), patiently).toBe('Starter');
    await expect
      .poll(async () => (await other.get(`/users/${bob}`)).body.user, patiently)
      .toMatchObject({ planName: 'Starter', version: 1 });
    const { savedViews } = (await admin.get('/saved-views')).body;
    expect(savedViews[0].settings.filter).toEqual({ planName: 'Starter' });
    expect(await listAuditEntries('updateClientPlan')).toMatchObject([
      { detail: { name: { from: 'Basic', to: 'Starter' }, customers: 2 } },
    ]);
    // A form that was open during the change still has the former name.
    expect(await getPlan(await createWithPlan('Cy', 'basic'))).toBe('Starter');
  });

  it('is renamed on more customers than one transaction can hold; until then no other plan can take the former name', async () => {
    const { id } = await make('Basic');
    const other = await make('Other');
    await sql`
      INSERT INTO customers (workspace_id, id, name, name_sort, company_sort, account_type, is_verified, plan_name, joining_date, created_at, updated_at)
      SELECT ${workspaceId}::uuid, gen_random_uuid(), 'A', 'a', '', 'Individual', false, 'Basic', '2026-01-01', now(), now()
      FROM generate_series(1, 1200)`.execute(api.db);
    await boss.patch(`/client-plans/${id}`, { version: 1, name: 'Starter' });
    const use = async () =>
      (await boss.get('/client-plans/use')).body.use.find((one: { id: string }) => one.id === id);
    expect(await use()).toMatchObject({ customers: 1200 });
    expect((await boss.delete(`/client-plans/${id}`)).status).toBe(422);
    await expect.poll(use, patiently).toEqual({ id, customers: 1200, renaming: 0 });
    const resolved = () =>
      api.db.selectFrom('client_plan_names').select('moved_at').where('name', '=', 'Basic').execute();
    await expect.poll(resolved, patiently).toEqual([{ moved_at: expect.any(Date) }]);
    const { rows } = await sql<{ plan_name: string; count: number }>`
      SELECT plan_name, count(*)::int AS count FROM customers WHERE workspace_id = ${workspaceId} GROUP BY plan_name`.execute(
      api.db,
    );
    expect(rows).toEqual([{ plan_name: 'Starter', count: 1200 }]);
    expect((await boss.patch(`/client-plans/${other.id}`, { version: 1, name: 'Basic' })).status).toBe(200);
  });

  it('keeps a name that is just being given up from another plan', async () => {
    const { id } = await make('Basic');
    await sql`INSERT INTO client_plan_names (name, plan_id) VALUES ('Silver', ${id})`.execute(api.db);
    expect(
      await boss.post('/client-plans', { name: 'silver', priceCents: 1, interval: 'once' }),
    ).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'name', message: 'Just changed on another plan. Try again in a minute' }] },
    });
    // The plan itself can use the name again.
    expect((await boss.patch(`/client-plans/${id}`, { version: 1, name: 'Silver' })).status).toBe(200);
  });

  it('follows a plan that gets its first name back', async () => {
    const { id } = await make('Basic');
    const ann = await createWithPlan('Ann', 'Basic');
    await boss.patch(`/client-plans/${id}`, { version: 1, name: 'Starter' });
    await boss.patch(`/client-plans/${id}`, { version: 2, name: 'Basic' });
    await boss.patch(`/client-plans/${id}`, { version: 3, name: 'Entry' });
    await expect.poll(() => getPlan(ann), patiently).toBe('Entry');
  });

  it('gets the plan’s current name when a merge is undone', async () => {
    const { id } = await make('Basic');
    const gold = await make('Gold');
    const [ann, bob] = [await createWithPlan('Ann', 'Basic'), await createWithPlan('Bob', 'Gold')];
    const merged = await admin.post(`/users/${ann}/merge`, {
      version: 1,
      otherId: bob,
      otherVersion: 1,
      fromOther: ['planName'],
    });
    expect(merged.status, JSON.stringify(merged.body)).toBe(201);
    expect(await getPlan(ann)).toBe('Gold');
    await boss.patch(`/client-plans/${id}`, { version: 1, name: 'Starter' });
    await boss.patch(`/client-plans/${gold.id}`, { version: 1, name: 'Platinum' });
    expect((await admin.post(`/merges/${merged.body.merge.id}/undo`)).status).toBe(200);
    expect(await getPlan(ann)).toBe('Starter');
    await expect.poll(() => getPlan(bob), patiently).toBe('Platinum');
  });
});
