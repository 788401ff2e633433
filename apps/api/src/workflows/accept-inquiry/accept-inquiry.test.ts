import { findAnswer } from '@handover/domain/proof-of-work.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { startMailServer, type MailServer } from '#test/mail/mail-server.ts';
import { cleanExpired } from '#platform/maintenance.ts';

let server: MailServer;
let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  server = await startMailServer();
  api = await startApi({ env: { SMTP_URL: server.url } });
  await api.startJobs();
});
afterAll(async () => {
  await api.close();
  await server.close();
});
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  await api.db.updateTable('installation').set({ leads_workspace_id: workspaceId }).execute();
  await api.db.deleteFrom('rate_limits').execute();
});

async function solveProof(guest = api.guest): Promise<{ challenge: string; answer: string }> {
  const { challenge, bits } = (await guest.get('/guest-challenge')).body;
  return { challenge, answer: findAnswer(challenge, { bits, from: 0, attempts: 10_000_000 }) ?? '' };
}

const registration = {
  name: 'Dana Roe',
  types: ['dental'],
  states: ['TX'],
  maxPriceCents: 1_500_000_00,
  minSdeCents: 300_000_00,
  experience: 'management',
};

const listMails = (address: string): string[] =>
  server.received.filter(({ to }) => to.includes(address)).map(({ raw }) => raw.replace(/=\r\n/g, ''));

/** The token of the link in the nth email to an address. */
async function getToken(address: string, nth = 1): Promise<string> {
  await expect.poll(() => listMails(address).length, { timeout: 10_000 }).toBe(nth);
  const text = listMails(address)[nth - 1]?.replace(/=3D/g, '=') ?? '';
  return /\/confirm-registration#([\w-]+)/.exec(text)?.[1] ?? '';
}

async function register(email: string, fields: object = {}): Promise<void> {
  const nth = listMails(email).length + 1;
  const body = { ...registration, email, ...fields, proof: await solveProof() };
  const answer = await api.guest.post('/buyer-registrations', body);
  expect(answer.status, answer.text).toBe(202);
  const token = await getToken(email, nth);
  const confirmed = await api.guest.post('/buyer-registrations/confirm', { token });
  expect(confirmed.status, confirmed.text).toBe(204);
}

const listInquiries = async (status = 'pending') =>
  (await admin.get(`/buyer-inquiries?status=${status}`)).body.inquiries;

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['customers', 'buyer_profiles', 'buyer_inquiries', 'deals'] as const)
    counts[table] = (
      await api.db.selectFrom(table).select('id').where('workspace_id', '=', workspaceId).execute()
    ).length;
  return counts;
}

async function makeListing(listingNumber: string): Promise<string> {
  const { body } = await admin.post('/businesses', { name: 'Bright Dental', type: 'dental', listingNumber });
  await api.db
    .updateTable('businesses')
    .set({ stage: 'on_market' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', body.business.id)
    .execute();
  return body.business.id;
}

/** Releases a teaser as if the seller had approved it. */
async function releaseTeaser(businessId: string): Promise<void> {
  const { profile } = (await admin.post(`/businesses/${businessId}/profiles`, { kind: 'teaser' })).body;
  await api.db
    .insertInto('profile_versions')
    .values({
      workspace_id: workspaceId,
      profile_id: profile.id,
      number: 1,
      title: 'Dental practice',
      sections: '[]',
      created_by: admin.userId,
      created_at: new Date(),
    })
    .execute();
  await api.db
    .updateTable('business_profiles')
    .set({ released_number: 1, released_at: new Date() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', profile.id)
    .execute();
}

describe('a registration', () => {
  it('exists once the email address is confirmed, and becomes a customer with a confirmed profile', async () => {
    const email = `dana-${workspaceId}@buyers.test`;
    await api.guest.post('/buyer-registrations', { ...registration, email, proof: await solveProof() });
    const token = await getToken(email);
    const before = await countRows();
    expect(before).toMatchObject({ buyer_inquiries: 0 });
    const links = await api.db.selectFrom('one_time_links').select('payload').execute();
    expect(links.map(({ payload }) => payload).join()).not.toContain('Dana');

    expect((await api.guest.post('/buyer-registrations/confirm', { token })).status).toBe(204);
    expect((await api.guest.post('/buyer-registrations/confirm', { token })).status).toBe(410);
    const [inquiry] = await listInquiries();
    expect(inquiry).toMatchObject({ name: 'Dana Roe', email, kind: 'registration', customers: [] });
    expect(await countRows()).toEqual({ ...before, buyer_inquiries: 1 });
    const { notifications } = (await admin.get('/notifications')).body;
    expect(notifications[0]).toMatchObject({ type: 'inquiry.received' });

    const accepted = await admin.post(`/buyer-inquiries/${inquiry.id}/accept`, {});
    expect(accepted.body.inquiry).toMatchObject({ status: 'accepted', buyerId: expect.any(String) });
    const { buyer } = (await admin.get(`/buyers/${accepted.body.inquiry.buyerId}`)).body;
    expect(buyer).toMatchObject({
      customer: { name: 'Dana Roe', email },
      source: 'Website',
      isConfirmed: true,
      searches: [
        {
          types: ['dental'],
          states: ['TX'],
          maxPriceCents: 1_500_000_00,
          minSdeCents: 300_000_00,
          experience: 'management',
        },
      ],
    });
    expect((await admin.post(`/buyer-inquiries/${inquiry.id}/accept`, {})).status).toBe(409);
  });

  it('reaches the workspace of the business that it is about, if that is shown there', async () => {
    const elsewhere = await api.makeWorkspace();
    const boss = await api.signIn({ role: 'ADMIN', workspaceId: elsewhere });
    const other = { name: 'Harbor Dental', type: 'dental' };
    const { id: businessId } = (await boss.post('/businesses', other)).body.business;
    const list = async () => (await boss.get('/buyer-inquiries?status=pending')).body.inquiries;
    await register(`early-${workspaceId}@buyers.test`, { workspaceId: elsewhere, businessId });
    expect([(await list()).length, (await listInquiries()).length]).toEqual([0, 1]);
    await api.db
      .updateTable('businesses')
      .set({ stage: 'on_market' })
      .where('workspace_id', '=', elsewhere)
      .where('id', '=', businessId)
      .execute();
    await register(`late-${workspaceId}@buyers.test`, { workspaceId: elsewhere, businessId });
    expect(await list()).toMatchObject([{ business: { id: businessId } }]);
    expect(await listInquiries()).toHaveLength(1);
  });

  it('is deleted when its link expires', async () => {
    const email = `gone-${workspaceId}@buyers.test`;
    await register(`kept-${workspaceId}@buyers.test`);
    await api.guest.post('/buyer-registrations', { ...registration, email, proof: await solveProof() });
    await getToken(email);
    const carried = async () =>
      (
        await api.db
          .selectFrom('one_time_links')
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where('payload', 'is not', null)
          .execute()
      ).length;
    expect(await carried()).toBe(1);
    const { runner } = api.booted.platform;
    const tomorrow = new Date(api.clock.now().getTime() + 25 * 3_600_000);
    await cleanExpired({ db: runner.db, clock: { now: () => tomorrow } });
    expect(await carried()).toBe(0);
  });

  it('joins the customer with the address and changes nothing of theirs', async () => {
    const email = `known-${workspaceId}@buyers.test`;
    const customerId = await api.makeCustomer(workspaceId, { name: 'Dana Known', email });
    await register(email.toUpperCase(), { name: 'Somebody Else', phone: '1' });
    const [inquiry] = await listInquiries();
    expect(inquiry.customers).toEqual([{ id: customerId, name: 'Dana Known' }]);
    const { buyerId } = (await admin.post(`/buyer-inquiries/${inquiry.id}/accept`, {})).body.inquiry;
    expect((await admin.get(`/buyers/${buyerId}`)).body.buyer.customer).toMatchObject({
      id: customerId,
      name: 'Dana Known',
    });
  });

  it('counts each time; a search that the buyer has is not added again', async () => {
    const email = `twice-${workspaceId}@buyers.test`;
    for (const maxPriceCents of [1_500_000_00, 1_500_000_00, 2_000_000_00]) {
      await register(email, { maxPriceCents });
      const [{ id }] = await listInquiries();
      await admin.post(`/buyer-inquiries/${id}/accept`, {});
    }
    const { buyers } = (await admin.get('/buyers')).body;
    expect(buyers).toHaveLength(1);
    expect((await admin.get(`/buyers/${buyers[0].id}`)).body.buyer.searches).toMatchObject([
      { maxPriceCents: 1_500_000_00 },
      { maxPriceCents: 2_000_000_00 },
    ]);
  });

  it('requires the choice of a customer if several have the address', async () => {
    const email = `shared-${workspaceId}@buyers.test`;
    const [one] = [
      await api.makeCustomer(workspaceId, { name: 'One', email }),
      await api.makeCustomer(workspaceId, { name: 'Two', email }),
    ];
    await register(email);
    const [{ id }] = await listInquiries();
    expect((await admin.post(`/buyer-inquiries/${id}/accept`, {})).body.errors).toMatchObject([
      { path: 'customerId' },
    ]);
    const { buyerId } = (await admin.post(`/buyer-inquiries/${id}/accept`, { customerId: one })).body.inquiry;
    expect((await admin.get(`/buyers/${buyerId}`)).body.buyer.customer.id).toBe(one);
  });

  it('is answered alike for a known and an unknown address', async () => {
    await api.makeCustomer(workspaceId, { name: 'Known', email: 'known@buyers.test' });
    const answers = [];
    for (const email of ['known@buyers.test', 'unknown@buyers.test'])
      answers.push(
        await api.guest.post('/buyer-registrations', { ...registration, email, proof: await solveProof() }),
      );
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [202, '{}'],
      [202, '{}'],
    ]);
  });

  it('is rejected without proof of work, with reused proof, and for invalid values', async () => {
    const send = (body: object) =>
      api.guest.post('/buyer-registrations', { ...registration, email: 'eve@x.test', ...body });
    const { challenge } = await solveProof();
    expect((await send({ proof: { challenge, answer: 'x' } })).status).toBe(422);
    const signed = await solveProof();
    expect(
      (await send({ proof: { ...signed, challenge: signed.challenge.replace(/^\d/, '9') } })).status,
    ).toBe(422);
    expect((await send({ proof: signed })).status).toBe(202);
    expect((await send({ proof: signed })).status).toBe(422);
    expect((await send({ proof: await solveProof(), email: 'nobody' })).body.errors).toMatchObject([
      { path: 'email' },
    ]);
    expect((await send({ proof: await solveProof(), name: '\u202eevil' })).body.errors).toMatchObject([
      { path: 'name' },
    ]);
  });

  it('is limited per address', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const body = { ...registration, email: 'eve@x.test', proof: await solveProof() };
      answers.push((await api.guest.post('/buyer-registrations', body)).status);
    }
    expect(answers).toEqual([202, 202, 202, 429]);
  });

  it('is refused without a mail server, since its link could not be sent', async () => {
    const own = await startApi();
    await own.makeWorkspace();
    const body = { ...registration, email: 'eve@x.test', proof: await solveProof(own.guest) };
    const answer = await own.guest.post('/buyer-registrations', body);
    expect([answer.status, answer.body.detail]).toEqual([503, 'Registration is not open yet.']);
    await own.close();
  });

  it('names a business on the market only, and then opens a deal', async () => {
    const businessId = await makeListing('L-1');
    await register(`one-${workspaceId}@buyers.test`, { businessId });
    const [inquiry] = await listInquiries();
    expect(inquiry.business).toEqual({ id: businessId, name: 'Bright Dental' });
    await admin.post(`/buyer-inquiries/${inquiry.id}/accept`, {});
    const { deals } = (await admin.get('/deals')).body;
    expect(deals).toMatchObject([{ stage: 'inquiry', source: 'Website', business: { id: businessId } }]);

    const { body } = await admin.post('/businesses', { name: 'Quiet', type: 'dental' });
    await register(`two-${workspaceId}@buyers.test`, { businessId: body.business.id });
    expect((await listInquiries())[0].business).toBeNull();
  });

  it.each([
    ['before it is on the market', 'packaging', true],
    ['as a backup buyer under offer', 'under_offer', true],
    ['but not after it was sold', 'sold', false],
  ] as const)('from a public teaser reaches its business and broker %s', async (_when, stage, isReached) => {
    const broker = await api.signIn({ role: 'STAFF', workspaceId });
    const business = { name: 'Bright Dental', type: 'dental', brokerId: broker.userId };
    const businessId = (await admin.post('/businesses', business)).body.business.id as string;
    await releaseTeaser(businessId);
    await api.db
      .updateTable('businesses')
      .set({ stage, stage_reason: 'Moved' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', businessId)
      .execute();
    await register(`${stage}-${workspaceId}@buyers.test`, { businessId });
    const [inquiry] = await listInquiries();
    expect(inquiry.business?.id ?? null).toBe(isReached ? businessId : null);
    const notified = (await broker.get('/notifications')).body.notifications;
    expect(notified).toHaveLength(isReached ? 1 : 0);
    await admin.post(`/buyer-inquiries/${inquiry.id}/accept`, {});
    expect((await admin.get('/deals')).body.deals).toHaveLength(isReached ? 1 : 0);
    const { users } = (await admin.get('/users')).body;
    expect(users).toMatchObject([{ brokerId: isReached ? broker.userId : null }]);
  });
});

describe('an inquiry by the API', () => {
  const sent = { source: 'BizBuySell', name: 'Lee Park', email: 'lee@park.test', phone: '212 555 0100' };

  it('becomes a buyer with a deal when it names a listing, once a day unless it says something else', async () => {
    const businessId = await makeListing('BBS-100');
    const post = () => admin.post('/buyer-inquiries', { ...sent, listingReference: 'bbs-100' });
    const { status, body } = await post();
    expect(status).toBe(201);
    expect(body.inquiry).toMatchObject({ status: 'accepted', business: { id: businessId } });
    const counts = await countRows();
    expect(counts).toMatchObject({ buyer_profiles: 1, deals: 1, buyer_inquiries: 1 });
    expect((await post()).body.inquiry.id).toBe(body.inquiry.id);
    expect(await countRows()).toEqual(counts);
    const other = { ...sent, listingReference: 'bbs-100', message: 'Is the lease assignable?' };
    const { inquiry } = (await admin.post('/buyer-inquiries', other)).body;
    expect(inquiry).toMatchObject({ message: other.message, status: 'accepted' });
    expect((await admin.post('/buyer-inquiries', other)).body.inquiry.id).toBe(inquiry.id);
    expect(await countRows()).toEqual({ ...counts, buyer_inquiries: 2 });
    expect((await admin.get('/buyers')).body.buyers).toMatchObject([
      {
        source: 'BizBuySell',
        isConfirmed: false,
        customer: { email: 'lee@park.test', phone: '212 555 0100' },
      },
    ]);
  });

  it('becomes one buyer with a deal for each listing when several arrive at once', async () => {
    const references = ['BBS-1', 'BBS-2', 'BBS-3', 'BBS-4'];
    for (const reference of references) await makeListing(reference);
    const before = await countRows();
    const answers = await Promise.all(
      references.map((listingReference) => admin.post('/buyer-inquiries', { ...sent, listingReference })),
    );
    expect(answers.map(({ body }) => body.inquiry?.status)).toEqual(references.map(() => 'accepted'));
    expect(await countRows()).toEqual({
      customers: (before['customers'] ?? 0) + 1,
      buyer_profiles: 1,
      buyer_inquiries: 4,
      deals: 4,
    });
  });

  it('waits for review when no listing matches, and can be dismissed and reopened', async () => {
    const { body } = await admin.post('/buyer-inquiries', { ...sent, listingReference: 'NONE' });
    expect(body.inquiry).toMatchObject({ status: 'pending', business: null, listingReference: 'NONE' });
    const path = `/buyer-inquiries/${body.inquiry.id}`;
    expect((await admin.post(`${path}/dismiss`)).body.inquiry.status).toBe('dismissed');
    expect((await admin.post(`${path}/dismiss`)).status).toBe(409);
    expect((await admin.post(`${path}/accept`, {})).status).toBe(409);
    expect((await admin.post(`${path}/reopen`)).body.inquiry.status).toBe('pending');
  });

  it('opens no deal if it is from the owner of the business', async () => {
    const ownerId = await api.makeCustomer(workspaceId, { name: 'Owner', email: 'lee@park.test' });
    const businessId = await makeListing('OWN');
    await api.db
      .updateTable('businesses')
      .set({ owner_id: ownerId })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', businessId)
      .execute();
    const { body } = await admin.post('/buyer-inquiries', { ...sent, listingReference: 'OWN' });
    expect(body.inquiry.status).toBe('accepted');
    expect(await countRows()).toMatchObject({ deals: 0, buyer_profiles: 1 });
  });

  it('is seen by staff with their own records only for their businesses', async () => {
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const { body } = await admin.post('/buyer-inquiries', { ...sent, listingReference: 'NONE' });
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    expect((await staff.get('/buyer-inquiries')).body.inquiries).toEqual([]);
    expect((await staff.post(`/buyer-inquiries/${body.inquiry.id}/accept`, {})).status).toBe(404);
  });
});
