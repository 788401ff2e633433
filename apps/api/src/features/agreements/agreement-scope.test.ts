import { afterAll, beforeAll, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import { type TestApi, startApi } from '#test/harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

it('names to a limited broker of one business no other business of the NDA, to the broker of the buyer all', async () => {
  const workspaceId = await api.makeWorkspace({ recordScope: 'own' });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const [sellSide, buySide] = [
    await api.signIn({ role: 'STAFF', workspaceId }),
    await api.signIn({ role: 'STAFF', workspaceId }),
  ];
  const customerId = await api.makeCustomer(workspaceId, { name: 'Jane Doe', brokerId: buySide.userId });
  const create = async (name: string, brokerId: string) =>
    (await admin.post('/businesses', { name, type: 'dental', brokerId })).body.business.id;
  const businessIds = [await create('Abbott', sellSide.userId), await create('Secret Smiles', admin.userId)];
  const { id: templateId } = (await admin.get('/agreement-templates')).body.templates[0];
  const input = { customerId, templateId, businessIds, delivery: 'link' };
  const { agreement } = (await admin.post('/agreements', input)).body;
  const names = ({ businesses }: { businesses: { name: string }[] }) => businesses.map(({ name }) => name);
  for (const [caller, shown] of [
    [admin, ['Abbott', 'Secret Smiles']],
    [buySide, ['Abbott', 'Secret Smiles']],
    [sellSide, ['Abbott']],
  ] as const) {
    expect(names((await caller.get('/agreements')).body.agreements[0])).toEqual(shown);
    expect(names((await caller.get(`/agreements/${agreement.id}`)).body.agreement)).toEqual(shown);
    const { ticket } = (await caller.post('/agreements/export', { filter: {} })).body;
    const { payload } = await api.app.inject({ method: 'GET', url: ticket.url });
    expect(payload).toContain(shown.join('; '));
    expect(payload.includes('Secret')).toBe(shown.length === 2);
  }
  expect(names((await sellSide.post(`/agreements/${agreement.id}/revoke`)).body.agreement)).toEqual([
    'Abbott',
  ]);
  const { activities } = (await admin.get(`/businesses/${businessIds[1]}/activities`)).body;
  expect(activities[0]).toMatchObject({ type: 'agreement.revoked' });
});
