import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, rawMail, type MailFixture } from '#test/mail/mail-fixture.ts';
import { startMailServer, type MailServer } from '#test/mail/mail-server.ts';
import { newId } from '#lib/ids.ts';
import { mailJobs } from '../outgoing/delivery.ts';

let server: MailServer;
let api: TestApi;
beforeAll(async () => {
  server = await startMailServer();
  api = await startApi({ env: { SMTP_URL: server.url } });
  await api.booted.jobs.start(mailJobs(api.booted.platform), { isWorker: false });
});
afterEach(() => api.clock.set(new Date()));
afterAll(async () => {
  await api.close();
  await server.close();
});

type Told = { type: string; title: string; customerId: string | null };

async function toldTo(person: Caller): Promise<Told[]> {
  const { body } = await person.get('/notifications?limit=50');
  return body.notifications.map(({ type, title, customerId }: Told) => ({ type, title, customerId }));
}

const receive = (desk: MailFixture, headers: Record<string, string> = {}) =>
  api.guest.upload(desk.inboundPath, rawMail({ From: desk.address, Subject: 'Hello', ...headers }), {
    headers: { 'content-type': 'message/rfc822' },
  });

async function makeBroker(desk: MailFixture, broker: Caller): Promise<void> {
  await api.db
    .updateTable('customers')
    .set({ broker_id: broker.userId })
    .where('workspace_id', '=', desk.workspaceId)
    .where('id', '=', desk.customerId)
    .execute();
}

async function send(desk: MailFixture, input: Record<string, unknown> = {}): Promise<string> {
  const body = { subject: 'Your practice', text: 'Hello Ann', ...input };
  return (await desk.staff.post(`/users/${desk.customerId}/send-email`, body)).body.email.id;
}

async function work(desk: MailFixture, messageId: string): Promise<void> {
  const [definition] = mailJobs(api.booted.platform);
  const { workspaceId } = desk;
  await definition?.handler({ workspaceId, messageId }, { signal: new AbortController().signal });
}

const read = async (desk: MailFixture, id: string) =>
  (await desk.admin.get(`/users/${desk.customerId}/emails`)).body.emails.find(
    (email: { id: string }) => email.id === id,
  );

describe('mail that comes in', () => {
  it('is told to the broker of its customer, once however often it is delivered', async () => {
    const desk = await createMailFixture(api);
    await makeBroker(desk, desk.staff);
    const id = `<${newId()}@clients.test>`;
    await receive(desk, { 'Message-ID': id });
    expect((await receive(desk, { 'Message-ID': id })).body.result).toBe('duplicate');
    const title = 'New e-mail in the conversation with Ann Abbott';
    expect(await toldTo(desk.staff)).toEqual([
      { type: 'email.received', title, customerId: desk.customerId },
    ]);
    expect(await toldTo(desk.admin)).toEqual([]);
  });

  it('is told at the top again, and not twice, until it is read', async () => {
    const desk = await createMailFixture(api);
    await makeBroker(desk, desk.staff);
    await receive(desk);
    const [first] = (await desk.staff.get('/notifications')).body.notifications;
    api.clock.set(new Date(api.clock.now().getTime() + 60_000));
    await receive(desk);
    const again = (await desk.staff.get('/notifications')).body;
    expect(again).toMatchObject({ total: 1, unreadCount: 1, notifications: [{ id: first.id }] });
    expect(again.notifications[0].time > first.time).toBe(true);
    await desk.staff.post('/notifications/read-all');
    await receive(desk);
    expect((await desk.staff.get('/notifications')).body).toMatchObject({ total: 2, unreadCount: 1 });
  });

  it('of a private mailbox is told to its owner and not to the broker', async () => {
    const desk = await createMailFixture(api);
    await makeBroker(desk, desk.staff);
    const owner = await api.signIn({ role: 'STAFF', workspaceId: desk.workspaceId });
    await api.db
      .updateTable('mailboxes')
      .set({ owner_id: owner.userId })
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
    await receive(desk);
    expect(await toldTo(desk.staff)).toEqual([]);
    expect(await toldTo(owner)).toHaveLength(1);
  });

  it('is not told to a broker whom the workspace no longer lets see customers', async () => {
    const desk = await createMailFixture(api, { staffAccess: [] });
    await makeBroker(desk, desk.staff);
    await receive(desk);
    expect(await toldTo(desk.staff)).toEqual([]);
  });
});

describe('mail that does not arrive', () => {
  it('is told to who sent it, once', async () => {
    const desk = await createMailFixture(api);
    const id = await send(desk);
    server.behave('refuse');
    await work(desk, id);
    await work(desk, id);
    expect(await read(desk, id)).toMatchObject({ status: 'failed' });
    const title = 'Your e-mail to Ann Abbott was not delivered';
    expect(await toldTo(desk.staff)).toEqual([{ type: 'email.failed', title, customerId: desk.customerId }]);
    expect(await toldTo(desk.admin)).toEqual([]);
  });

  it('is told to nobody when who sent it may no longer read it', async () => {
    const desk = await createMailFixture(api);
    const id = await send(desk);
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', desk.workspaceId)
      .execute();
    server.behave('refuse');
    await work(desk, id);
    expect(await read(desk, id)).toMatchObject({ status: 'failed' });
    expect(await toldTo(desk.staff)).toEqual([]);
  });
});

describe('a customer who is gone before the mail leaves', () => {
  const scheduled = () => ({ scheduledAt: new Date(api.clock.now().getTime() + 3_600_000).toISOString() });
  const passHours = (hours: number) => api.clock.set(new Date(api.clock.now().getTime() + hours * 3_600_000));

  it('moved to the bin: scheduled mail fails with the reason, and leaves after restoring and sending again', async () => {
    const desk = await createMailFixture(api);
    const id = await send(desk, scheduled());
    await desk.admin.delete(`/users/${desk.customerId}`);
    passHours(2);
    await work(desk, id);
    expect(server.received.filter(({ to }) => to.includes(desk.address))).toEqual([]);
    expect(await toldTo(desk.staff)).toEqual([
      { type: 'email.failed', title: 'Your e-mail to Ann Abbott was held back', customerId: null },
    ]);
    await desk.admin.post(`/users/${desk.customerId}/restore`);
    expect(await read(desk, id)).toMatchObject({
      status: 'failed',
      statusDetail: expect.stringContaining('the customer was moved to the bin'),
    });
    await desk.staff.post(`/emails/${id}/resend`);
    await work(desk, id);
    expect(await read(desk, id)).toMatchObject({ status: 'sent' });
  });

  it('banned: waiting mail fails with the reason; a person can still write to them afterwards', async () => {
    const desk = await createMailFixture(api);
    const id = await send(desk, scheduled());
    passHours(1.5);
    const { version } = (await desk.admin.get(`/users/${desk.customerId}`)).body.user;
    await desk.admin.post(`/users/${desk.customerId}/ban`, { version, reason: 'Breach' });
    passHours(0.5);
    await work(desk, id);
    expect(await read(desk, id)).toMatchObject({
      status: 'failed',
      statusDetail: 'Not sent: the customer was banned after it was written.',
    });
    const notice = await send(desk, { subject: 'About the ban' });
    await work(desk, notice);
    expect(await read(desk, notice)).toMatchObject({ status: 'sent' });
  });
});
