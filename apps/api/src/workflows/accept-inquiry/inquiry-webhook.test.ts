import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { withOwnerConnection } from '#test/import-fixture.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  await api.db.deleteFrom('rate_limits').execute();
});

const inquiry = { name: 'Dana Roe', email: 'dana@buyers.test', source: 'BizBuySell' };

async function renew(): Promise<string> {
  const { status, body } = await admin.post('/inquiry-webhook');
  expect(status).toBe(201);
  return new URL(body.inquiryWebhook.url).pathname.replace('/api', '');
}

const listInquiries = async (status = 'pending') =>
  (await admin.get(`/buyer-inquiries?status=${status}`)).body.inquiries;

async function makeListing(): Promise<string> {
  const fields = { listingNumber: 'L-1', brokerId: admin.userId };
  const { body } = await admin.post('/businesses', { name: 'Bright Dental', type: 'dental', ...fields });
  await api.db
    .updateTable('businesses')
    .set({ stage: 'on_market' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', body.business.id)
    .execute();
  return body.business.id;
}

it('takes inquiries without a session, each once a day', async () => {
  const path = await renew();
  const first = await api.guest.post(path, inquiry);
  expect([first.status, first.body]).toEqual([202, { result: 'received' }]);
  expect((await api.guest.post(path, inquiry)).body).toEqual({ result: 'duplicate' });
  expect(await listInquiries()).toMatchObject([
    { ...inquiry, kind: 'api', status: 'pending', isVerified: true },
  ]);
  expect((await admin.get('/notifications')).body.notifications).toMatchObject([
    { type: 'inquiry.received', title: 'New inquiry from Dana Roe (BizBuySell)' },
  ]);
});

it('makes a buyer with a deal of an inquiry about a listing on the market', async () => {
  const businessId = await makeListing();
  const path = await renew();
  await api.guest.post(path, { ...inquiry, listingReference: 'l-1' });
  expect(await listInquiries('accepted')).toMatchObject([{ business: { id: businessId } }]);
  expect((await admin.get(`/deals?businessId=${businessId}`)).body.deals).toMatchObject([
    { buyer: { name: 'Dana Roe' }, source: 'BizBuySell' },
  ]);
});

it('keeps an inquiry that could not be accepted because of an error, and accepts it when it is sent again', async () => {
  const businessId = await makeListing();
  const path = await renew();
  const posted = { ...inquiry, listingReference: 'L-1' };
  await withOwnerConnection(api, async (owner) => {
    await owner.query(`
      CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'crash'; END $$;
      CREATE TRIGGER crash BEFORE INSERT ON deals FOR EACH ROW EXECUTE FUNCTION crash()`);
    expect((await api.guest.post(path, posted)).status).toBe(500);
    expect(await listInquiries()).toMatchObject([{ email: inquiry.email, business: { id: businessId } }]);
    await owner.query('DROP FUNCTION crash CASCADE');
  });
  expect((await api.guest.post(path, posted)).body).toEqual({ result: 'duplicate' });
  expect(await listInquiries('accepted')).toMatchObject([{ business: { id: businessId } }]);
});

it('has one URL at a time: a new one replaces the old one, and it can be turned off', async () => {
  expect((await admin.get('/inquiry-webhook')).body.inquiryWebhook).toEqual({ since: null });
  const old = await renew();
  const current = await renew();
  expect((await admin.get('/inquiry-webhook')).body.inquiryWebhook.since).toEqual(expect.any(String));
  expect((await api.guest.post(old, inquiry)).status).toBe(404);
  expect((await api.guest.post(current, inquiry)).status).toBe(202);
  expect((await admin.delete('/inquiry-webhook')).status).toBe(204);
  expect((await api.guest.post(current, { ...inquiry, email: 'other@x.test' })).status).toBe(404);
  expect(await listInquiries()).toHaveLength(1);
});

it('keeps workspaces apart, and stores no secret', async () => {
  const path = await renew();
  const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
  await api.guest.post(path, inquiry);
  expect((await elsewhere.get('/buyer-inquiries')).body.inquiries).toEqual([]);
  const token = path.split('/').at(-1) ?? '';
  const row = await api.db
    .selectFrom('inquiry_webhooks')
    .select('token_hash')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  expect(row.token_hash.toString('utf8')).not.toContain(token);
});

it('rejects invalid inquiries, naming the field, and more than 120 a minute', async () => {
  const path = await renew();
  const refused = await api.guest.post(path, { ...inquiry, email: 'nobody' });
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'email']);
  for (const body of [{}, [], { ...inquiry, extra: 1 }, { ...inquiry, name: 'x'.repeat(201) }])
    expect((await api.guest.post(path, body)).status).toBe(400);
  const answers = await Promise.all(
    Array.from({ length: 121 }, (_one, index) =>
      api.guest.post(path, { ...inquiry, email: `dana${String(index)}@x.test` }),
    ),
  );
  const taken = answers.filter(({ status }) => status === 202).length;
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(121 - taken);
  expect(taken).toBeLessThanOrEqual(120);
});
