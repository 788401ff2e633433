import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { createEmailPoints } from '#test/contact-points.ts';
import { withOwnerConnection } from '#test/import-fixture.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { createSigner } from '#test/mail/signed-mail.ts';
import { runJob } from '#test/run-job.ts';
import { portalMailJob } from './portal-mail.ts';

const portals = [
  { name: 'BizBuySell', file: 'bizbuysell.eml', domain: 'bizbuysell.com' },
  { name: 'BizQuest', file: 'bizquest.eml', domain: 'mail.bizquest.com' },
  { name: 'DealStream', file: 'dealstream.eml', domain: 'dealstream.com' },
  { name: 'LoopNet', file: 'loopnet.eml', domain: 'loopnet.com' },
];

let api: TestApi;
let fixture: MailFixture;
let businessId: string;
const signers = new Map<string, ReturnType<typeof createSigner>>();
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
  for (const { domain } of portals) signers.set(domain, createSigner(api.dnsRecords, domain));
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createMailFixture(api);
  const { admin, staff } = fixture;
  const { body } = await admin.post('/businesses', {
    name: 'Bright Dental',
    type: 'dental',
    listingNumber: 'LISTING',
    brokerId: staff.userId,
  });
  businessId = body.business.id;
  await api.db
    .updateTable('businesses')
    .set({ stage: 'on_market' })
    .where('workspace_id', '=', fixture.workspaceId)
    .where('id', '=', businessId)
    .execute();
});

async function readFixture(file: string): Promise<string> {
  return readFile(new URL(`./fixtures/${file}`, import.meta.url), 'utf8');
}
const signMail = async (domain: string, raw: string): Promise<string> =>
  (await signers.get(domain)?.(raw)) ?? raw;

async function receiveMail(raw: string): Promise<string> {
  const headers = { 'content-type': 'message/rfc822' };
  const { body } = await api.guest.upload(fixture.inboundPath, raw, { headers });
  return body.result;
}

const listInquiries = async (status: string) =>
  (await fixture.admin.get(`/buyer-inquiries?status=${status}`)).body.inquiries;
const waitForInquiry = async (status: string) => {
  await expect.poll(() => listInquiries(status), { timeout: 10_000 }).toHaveLength(1);
  return (await listInquiries(status))[0];
};
const getTriage = async () => (await fixture.admin.get('/triage')).body.mails;

describe('the email of a portal', () => {
  it.each(portals)('$name becomes a buyer with a deal', async ({ name, file, domain }) => {
    expect(await receiveMail(await signMail(domain, await readFixture(file)))).toBe('triage');
    expect(await waitForInquiry('accepted')).toMatchObject({
      name: 'Lee Park',
      email: 'lee@park.test',
      source: name,
      kind: 'email',
      isVerified: true,
      business: { id: businessId },
    });
    expect(await getTriage()).toEqual([]);
    const { deals } = (await fixture.admin.get('/deals')).body;
    expect(deals).toMatchObject([{ stage: 'inquiry', source: name, business: { id: businessId } }]);
  });

  it('is read with phone, cash, timing, and message', async () => {
    await receiveMail(await signMail('bizbuysell.com', await readFixture('bizbuysell.eml')));
    expect(await waitForInquiry('accepted')).toMatchObject({
      phone: '(212) 555-0100',
      cashCents: 250_000_00,
      timing: 'six_months',
      message: 'I run two clinics in Ohio.\nCould we talk this week?',
    });
  });

  it('is an inquiry to decide about when its sender cannot be verified', async () => {
    await receiveMail(await readFixture('bizbuysell.eml'));
    expect(await waitForInquiry('pending')).toMatchObject({
      isVerified: false,
      business: { id: businessId },
    });
    const { notifications } = (await fixture.staff.get('/notifications')).body;
    expect(notifications).toMatchObject([{ type: 'inquiry.received' }]);
    expect((await fixture.admin.get('/buyers')).body.buyers).toEqual([]);
  });

  it('is an inquiry to decide about when no listing matches', async () => {
    const raw = (await readFixture('dealstream.eml')).replace('LISTING', 'OTHER');
    await receiveMail(await signMail('dealstream.com', raw));
    expect(await waitForInquiry('pending')).toMatchObject({ isVerified: true, business: null });
  });

  it('stays among unknown senders when it cannot be read', async () => {
    const raw = createRawMail({ From: 'BizQuest <leads@mail.bizquest.com>' }, 'Your invoice for November');
    await receiveMail(await signMail('mail.bizquest.com', raw));
    const types = async () =>
      (await fixture.admin.get('/notifications')).body.notifications.map(
        ({ type }: { type: string }) => type,
      );
    await expect.poll(types, { timeout: 10_000 }).toEqual(['email.unknown']);
    expect(await getTriage()).toHaveLength(1);
    expect(await listInquiries('pending')).toEqual([]);
  });

  it('becomes an inquiry when it is released from quarantine', async () => {
    const comments = 'Comments: My patient Ruth Quill, MRN 448812, recommended you.';
    const raw = (await readFixture('bizbuysell.eml')).replace(
      'Comments: I run two clinics in Ohio.',
      comments,
    );
    await receiveMail(await signMail('bizbuysell.com', raw));
    const { quarantines } = (await fixture.admin.get('/quarantines')).body;
    expect(quarantines).toHaveLength(1);
    expect(await listInquiries('pending')).toEqual([]);
    const [{ id, version }] = quarantines;
    const reason = 'A doctor who wants to buy';
    expect((await fixture.admin.post(`/quarantines/${id}/release`, { version, reason })).status).toBe(200);
    expect(await waitForInquiry('accepted')).toMatchObject({
      name: 'Lee Park',
      business: { id: businessId },
    });
    expect(await getTriage()).toEqual([]);
  });

  it('is assigned to a customer alone, and later mail of the portal joins nobody by its sender', async () => {
    const portal = 'leads@mail.bizbuysell.com';
    const first = `<first-${fixture.workspaceId}@bizbuysell.com>`;
    await receiveMail(createRawMail({ Subject: 'Of Dana', From: portal, 'Message-ID': first }));
    await receiveMail(createRawMail({ Subject: 'Of Lee', From: portal }));
    const { customerId, staff } = fixture;
    const mails = await getTriage();
    expect(mails).toMatchObject([
      { subject: 'Of Lee', isSharedAddress: true },
      { subject: 'Of Dana', isSharedAddress: true },
    ]);
    const filed = await staff.post(`/triage/${String(mails[1].id)}/file`, { customerId });
    expect(filed.body.filed.count).toBe(1);
    const { user } = (await staff.get(`/users/${customerId}`)).body;
    expect(user.contactPoints).toEqual([]);

    // Also if the customer has the address, and if the portal's mails refer to each other.
    const change = { version: user.version, contactPoints: createEmailPoints(portal) };
    expect((await staff.patch(`/users/${customerId}`, change)).status).toBe(200);
    expect(await receiveMail(createRawMail({ Subject: 'Of Max', From: portal, References: first }))).toBe(
      'triage',
    );
    const { emails } = (await staff.get(`/users/${customerId}/emails`)).body;
    expect(emails).toMatchObject([{ subject: 'Of Dana' }]);
  });

  it('is stored although it cannot be accepted because of an error, and accepted when the job is tried again', async () => {
    const job = portalMailJob(api.booted.platform);
    const run = (messageId: string) => runJob(job, { workspaceId: fixture.workspaceId, messageId });
    await withOwnerConnection(api, async (owner) => {
      await owner.query(`
        CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'crash'; END $$;
        CREATE TRIGGER crash BEFORE INSERT ON deals FOR EACH ROW EXECUTE FUNCTION crash()`);
      await receiveMail(await signMail('loopnet.com', await readFixture('loopnet.eml')));
      await waitForInquiry('pending');
      await owner.query('DROP FUNCTION crash CASCADE');
    });
    const { id } = await api.db
      .selectFrom('messages')
      .select('id')
      .where('workspace_id', '=', fixture.workspaceId)
      .executeTakeFirstOrThrow();
    await run(id);
    expect(await listInquiries('accepted')).toMatchObject([{ business: { id: businessId } }]);
    expect(await listInquiries('pending')).toEqual([]);
  });

  it('counts once when the portal sends it again', async () => {
    const raw = await readFixture('loopnet.eml');
    await receiveMail(await signMail('loopnet.com', raw));
    await waitForInquiry('accepted');
    const again = raw.replace('a7.lead', 'b8.lead');
    expect(await receiveMail(await signMail('loopnet.com', again))).toBe('triage');
    await expect.poll(getTriage, { timeout: 10_000 }).toEqual([]);
    expect(await listInquiries('accepted')).toHaveLength(1);
    expect(await listInquiries('pending')).toEqual([]);
  });
});
