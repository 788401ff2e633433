import type { MessageStatus } from '@handover/contract/conversations/conversations.ts';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessagesTable } from '#db/schema/mail-and-imports.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { openEventStream } from '#test/event-stream.ts';
import { listJobs } from '#registry.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

const receiveMail = (fixture: MailFixture, raw: string) =>
  api.guest.upload(fixture.inboundPath, raw, { headers: { 'content-type': 'message/rfc822' } });

const getConversation = async ({ staff, customerId }: MailFixture) =>
  (await staff.get(`/users/${customerId}/emails`)).body.emails;

/** An email that was sent from the workspace; scheduled, so that no worker picks it up. */
async function sendEmail(fixture: MailFixture) {
  const scheduledAt = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
  const written = { subject: 'Yours', text: 'Hello', scheduledAt };
  const { email } = (await fixture.staff.post(`/users/${fixture.customerId}/send-email`, written)).body;
  await setStatus(fixture, email.id, 'sent');
  return { ...email, messageId: `<${String(email.id)}@crm.test>` };
}

const setStatus = (fixture: MailFixture, messageId: string, status: MessageStatus) =>
  setMessage(fixture, messageId, {
    status,
    sending_since: status === 'sending' ? api.clock.now() : null,
  });

async function setMessage(
  { workspaceId }: MailFixture,
  messageId: string,
  change: Updateable<MessagesTable>,
): Promise<void> {
  await api.db
    .updateTable('messages')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', messageId)
    .execute();
}

const findRecipients = ({ workspaceId }: MailFixture, messageId: string) =>
  api.db
    .selectFrom('messages')
    .select(['status', 'open_recipients'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();

function createReport(messageId: string, address: string, action = 'failed'): string {
  const report = [
    '--x',
    '',
    'Failed',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; x.test',
    '',
    `Final-Recipient: rfc822; ${address}`,
    `Action: ${action}`,
    'Status: 5.1.1',
    '--x',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: ${messageId}`,
    '',
    'body',
    '--x--',
  ];
  return createRawMail(
    {
      From: 'MAILER-DAEMON@x.test',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x',
    },
    report.join('\r\n'),
  );
}

const listNotices = async ({ staff }: MailFixture) =>
  (await staff.get('/notifications')).body.notifications.map(({ title }: { title: string }) => title);

const getWaiting = async (fixture: MailFixture) =>
  (
    await api.db
      .selectFrom('threads')
      .select('waiting_message_id')
      .where('workspace_id', '=', fixture.workspaceId)
      .execute()
  ).map((thread) => thread.waiting_message_id);

describe('a delivery report', () => {
  it('marks the original message', async () => {
    const fixture = await createMailFixture(api);
    const ours = await sendEmail(fixture);
    await receiveMail(fixture, createReport(ours.messageId, fixture.address));
    const emails = await getConversation(fixture);
    expect(emails.find((email: { id: string }) => email.id === ours.id)).toMatchObject({
      status: 'sent',
      statusDetail: `Bounced: the email could not be delivered to ${fixture.address} (5.1.1).`,
    });
    expect(emails[0]).toMatchObject({ direction: 'inbound', threadId: ours.threadId });
  });

  it('on an email that may have been delivered shows that it was not', async () => {
    const fixture = await createMailFixture(api);
    const ours = await sendEmail(fixture);
    const read = async () =>
      (await getConversation(fixture)).find((email: { id: string }) => email.id === ours.id);
    await setStatus(fixture, ours.id, 'uncertain');
    await receiveMail(fixture, createReport(ours.messageId, 'copy@x.test'));
    expect(await read()).toMatchObject({
      status: 'uncertain',
      statusDetail: expect.stringMatching(/^Bounced/),
    });
    await receiveMail(fixture, createReport(ours.messageId, fixture.address.toUpperCase()));
    expect(await read()).toMatchObject({ status: 'failed', statusDetail: expect.stringMatching(/^Bounced/) });
    expect(await listNotices(fixture)).toContain('Your email to Ann Abbott bounced');
    expect((await fixture.staff.post(`/emails/${String(ours.id)}/resend`)).status).toBe(202);
  });

  it('on an email of several people that may have been delivered is about one of them', async () => {
    const fixture = await createMailFixture(api);
    const ours = await sendEmail(fixture);
    const read = () => findRecipients(fixture, ours.id);
    const to = [fixture.address, 'attorney@x.test'];
    await setMessage(fixture, ours.id, {
      status: 'uncertain',
      to_addresses: to,
      cc_addresses: ['copy@x.test'],
    });
    await receiveMail(fixture, createReport(ours.messageId, fixture.address));
    expect(await read()).toEqual({ status: 'uncertain', open_recipients: [fixture.address] });
    await receiveMail(fixture, createReport(ours.messageId, 'attorney@x.test'));
    expect(await read()).toEqual({ status: 'failed', open_recipients: to });
  });

  it.each(['queued', 'failed'] as const)(
    'on a partly delivered email that is %s includes its recipient in the next attempt',
    async (status) => {
      const fixture = await createMailFixture(api);
      const ours = await sendEmail(fixture);
      const copies = ['copy@x.test', 'other@x.test'];
      await setMessage(fixture, ours.id, { status, cc_addresses: copies, open_recipients: ['copy@x.test'] });
      await receiveMail(fixture, createReport(ours.messageId, fixture.address, 'delayed'));
      expect((await findRecipients(fixture, ours.id)).open_recipients).toEqual(['copy@x.test']);
      await receiveMail(fixture, createReport(ours.messageId, fixture.address.toUpperCase()));
      const open = [fixture.address, 'copy@x.test'];
      expect(await findRecipients(fixture, ours.id)).toEqual({ status, open_recipients: open });
      expect(await listNotices(fixture)).toEqual(['Your email to Ann Abbott bounced']);
    },
  );

  it('on an email that is still being sent notifies its author', async () => {
    const fixture = await createMailFixture(api);
    const ours = await sendEmail(fixture);
    await setStatus(fixture, ours.id, 'sending');
    await receiveMail(fixture, createReport(ours.messageId, fixture.address));
    const [, email] = await getConversation(fixture);
    expect(email).toMatchObject({ id: ours.id, status: 'sending', version: ours.version });
    expect(await listNotices(fixture)).toEqual(['Your email to Ann Abbott bounced']);
  });

  it('of a delay does not replace that of a failure', async () => {
    const fixture = await createMailFixture(api);
    const ours = await sendEmail(fixture);
    const detail = async () =>
      (await getConversation(fixture)).find(({ id }: { id: string }) => id === ours.id).statusDetail;
    await receiveMail(fixture, createReport(ours.messageId, fixture.address, 'delayed'));
    expect(await detail()).toMatch(/^Delayed/);
    for (const action of ['failed', 'delayed'])
      await receiveMail(fixture, createReport(ours.messageId, fixture.address, action));
    expect(await detail()).toMatch(/^Bounced/);
  });

  it('on bulk email gives one notice until it is read', async () => {
    const fixture = await createMailFixture(api);
    const withoutEmail = await api.makeCustomer(fixture.workspaceId, { email: null });
    const { status, body } = await fixture.staff.post('/bulk-runs', {
      selection: { filter: {}, ids: [withoutEmail] },
      input: { action: 'email', subject: 'Bulk', text: 'Hello' },
    });
    expect(status, JSON.stringify(body)).toBe(202);
    const emails = [await sendEmail(fixture), await sendEmail(fixture)];
    await api.db
      .updateTable('messages')
      .set({ is_bulk: true, bulk_run_id: body.bulkRun.id })
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    for (const { messageId } of emails) await receiveMail(fixture, createReport(messageId, fixture.address));
    const { notifications } = (await fixture.staff.get('/notifications')).body;
    expect(notifications.filter(({ type }: { type: string }) => type === 'email.failed')).toMatchObject([
      { title: 'Some recipients did not get your bulk email' },
    ]);
  });

  it('on email about a business is shown live', async () => {
    const fixture = await createMailFixture(api);
    const business = { name: 'Bright Dental', type: 'dental' };
    const { id } = (await fixture.admin.post('/businesses', business)).body.business;
    const { email } = (
      await fixture.staff.post(`/businesses/${String(id)}/send-email`, {
        to: ['landlord@x.test'],
        subject: 'Lease',
        text: 'Hello',
        scheduledAt: new Date(api.clock.now().getTime() + 3_600_000).toISOString(),
      })
    ).body;
    await setStatus(fixture, email.id, 'sent');
    const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await openEventStream(address, fixture.staff);
    await receiveMail(fixture, createReport(`<${String(email.id)}@crm.test>`, 'landlord@x.test'));
    await stream.waitFor(email.id);
    expect(stream.seen.join('')).toContain(email.id);
    stream.stop();
  });

  it('does not count as contact or as an email to answer', async () => {
    const fixture = await createMailFixture(api);
    const ours = await sendEmail(fixture);
    await receiveMail(fixture, createReport(ours.messageId, fixture.address));
    const { user } = (await fixture.staff.get(`/users/${fixture.customerId}`)).body;
    expect(user).toMatchObject({ lastContactAt: null, counts: { emails: 2 } });
    const timeline = await fixture.staff.get(`/users/${fixture.customerId}/activities?type=emails`);
    expect(timeline.body.activities.map(({ type }: { type: string }) => type)).toEqual([
      'email.failed',
      'email.queued',
    ]);
    expect(await getWaiting(fixture)).toEqual([null]);

    const theirs = createRawMail({ From: fixture.address, 'In-Reply-To': ours.messageId });
    await receiveMail(fixture, theirs);
    const [reply] = await getConversation(fixture);
    await receiveMail(fixture, createReport(ours.messageId, fixture.address, 'delayed'));
    expect(await getWaiting(fixture)).toEqual([reply.id]);
  });
});

describe('an automatic reply', () => {
  it('is filed without a notice, and is neither contact nor an email to answer', async () => {
    const fixture = await createMailFixture(api);
    const ours = await sendEmail(fixture);
    const notice = { From: fixture.address, 'In-Reply-To': ours.messageId, 'Auto-Submitted': 'auto-replied' };
    await receiveMail(fixture, createRawMail(notice, 'I am away until Monday.'));
    const [filed] = await getConversation(fixture);
    expect(filed).toMatchObject({ direction: 'inbound', threadId: ours.threadId });
    expect(await getWaiting(fixture)).toEqual([null]);
    const { user } = (await fixture.staff.get(`/users/${fixture.customerId}`)).body;
    expect(user).toMatchObject({ lastContactAt: null, counts: { emails: 2 } });
    const { notifications } = (await fixture.staff.get('/notifications')).body;
    expect(notifications.map(({ type }: { type: string }) => type)).not.toContain('email.received');
  });
});
