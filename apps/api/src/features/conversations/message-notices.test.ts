import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { startMailServer, type MailServer } from '#test/mail/mail-server.ts';
import { runJob } from '#test/run-job.ts';
import { newId } from '#lib/ids.ts';
import { mailJobs } from './outgoing/delivery.ts';

let server: MailServer;
let api: TestApi;
beforeAll(async () => {
  server = await startMailServer();
  api = await startApi({ env: { SMTP_URL: server.url } });
  await api.booted.jobs.start(mailJobs(api.booted.platform));
});
afterEach(() => api.clock.set(new Date()));
afterAll(async () => {
  await api.close();
  await server.close();
});

type MessageRef = { type: string; title: string; customerId: string | null };

async function listNotices(person: Caller): Promise<MessageRef[]> {
  const { body } = await person.get('/notifications?limit=50');
  return body.notifications.map(({ type, title, customerId }: MessageRef) => ({ type, title, customerId }));
}

const receiveMail = (fixture: MailFixture, headers: Record<string, string> = {}) =>
  api.guest.upload(
    fixture.inboundPath,
    createRawMail({ From: fixture.address, Subject: 'Hello', ...headers }),
    {
      headers: { 'content-type': 'message/rfc822' },
    },
  );

async function makeBroker(fixture: MailFixture, broker: Caller): Promise<void> {
  await api.db
    .updateTable('customers')
    .set({ broker_id: broker.userId })
    .where('workspace_id', '=', fixture.workspaceId)
    .where('id', '=', fixture.customerId)
    .execute();
}

async function send(fixture: MailFixture, input: Record<string, unknown> = {}): Promise<string> {
  const body = { subject: 'Your practice', text: 'Hello Ann', ...input };
  return (await fixture.staff.post(`/users/${fixture.customerId}/send-email`, body)).body.email.id;
}

async function runDelivery(fixture: MailFixture, messageId: string): Promise<void> {
  const [definition] = mailJobs(api.booted.platform);
  const { workspaceId } = fixture;
  await runJob(definition, { workspaceId, messageId });
}

const read = async (fixture: MailFixture, id: string) =>
  (await fixture.admin.get(`/users/${fixture.customerId}/emails`)).body.emails.find(
    (email: { id: string }) => email.id === id,
  );

describe('notifications of incoming mail', () => {
  it('notify the customer’s broker once per message', async () => {
    const fixture = await createMailFixture(api);
    await makeBroker(fixture, fixture.staff);
    const id = `<${newId()}@clients.test>`;
    await receiveMail(fixture, { 'Message-ID': id });
    expect((await receiveMail(fixture, { 'Message-ID': id })).body.result).toBe('duplicate');
    const title = 'New email in the conversation with Ann Abbott';
    expect(await listNotices(fixture.staff)).toEqual([
      { type: 'email.received', title, customerId: fixture.customerId },
    ]);
    expect(await listNotices(fixture.admin)).toEqual([]);
  });

  it('move an unread notification to the top instead of adding another', async () => {
    const fixture = await createMailFixture(api);
    await makeBroker(fixture, fixture.staff);
    await receiveMail(fixture);
    const [first] = (await fixture.staff.get('/notifications')).body.notifications;
    api.clock.set(new Date(api.clock.now().getTime() + 60_000));
    await receiveMail(fixture);
    const again = (await fixture.staff.get('/notifications')).body;
    expect(again).toMatchObject({ total: 1, unreadCount: 1, notifications: [{ id: first.id }] });
    expect(again.notifications[0].time > first.time).toBe(true);
    await fixture.staff.post('/notifications/read-all');
    await receiveMail(fixture);
    expect((await fixture.staff.get('/notifications')).body).toMatchObject({ total: 2, unreadCount: 1 });
  });

  it('notify the owner of a private mailbox, not the broker', async () => {
    const fixture = await createMailFixture(api);
    await makeBroker(fixture, fixture.staff);
    const owner = await api.signIn({ role: 'STAFF', workspaceId: fixture.workspaceId });
    await api.db
      .updateTable('mailboxes')
      .set({ owner_id: owner.userId })
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    await receiveMail(fixture);
    expect(await listNotices(fixture.staff)).toEqual([]);
    expect(await listNotices(owner)).toHaveLength(1);
  });

  it('skip a broker without access to customers', async () => {
    const fixture = await createMailFixture(api, { staffAccess: [] });
    await makeBroker(fixture, fixture.staff);
    await receiveMail(fixture);
    expect(await listNotices(fixture.staff)).toEqual([]);
  });

  const cannotRead = {
    'no broker': () => Promise.resolve(),
    'a broker who left': async (fixture: MailFixture) => {
      await makeBroker(fixture, fixture.staff);
      await api.db
        .updateTable('memberships')
        .set({ status: 'banned' })
        .where('workspace_id', '=', fixture.workspaceId)
        .where('user_id', '=', fixture.staff.userId)
        .execute();
    },
    'a broker without access to customers': async (fixture: MailFixture) => {
      await makeBroker(fixture, fixture.staff);
      await api.db
        .updateTable('workspaces')
        .set({ staff_access: [] })
        .where('id', '=', fixture.workspaceId)
        .execute();
    },
  };
  it.each(Object.entries(cannotRead))(
    'notify the administrators of mail to a shared mailbox where the customer has %s, once until read',
    async (_, prepare) => {
      const fixture = await createMailFixture(api);
      await prepare(fixture);
      await receiveMail(fixture);
      await receiveMail(fixture);
      const title = 'New email in the conversation with Ann Abbott';
      expect(await listNotices(fixture.admin)).toEqual([
        { type: 'email.received', title, customerId: fixture.customerId },
      ]);
    },
  );

  it('notify the administrators of mail about a business without a broker', async () => {
    const fixture = await createMailFixture(api);
    const { business } = (await fixture.admin.post('/businesses', { name: 'Bright Dental', type: 'dental' }))
      .body;
    const sent = await fixture.admin.post(`/businesses/${business.id}/send-email`, {
      to: ['landlord@x.test'],
      subject: 'Lease',
      text: 'Hello',
    });
    const answered = `<${String(sent.body.email.id)}@crm.test>`;
    await receiveMail(fixture, { From: 'landlord@x.test', 'In-Reply-To': answered });
    expect(await listNotices(fixture.admin)).toEqual([
      { type: 'email.received', title: 'New email about Bright Dental', customerId: null },
    ]);
  });
});

describe('notifications of failed delivery', () => {
  it('notify the sender once', async () => {
    const fixture = await createMailFixture(api);
    const id = await send(fixture);
    server.behave('refuse');
    await runDelivery(fixture, id);
    await runDelivery(fixture, id);
    expect(await read(fixture, id)).toMatchObject({ status: 'failed' });
    const title = 'Your email to Ann Abbott was not delivered';
    expect(await listNotices(fixture.staff)).toEqual([
      { type: 'email.failed', title, customerId: fixture.customerId },
    ]);
    expect(await listNotices(fixture.admin)).toEqual([]);
  });

  it('skip a sender who can no longer read the message', async () => {
    const fixture = await createMailFixture(api);
    const id = await send(fixture);
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', fixture.workspaceId)
      .execute();
    server.behave('refuse');
    await runDelivery(fixture, id);
    expect(await read(fixture, id)).toMatchObject({ status: 'failed' });
    expect(await listNotices(fixture.staff)).toEqual([]);
  });
});

describe('a customer who was removed or banned before sending', () => {
  const scheduled = () => ({ scheduledAt: new Date(api.clock.now().getTime() + 3_600_000).toISOString() });
  const passHours = (hours: number) => api.clock.set(new Date(api.clock.now().getTime() + hours * 3_600_000));

  it('moved to the trash: scheduled mail fails with the reason, and can be resent after restoring', async () => {
    const fixture = await createMailFixture(api);
    const id = await send(fixture, scheduled());
    await fixture.admin.delete(`/users/${fixture.customerId}`);
    passHours(2);
    await runDelivery(fixture, id);
    expect(server.received.filter(({ to }) => to.includes(fixture.address))).toEqual([]);
    expect(await listNotices(fixture.staff)).toEqual([
      { type: 'email.failed', title: 'Your email to Ann Abbott was not sent', customerId: null },
    ]);
    await fixture.admin.post(`/users/${fixture.customerId}/restore`);
    expect(await read(fixture, id)).toMatchObject({
      status: 'failed',
      statusDetail: expect.stringContaining('the customer is in the trash'),
    });
    await fixture.staff.post(`/emails/${id}/resend`);
    await runDelivery(fixture, id);
    expect(await read(fixture, id)).toMatchObject({ status: 'sent' });
  });

  it('banned: queued mail fails with the reason, and new mail can still be sent', async () => {
    const fixture = await createMailFixture(api);
    const id = await send(fixture, scheduled());
    passHours(1.5);
    const { version } = (await fixture.admin.get(`/users/${fixture.customerId}`)).body.user;
    await fixture.admin.post(`/users/${fixture.customerId}/ban`, { version, reason: 'Breach' });
    passHours(0.5);
    await runDelivery(fixture, id);
    expect(await read(fixture, id)).toMatchObject({
      status: 'failed',
      statusDetail: 'Not sent: the customer was banned after the email was written.',
    });
    const notice = await send(fixture, { subject: 'About the ban' });
    await runDelivery(fixture, notice);
    expect(await read(fixture, notice)).toMatchObject({ status: 'sent' });
  });
});
