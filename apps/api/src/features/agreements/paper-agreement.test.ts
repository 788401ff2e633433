import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { type TestApi, startApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let customerId: string;
let businessId: string;
let dealId: string;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  customerId = await api.makeCustomer(workspaceId, { name: 'Jane Doe' });
  businessId = (await admin.post('/businesses', { name: 'Secret Smiles', type: 'dental' })).body.business.id;
  dealId = (await admin.post('/deals', { businessId, buyerId: customerId })).body.deal.id;
});

const scan = '%PDF-1.7 Signed by hand';
const record = (
  more: Record<string, string> = {},
  {
    caller = admin,
    bytes = scan,
    headers = {},
  }: { caller?: Caller; bytes?: string; headers?: Record<string, string> } = {},
) => {
  const query = { name: 'nda.pdf', customerId, businessIds: businessId, signerName: 'Jane Q. Doe' };
  const params = new URLSearchParams({ ...query, dealId, signedOn: '2026-01-31', ...more });
  return caller.upload(`/agreements/paper?${params.toString()}`, bytes, { headers });
};
const getNdaGate = async (): Promise<string> =>
  (await admin.get(`/deals/${dealId}/gate`)).body.gate.requirements[0].state;

it('an NDA that was signed on paper is in the register with its file, opens the deal gate, and is on every timeline', async () => {
  expect(await getNdaGate()).toBe('missing');
  const { status, body } = await record({ expiresOn: '2999-01-31' });
  expect([status, body.agreement]).toMatchObject([
    201,
    {
      state: 'in_force',
      identityMethod: 'paper',
      signerName: 'Jane Q. Doe',
      expiresOn: '2999-01-31',
      template: null,
      text: null,
      hasPdf: true,
      abilities: { canSend: false, canRevoke: true, canRenew: false },
    },
  ]);
  expect(body.agreement.signedAt).toMatch(/^2026-01-31T/);
  expect((await admin.get('/agreements?state=in_force')).body.agreements).toMatchObject([
    { id: body.agreement.id, customer: { name: 'Jane Doe' } },
  ]);
  expect(await getNdaGate()).toBe('met');
  const { version } = (await admin.get(`/deals/${dealId}`)).body.deal;
  expect((await admin.post(`/deals/${dealId}/move`, { version, stage: 'nda_signed' })).status).toBe(200);

  const { ticket } = (await admin.post(`/agreements/${body.agreement.id}/ticket`)).body;
  expect((await api.app.inject({ url: ticket.url })).payload).toBe(scan);
  for (const [type, id] of [
    ['customer', customerId],
    ['business', businessId],
    ['deal', dealId],
  ] as const)
    expect(
      (await admin.get(`/documents?recordType=${type}&recordId=${id}`)).body.documents,
      type,
    ).toMatchObject([{ name: 'nda.pdf', audience: type === 'customer' ? 'client' : 'staff' }]);
  for (const path of [`/users/${customerId}`, `/businesses/${businessId}`, `/deals/${dealId}`]) {
    const { activities } = (await admin.get(`${path}/activities`)).body;
    expect(
      activities.map(({ type }: { type: string }) => type),
      path,
    ).toContain('agreement.recorded');
  }
});

it('an upload that is repeated with its idempotency key records one NDA', async () => {
  const headers = { 'idempotency-key': 'an-upload-that-is-repeated' };
  const [first, again] = [await record({}, { headers }), await record({}, { headers })];
  expect(again.body.agreement.id).toBe(first.body.agreement.id);
  expect((await admin.get('/agreements')).body.agreements).toHaveLength(1);
  expect((await admin.get(`/documents?recordType=deal&recordId=${dealId}`)).body.documents).toHaveLength(1);
});

it('no longer counts after its end, and counts forever without one', async () => {
  await record({ expiresOn: '2026-02-01' });
  expect(await getNdaGate()).toBe('missing');
  await record();
  expect(await getNdaGate()).toBe('met');
});

it('a mistake is withdrawn, after which it counts no more', async () => {
  const { id } = (await record()).body.agreement;
  expect((await admin.post(`/agreements/${id}/renew`, { delivery: 'link' })).status).toBe(403);
  expect((await admin.post(`/agreements/${id}/revoke`)).body.agreement).toMatchObject({
    state: 'revoked',
    signedAt: null,
    hasPdf: false,
  });
  expect(await getNdaGate()).toBe('missing');
  expect((await admin.post(`/agreements/${id}/revoke`)).status).toBe(403);
});

it('accepts a PDF or an image, a date not in the future, and matching records', async () => {
  const fieldOf = async (more: Record<string, string>) => (await record(more)).body.errors?.[0]?.path;
  expect(await fieldOf({ signedOn: '2999-01-01' })).toBe('signedOn');
  expect(await fieldOf({ expiresOn: '2026-01-30' })).toBe('expiresOn');
  expect(await fieldOf({ signerName: ' ' })).toBe('signerName');
  const otherId = await api.makeCustomer(workspaceId, { name: 'Other' });
  expect(await fieldOf({ customerId: otherId })).toBe('dealId');
  const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
  const theirs = (await elsewhere.post('/businesses', { name: 'Theirs', type: 'dental' })).body.business.id;
  expect(await fieldOf({ businessIds: theirs })).toBe('businessIds');
  expect((await record({}, { caller: elsewhere })).status).toBe(404);
  expect((await record({}, { bytes: 'Just text' })).status).toBe(415);
  const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  expect((await record({}, { caller: client })).status).toBe(403);
  expect((await admin.get('/agreements')).body.agreements).toEqual([]);
});
