import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let admin: Caller;
let client: Caller;
beforeAll(async () => {
  api = await startApi();
  const workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const customerId = await api.makeCustomer(workspaceId);
  client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  for (const name of ['First Clinic', 'Second Clinic'])
    await admin.post('/businesses', { name, type: 'dental', ownerId: customerId, leaseEnd: '2026-01-31' });
  const { businesses } = (await admin.get('/businesses')).body;
  const buyerId = await api.makeCustomer(workspaceId);
  await admin.post('/deals', { businessId: businesses[0].id, buyerId, source: 'Portal' });
});
afterAll(() => api.close());

it.each([
  ['/businesses?leaseBefore=2030-01-01', 'leaseBefore'],
  ['/businesses?isStuck=true', 'isStuck'],
  ['/businesses/total?leaseBefore=2030-01-01', 'leaseBefore'],
  ['/businesses?sort=sde&limit=1', 'sort'],
  ['/businesses?sort=name,-sde', 'sort'],
  ['/deals?source=Portal', 'source'],
  ['/deals?hasSource=true', 'hasSource'],
  ['/deals/total?lostReason=price', 'lostReason'],
  ['/deals?q=Clinic', 'q'],
  ['/documents?folderId=none', 'folderId'],
])('rejects a client %s, which would reveal hidden fields', async (path, field) => {
  const { status, body } = await client.get(path);
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path: field })]]);
  expect((await admin.get(path)).status).toBe(200);
});

it('lets clients filter and sort by what they are shown', async () => {
  for (const path of [
    '/businesses?q=Clinic&sort=-askingPrice,name&deleted=true',
    '/deals?isOpen=true&sort=stage',
    '/documents?kind=pdf&sort=name',
  ])
    expect((await client.get(path)).status, path).toBe(200);
  const sorted = (await client.get('/businesses?isOpen=true&sort=name')).body.businesses;
  expect(sorted.map(({ name }: { name: string }) => name)).toEqual(['First Clinic', 'Second Clinic']);
});
