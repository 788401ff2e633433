import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { openEventStream, type EventStream } from '#test/event-stream.ts';
import { findMember } from '#platform/session/find-member.ts';
import { listJobs } from '#registry.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { sendEmail } from './outgoing/send-email.service.ts';
import { createMailFixture, createRawMail, type MailFixture } from '#test/mail/mail-fixture.ts';

let api: TestApi;
let address: string;
let fixture: MailFixture;
let client: Caller;
let streams: { readonly broker: EventStream; readonly client: EventStream };
beforeAll(async () => {
  // Without a mail server.
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createMailFixture(api);
  const { workspaceId, customerId } = fixture;
  client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
  streams = {
    broker: await openEventStream(address, fixture.staff),
    client: await openEventStream(address, client),
  };
  return () => {
    for (const stream of Object.values(streams)) stream.stop();
  };
});

const getPath = () => `/users/${fixture.customerId}`;
const getConversation = async (caller: Caller) => (await caller.get(`${getPath()}/emails`)).body.emails;

describe('without a mail server, on two live streams', () => {
  it('a message of the client reaches the broker', async () => {
    const { body } = await client.post(`${getPath()}/messages`, { subject: 'A question', text: 'When?' });
    await streams.broker.waitFor(body.email.id);
    expect(await getConversation(fixture.staff)).toMatchObject([{ subject: 'A question', text: 'When?' }]);
  });

  it('a message of the broker reaches the client before any delivery, and stays when there is none', async () => {
    const mail = { subject: 'Your range', text: 'Hello' };
    const { body } = await fixture.staff.post(`${getPath()}/send-email`, mail);
    await streams.client.waitFor(body.email.id);
    expect(await getConversation(client)).toMatchObject([{ subject: 'Your range', text: 'Hello' }]);
    for (const status of ['undelivered', 'failed', 'sent'] as const) {
      await setStatus(body.email.id, status);
      expect(await getConversation(client), status).toHaveLength(1);
    }
  });

  it('a message from the private mailbox of their broker reaches the client', async () => {
    const { workspaceId, customerId, staff } = fixture;
    await api.db
      .updateTable('mailboxes')
      .set({ owner_id: staff.userId })
      .where('workspace_id', '=', workspaceId)
      .execute();
    const setBroker = (userId: string | null) =>
      api.db
        .updateTable('customers')
        .set({ broker_id: userId })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', customerId)
        .execute();
    const send = async () =>
      (await staff.post(`${getPath()}/send-email`, { subject: 'Your range', text: 'Hello' })).body.email.id;
    await setBroker(null);
    const hidden = await send();
    await setBroker(staff.userId);
    const id = await send();
    await streams.client.waitFor(id);
    expect(streams.client.seen.join('')).not.toContain(hidden);
    expect(await getConversation(client)).toHaveLength(2);
  });

  it('a broker’s message counts as contact only for clients who can sign in', async () => {
    const lastContact = async (id: string): Promise<string | null> =>
      (await fixture.staff.get(`/users/${id}`)).body.user.lastContactAt;
    const mail = { subject: 'Your range', text: 'Hello' };
    const later = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
    const without = await api.makeCustomer(fixture.workspaceId, { name: 'Without a login' });
    await fixture.staff.post(`/users/${without}/send-email`, mail);
    expect(await lastContact(without)).toBeNull();
    await fixture.staff.post(`${getPath()}/send-email`, { ...mail, scheduledAt: later });
    expect(await lastContact(fixture.customerId)).toBeNull();

    await fixture.staff.post(`${getPath()}/send-email`, mail);
    const reachedAt = await lastContact(fixture.customerId);
    expect(reachedAt).not.toBeNull();
    // Deleting a note recalculates the last contact from the timeline.
    const { body } = await fixture.staff.post(`${getPath()}/notes`, { body: 'Hello' });
    expect((await fixture.staff.delete(`/notes/${body.note.id}`)).status).toBe(204);
    expect(await lastContact(fixture.customerId)).toBe(reachedAt);
  });

  it('a scheduled or canceled message does not, and neither does bulk email that is not sent', async () => {
    const scheduledAt = new Date(api.clock.now().getTime() + 3_600_000).toISOString();
    const mail = { subject: 'Later', text: 'Hello', scheduledAt };
    const { body } = await fixture.staff.post(`${getPath()}/send-email`, mail);
    expect(await getConversation(client)).toEqual([]);
    await setStatus(body.email.id, 'canceled');
    expect(await getConversation(client)).toEqual([]);
    await setStatus(body.email.id, 'failed', true);
    expect(await getConversation(client)).toEqual([]);
  });
});

describe('what a client may not read is not named on their live stream', () => {
  const send = async (input: object = {}) =>
    (await fixture.staff.post(`${getPath()}/send-email`, { subject: 'Ours', text: 'Hello', ...input })).body
      .email;
  const untilNextMessage = async () => streams.client.waitFor((await send()).id);

  it('such as the reply of somebody else, unlike their own', async () => {
    const { id } = await send();
    const receive = async (From: string) => {
      const raw = createRawMail({ From, 'In-Reply-To': `<${String(id)}@crm.test>` });
      await api.guest.upload(fixture.inboundPath, raw, { headers: { 'content-type': 'message/rfc822' } });
      return (await getConversation(fixture.staff))[0].id;
    };
    const theirs = await receive('accountant@x.test');
    await streams.broker.waitFor(theirs);
    await streams.client.waitFor(await receive(fixture.address));
    expect(streams.client.seen.join('')).not.toContain(theirs);
  });

  it('such as bulk email that is not sent', async () => {
    const { workspaceId, customerId, staff } = fixture;
    const run = await staff.post('/bulk-runs', {
      selection: { filter: {}, ids: [await api.makeCustomer(workspaceId, { email: null })] },
      input: { action: 'email', subject: 'Bulk', text: 'Hello' },
    });
    const author = { workspaceId, userId: staff.userId, now: api.clock.now() };
    const id = await api.booted.platform.runner.transact(async (work) => {
      const actor = await findMember(work.db, author);
      if (actor === null) throw new Error('No member');
      const input = { subject: 'Bulk', text: 'Hello' };
      const bulkRunId = run.body.bulkRun.id;
      return sendEmail(work, actor, { customerId, input, mailFrom: undefined, bulkRunId });
    });
    await untilNextMessage();
    expect(streams.client.seen.join('')).not.toContain(id);
  });

  it('but a message that they saw and that is canceled is', async () => {
    const { id } = await send({ scheduledAt: new Date(api.clock.now().getTime() + 3_600_000).toISOString() });
    await untilNextMessage();
    expect(streams.client.seen.join('')).not.toContain(id);
    await setStatus(id, 'queued');
    expect((await fixture.staff.post(`/emails/${String(id)}/cancel`)).status).toBe(200);
    await streams.client.waitFor(id);
  });
});

async function setStatus(
  id: string,
  status: 'queued' | 'undelivered' | 'failed' | 'sent' | 'canceled',
  isBulk = false,
): Promise<void> {
  await api.db
    .updateTable('messages')
    .set({ status, is_bulk: isBulk })
    .where('workspace_id', '=', fixture.workspaceId)
    .where('id', '=', id)
    .execute();
}
