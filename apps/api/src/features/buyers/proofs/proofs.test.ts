import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let buyer: Caller;
let customerId: string;
let buyerId: string;
let dealId: string;
let businessId: string;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  customerId = await api.makeCustomer(workspaceId, { name: 'Dana Buyer', brokerId: admin.userId });
  buyer = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  const searches = [
    {
      types: ['dental'],
      states: [],
      minPriceCents: null,
      maxPriceCents: null,
      minSdeCents: null,
      cashCents: null,
      timing: null,
      experience: null,
    },
  ];
  const eligibilities = [{ type: 'dental', state: 'TX', kind: 'license', licenseNumber: null }];
  buyerId = (await admin.post('/buyers', { customerId, searches, eligibilities })).body.buyer.id;
  const ownerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller' });
  const business = { name: 'Bright Dental', type: 'dental', ownerId, askingPriceCents: 100_000_00 };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  const { deal } = (await admin.post('/deals', { businessId, buyerId: customerId })).body;
  const override = { reason: 'Known buyer' };
  await admin.post(`/deals/${deal.id}/move`, { version: deal.version, stage: 'nda_signed', override });
  dealId = deal.id;
});

/** Not in the future in any time zone. */
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const getDateMonthsAgo = (months: number): string => {
  const day = new Date();
  day.setUTCMonth(day.getUTCMonth() - months);
  return day.toISOString().slice(0, 10);
};
const sendAs = (
  caller: Caller,
  { datedOn = getDateMonthsAgo(1), bytes = '%PDF-1.7 Balance', amountCents = '40000000' } = {},
) =>
  caller.upload(
    `/buyers/${buyerId}/proof-of-funds?${new URLSearchParams({ name: 'bank.pdf', amountCents, datedOn }).toString()}`,
    bytes,
  );
const answerAs = (caller: Caller, body: object) =>
  caller.post(`/buyers/${buyerId}/proof-of-funds/answer`, body);
const get = async (caller: Caller = admin) => (await caller.get(`/buyers/${buyerId}`)).body.buyer;
const listTitles = async (caller: Caller, type: string): Promise<string[]> =>
  (await caller.get('/notifications')).body.notifications
    .filter((notification: { type: string }) => notification.type === type)
    .map(({ title }: { title: string }) => title);
const getGate = async (): Promise<string> =>
  (await admin.get(`/deals/${dealId}/gate`)).body.gate.requirements.find(
    ({ key }: { key: string }) => key === 'proof_of_funds',
  ).state;
const getLiquidity = async (): Promise<[string, boolean]> => {
  const [match] = (await admin.get(`/businesses/${businessId}/matching-buyers`)).body.matches;
  const part = match.parts.find(({ criterion }: { criterion: string }) => criterion === 'liquidity');
  return [part.result, match.buyer.hasProofOfFunds];
};
const getCountedCents = async (): Promise<number> =>
  (await admin.get('/buyers?hasProofOfFunds=true')).body.buyers.length;

it('proof of funds from a buyer is a document of their record, waits for the broker, and counts once it is accepted', async () => {
  const sent = await sendAs(buyer);
  expect([sent.status, sent.body.buyer?.sentProof]).toMatchObject([
    201,
    { state: 'sent', amountCents: 400_000_00, document: { name: 'bank.pdf' }, reason: null },
  ]);
  const { documents } = (await admin.get(`/documents?recordType=customer&recordId=${customerId}`)).body;
  expect(documents).toMatchObject([{ name: 'bank.pdf', audience: 'client' }]);
  expect(await listTitles(admin, 'proof.sent')).toEqual(['Dana Buyer sent proof of funds']);
  expect((await admin.get('/buyers?isProofSent=true')).body.buyers).toHaveLength(1);
  expect([await getGate(), await getCountedCents(), await getLiquidity()]).toEqual([
    'missing',
    0,
    ['unknown', false],
  ]);
  expect((await admin.get(`/deals/${dealId}/next-step`)).body.nextStep).toEqual({
    actor: 'broker',
    text: 'Review the buyer’s proof of funds',
  });

  const { version } = await get();
  const accepted = await answerAs(admin, { version, answer: 'accepted' });
  expect(accepted.body.buyer).toMatchObject({
    sentProof: null,
    proofOfFunds: {
      amountCents: 400_000_00,
      datedOn: getDateMonthsAgo(1),
      documentId: documents[0].id,
      verifiedBy: { id: admin.userId },
      isCurrent: true,
    },
  });
  expect([await getGate(), await getCountedCents(), await getLiquidity()]).toEqual(['met', 1, ['met', true]]);
  expect(await listTitles(buyer, 'proof.answered')).toEqual(['Your proof of funds was accepted']);
  const { activities } = (await admin.get(`/users/${customerId}/activities?type=changes`)).body;
  expect(activities.map(({ type }: { type: string }) => type).slice(0, 2)).toEqual([
    'buyer.funds_verified',
    'buyer.proof_sent',
  ]);
  const rows = await api.db
    .selectFrom('buyer_proofs')
    .select(['state', 'decided_by'])
    .where('workspace_id', '=', workspaceId)
    .where('buyer_id', '=', buyerId)
    .execute();
  expect(rows).toEqual([{ state: 'accepted', decided_by: admin.userId }]);
});

it('a returned proof shows the buyer why, counts for nothing, and can be sent again', async () => {
  await sendAs(buyer);
  expect((await answerAs(admin, { version: 2, answer: 'returned', reason: ' ' })).status).toBe(400);
  const returned = await answerAs(admin, { version: 2, answer: 'returned', reason: 'Page 2 is missing' });
  expect(returned.body.buyer.sentProof).toMatchObject({ state: 'returned', reason: 'Page 2 is missing' });
  expect((await get(buyer)).sentProof).toMatchObject({ state: 'returned', reason: 'Page 2 is missing' });
  expect(await listTitles(buyer, 'proof.answered')).toEqual(['Send proof of funds again: Page 2 is missing']);
  expect(await getGate()).toBe('missing');
  expect((await sendAs(buyer)).body.buyer.sentProof).toMatchObject({ state: 'sent', reason: null });
});

it('an accepted proof counts until a newer one is accepted, and for six months from its day', async () => {
  await sendAs(buyer);
  await answerAs(admin, { version: 2, answer: 'accepted' });
  await sendAs(buyer, { amountCents: '90000000' });
  expect(await get()).toMatchObject({
    proofOfFunds: { amountCents: 400_000_00, isCurrent: true },
    sentProof: { amountCents: 900_000_00 },
  });
  expect(await getGate()).toBe('met');
  await answerAs(admin, { version: 4, answer: 'returned', reason: 'Not yours' });
  await sendAs(buyer, { datedOn: getDateMonthsAgo(7) });
  await answerAs(admin, { version: 6, answer: 'accepted' });
  expect((await get()).proofOfFunds).toMatchObject({ verifiedAt: expect.any(String), isCurrent: false });
  expect([await getGate(), await getCountedCents(), await getLiquidity()]).toEqual([
    'missing',
    0,
    ['unknown', false],
  ]);
});

it('one proof at a time is checked, in the version that the broker saw, and a repeated upload sends one', async () => {
  const headers = { 'idempotency-key': 'a-proof-of-funds-key' };
  const path = `/buyers/${buyerId}/proof-of-funds?name=bank.pdf&amountCents=1&datedOn=${yesterday}`;
  for (const attempt of [1, 2])
    expect((await buyer.upload(path, '%PDF-1.7 x', { headers })).status, String(attempt)).toBe(201);
  const second = await sendAs(buyer);
  expect([second.status, second.body.detail]).toEqual([
    422,
    'Your broker is reviewing the proof of funds you sent.',
  ]);
  expect((await answerAs(admin, { version: 1, answer: 'accepted' })).status).toBe(409);
  expect((await answerAs(admin, { version: 2, answer: 'accepted' })).status).toBe(200);
  expect((await answerAs(admin, { version: 3, answer: 'accepted' })).status).toBe(422);
  const { documents } = (await admin.get(`/documents?recordType=customer&recordId=${customerId}`)).body;
  expect(documents).toHaveLength(1);
});

it('rejects a file that is in the trash or cannot be opened', async () => {
  const { id } = (await sendAs(buyer)).body.buyer.sentProof.document;
  const block = (blocked: 'infected' | 'quarantined' | null) =>
    sql`UPDATE stored_objects SET blocked = ${blocked} FROM files JOIN documents ON documents.file_id = files.id
      WHERE files.workspace_id = ${workspaceId} AND documents.workspace_id = files.workspace_id
        AND documents.id = ${id} AND stored_objects.id = files.object_id`.execute(api.db);
  for (const state of ['infected', 'quarantined'] as const) {
    await block(state);
    expect((await answerAs(admin, { version: 2, answer: 'accepted' })).status, state).toBe(422);
  }
  await block(null);
  await admin.delete(`/documents/${id}`);
  expect((await answerAs(admin, { version: 2, answer: 'accepted' })).body.detail).toContain('in the trash');
  expect(await getGate()).toBe('missing');
  expect((await answerAs(admin, { version: 2, answer: 'returned', reason: 'Unreadable' })).status).toBe(200);
});

it('accepts a PDF or an image, an amount, and a date not in the future', async () => {
  expect((await sendAs(buyer, { bytes: 'Balance' })).status).toBe(415);
  expect((await sendAs(buyer, { amountCents: '0' })).body.errors).toMatchObject([{ path: 'amountCents' }]);
  expect((await sendAs(buyer, { datedOn: '2999-01-01' })).body.errors).toMatchObject([{ path: 'datedOn' }]);
  expect((await sendAs(buyer, { bytes: '' })).status).toBe(400);
  expect((await get()).sentProof).toBeNull();
});

it('is sent only by the buyer, and reviewed by staff who can read the buyer', async () => {
  const other = await api.signIn({
    role: 'CLIENT',
    workspaceId,
    customerId: await api.makeCustomer(workspaceId, { name: 'Other' }),
  });
  const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
  for (const caller of [other, elsewhere]) {
    expect((await sendAs(caller)).status).toBe(404);
    expect((await answerAs(caller, { version: 1, answer: 'accepted' })).status).toBe(404);
  }
  expect((await sendAs(admin)).status).toBe(403);
  await sendAs(buyer);
  expect((await answerAs(buyer, { version: 2, answer: 'accepted' })).status).toBe(404);
  expect((await get()).sentProof).toMatchObject({ state: 'sent' });
});
