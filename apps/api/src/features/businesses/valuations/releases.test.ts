import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let owner: Caller;
let partner: Caller;
let advisor: Caller;
let businessId: string;
let valuationId: string;
beforeAll(async () => {
  api = await startApi();
  // Sharing a record queues an email.
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const [ownerId, partnerId] = [await api.makeCustomer(workspaceId), await api.makeCustomer(workspaceId)];
  owner = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId });
  partner = await api.signIn({ role: 'CLIENT', workspaceId, customerId: partnerId });
  advisor = await api.signIn({ role: 'CLIENT', workspaceId });
  const { body } = await admin.post('/businesses', {
    name: 'Bright Dental',
    type: 'dental',
    sdeCents: 420_000_00,
    ownerId,
    coOwners: [{ customerId: partnerId, shareBasisPoints: 4_000 }],
  });
  businessId = body.business.id;
  const grant = { recordType: 'business', recordId: businessId, userId: advisor.userId };
  await admin.post('/access-grants', grant);
  const saved = await admin.post(`/businesses/${businessId}/valuations`, { version: 1 });
  valuationId = saved.body.valuation.id;
});

const release = () => admin.post(`/valuations/${valuationId}/release`);
const createTicket = (by: Caller) => by.post(`/valuations/${valuationId}/ticket`);
const listOwnValuations = async (by: Caller) => (await by.get('/own-valuations')).body.valuations;

it('is read by all owners once it is released, and by nobody else', async () => {
  for (const client of [owner, partner, advisor]) {
    expect((await createTicket(client)).status).toBe(404);
    expect(await listOwnValuations(client)).toEqual([]);
  }
  const { status, body } = await release();
  expect(status).toBe(200);
  expect(body.valuation.releasedAt).toEqual(expect.any(String));
  for (const client of [owner, partner]) {
    expect(await listOwnValuations(client)).toMatchObject([
      { id: valuationId, business: { id: businessId, name: 'Bright Dental' }, currency: 'USD' },
    ]);
    const answer = await api.app.inject({ url: (await createTicket(client)).body.ticket.url });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  }
  expect(await listOwnValuations(advisor)).toEqual([]);
  expect((await createTicket(advisor)).status).toBe(404);
  expect((await owner.get(`/businesses/${businessId}/valuations`)).status).toBe(404);
});

it('notifies the owners once, and is on the timeline', async () => {
  await release();
  await release();
  for (const client of [owner, partner]) {
    const { notifications } = (await client.get('/notifications')).body;
    expect(notifications).toMatchObject([
      { type: 'valuation.released', title: 'Opinion of value for Bright Dental' },
    ]);
  }
  const { activities } = (await admin.get(`/businesses/${businessId}/activities`)).body;
  const types = activities.map(({ type }: { type: string }) => type);
  expect(types.filter((type: string) => type === 'business.valuation_released')).toHaveLength(1);
});

it('is withdrawn, also for a ticket that was issued before', async () => {
  await release();
  const { url } = (await createTicket(owner)).body.ticket;
  const { body } = await admin.delete(`/valuations/${valuationId}/release`);
  expect(body.valuation.releasedAt).toBeNull();
  expect(await listOwnValuations(owner)).toEqual([]);
  expect((await api.app.inject({ url })).statusCode).toBe(404);
});
