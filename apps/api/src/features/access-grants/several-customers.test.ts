import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
/** A login that represents both customers. */
let client: Caller;
let clinicId: string;
let practiceId: string;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace({ recordScope: 'own' });
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  clinicId = await api.makeCustomer(workspaceId, { name: 'Clinic', brokerId: admin.userId });
  practiceId = await api.makeCustomer(workspaceId, { name: 'Practice', brokerId: admin.userId });
  client = await api.signIn({ role: 'CLIENT', workspaceId, customerId: clinicId });
  await setCustomer(practiceId, 'user_id', client.userId);
});

async function setCustomer(id: string, column: 'user_id' | 'broker_id', userId: string): Promise<void> {
  await sql`UPDATE customers SET ${sql.ref(column)} = ${userId} WHERE workspace_id = ${workspaceId} AND id = ${id}`.execute(
    api.db,
  );
}

it('has the broker and the buyer profile of each customer', async () => {
  const staff = await api.signIn({ role: 'STAFF', workspaceId });
  await setCustomer(practiceId, 'broker_id', staff.userId);
  const { customers } = (await client.get('/auth/profile')).body.user;
  expect(customers).toMatchObject([
    { id: clinicId, broker: { id: admin.userId } },
    { id: practiceId, broker: { id: staff.userId } },
  ]);
  for (const customerId of [clinicId, practiceId]) await admin.post('/buyers', { customerId });
  const { buyers } = (await client.get(`/buyers?customerId=${practiceId}`)).body;
  expect(buyers).toMatchObject([{ customer: { id: practiceId } }]);
});

it('represents each customer, and is banned with the last one', async () => {
  const listReadable = async () => ({
    clinic: (await client.get(`/users/${clinicId}`)).status,
    practice: (await client.get(`/users/${practiceId}`)).status,
    businesses: (await client.get('/businesses')).body.total,
  });
  for (const ownerId of [clinicId, practiceId])
    await admin.post('/businesses', { name: 'Bright Dental', type: 'dental', ownerId });
  expect(await listReadable()).toEqual({ clinic: 200, practice: 200, businesses: 2 });
  const { customers } = (await client.get('/auth/profile')).body.user;
  expect(customers.map(({ name }: { name: string }) => name)).toEqual(['Clinic', 'Practice']);

  const ban = { version: 1, reason: 'Breach' };
  expect((await admin.post(`/users/${clinicId}/ban`, ban)).status).toBe(200);
  expect(await listReadable()).toEqual({ clinic: 404, practice: 200, businesses: 1 });
  expect((await admin.post(`/users/${practiceId}/ban`, ban)).status).toBe(200);
  expect((await client.get('/auth/profile')).status).toBe(401);
});

it('is not the buyer of a business that is shared with one of its addresses, or whose owner is shared with it', async () => {
  const other = await api.makeCustomer(workspaceId, { name: 'Investor', email: null });
  const points = [{ kind: 'email', label: '', value: 'Investor@x.test' }];
  expect((await admin.patch(`/users/${other}`, { version: 1, contactPoints: points })).status).toBe(200);
  const owner = await api.makeCustomer(workspaceId, { name: 'Owner' });
  const create = async (more: object) =>
    (await admin.post('/businesses', { name: 'Bright Dental', type: 'dental', ...more })).body.business.id;
  const [shared, owned, coOwned] = [
    await create({}),
    await create({ ownerId: owner }),
    await create({ ownerId: clinicId, coOwners: [{ customerId: owner, shareBasisPoints: 1_000 }] }),
  ];
  const share = async (recordType: string, recordId: string, to: object) =>
    (await admin.post('/access-grants', { recordType, recordId, ...to })).body.accessGrant.id;
  const grantId = await share('business', shared, { email: 'investor@x.test' });
  const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
  const advised = await api.makeCustomer(workspaceId, { name: 'Advisor' });
  await setCustomer(advised, 'user_id', advisor.userId);
  await share('customer', owner, { userId: advisor.userId });
  const buy = (businessId: string, buyerId: string) => admin.post('/deals', { businessId, buyerId });
  for (const [businessId, buyerId] of [
    [shared, other],
    [owned, advised],
    [coOwned, advised],
  ] as const)
    expect(await buy(businessId, buyerId)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('seller’s advisor') },
    });
  expect((await buy(shared, advised)).status).toBe(201);
  expect((await buy(coOwned, other)).status).toBe(201);
  for (const recordId of [owner, clinicId]) {
    const access = { recordType: 'customer', recordId, email: 'investor@x.test' };
    expect(await admin.post('/access-grants', access)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('open deal on a business of this customer') },
    });
  }
  await admin.delete(`/access-grants/${grantId}`);
  expect((await buy(shared, other)).status).toBe(201);
});
