import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ApiResponse, Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, type MailFixture } from '#test/mail/mail-fixture.ts';

let api: TestApi;
let fixture: MailFixture;
let client: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createMailFixture(api);
  const { workspaceId, customerId } = fixture;
  client = await api.signIn({ role: 'CLIENT', workspaceId, customerId, displayName: 'Ann Abbott' });
});

const write = (body: Record<string, unknown>, by: Caller = client): Promise<ApiResponse> =>
  by.post(`/users/${fixture.customerId}/messages`, body);
const getConversation = async (caller: Caller) =>
  (await caller.get(`/users/${fixture.customerId}/emails`)).body.emails;

/** An email the client received; inserted directly, because there is no mail server. */
async function receiveFromBroker(): Promise<{ id: string; threadId: string }> {
  const { email } = (
    await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
      subject: 'Your range',
      text: 'Hello',
    })
  ).body;
  await api.db
    .updateTable('messages')
    .set({ status: 'sent' })
    .where('workspace_id', '=', fixture.workspaceId)
    .where('id', '=', email.id)
    .execute();
  return email;
}

it('starts a conversation that both sides can read, and notifies the broker', async () => {
  await api.db
    .updateTable('customers')
    .set({ broker_id: fixture.staff.userId })
    .where('workspace_id', '=', fixture.workspaceId)
    .where('id', '=', fixture.customerId)
    .execute();
  const { status, body } = await write({ subject: 'A question', text: 'When do we start?' });
  expect(status).toBe(201);
  expect(body.email).toMatchObject({ direction: 'inbound', status: 'received', author: null });
  for (const caller of [client, fixture.staff])
    expect(await getConversation(caller)).toMatchObject([
      { subject: 'A question', text: 'When do we start?', from: { name: 'Ann Abbott' } },
    ]);
  const { notifications } = (await fixture.staff.get('/notifications')).body;
  expect(notifications).toMatchObject([{ type: 'email.received', customerId: fixture.customerId }]);
  const { activities } = (await fixture.staff.get(`/users/${fixture.customerId}/activities?type=emails`))
    .body;
  expect(activities).toMatchObject([{ type: 'email.received', subject: { id: body.email.id } }]);
  expect((await fixture.staff.get(`/users/${fixture.customerId}`)).body.user.counts.emails).toBe(1);
});

it('adds a reply to the thread with references to the original', async () => {
  const requested = await receiveFromBroker();
  const { body } = await write({ text: 'Thursday works', inReplyTo: requested.id });
  expect(body.email).toMatchObject({ threadId: requested.threadId, subject: 'Re: Your range' });
  const again = await write({ text: 'Or Friday', inReplyTo: body.email.id });
  expect(again.body.email).toMatchObject({ threadId: requested.threadId, subject: 'Re: Your range' });
  const { reference_ids: references } = await api.db
    .selectFrom('messages')
    .select('reference_ids')
    .where('workspace_id', '=', fixture.workspaceId)
    .where('id', '=', again.body.email.id)
    .executeTakeFirstOrThrow();
  expect(references).toEqual([expect.stringContaining(requested.id), expect.stringContaining(body.email.id)]);
});

it('lets the broker reply in the same thread', async () => {
  const { email } = (await write({ subject: 'A question', text: 'When?' })).body;
  const answer = await fixture.staff.post(`/users/${fixture.customerId}/send-email`, {
    subject: 'Re: A question',
    text: 'Tomorrow',
    inReplyTo: email.id,
  });
  expect(answer.body.email).toMatchObject({ threadId: email.threadId, to: [fixture.address] });
});

it('rejects a reply to a message that the client may not read', async () => {
  const { email } = (
    await fixture.staff.post(`/users/${fixture.customerId}/send-email`, { subject: 'Not sent', text: 'x' })
  ).body;
  await api.db
    .updateTable('messages')
    .set({ status: 'canceled' })
    .where('workspace_id', '=', fixture.workspaceId)
    .where('id', '=', email.id)
    .execute();
  const refused = await write({ text: 'x', inReplyTo: email.id });
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'inReplyTo']);
});

it('requires a text and, for a new conversation, a subject', async () => {
  const bodies = [
    [{ subject: 'x', text: '  ' }, 'text'],
    [{ text: 'x' }, 'subject'],
    [{ subject: 'x', text: 'x', to: 'other@example.com' }, 'to'],
  ] as const;
  for (const [body, path] of bodies) {
    const refused = await write(body);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, path]);
  }
});

it('rejects anyone but the client, and clients writing for others', async () => {
  const elsewhere = await createMailFixture(api);
  const other = await api.signIn({
    role: 'CLIENT',
    workspaceId: fixture.workspaceId,
    customerId: await api.makeCustomer(fixture.workspaceId),
  });
  for (const caller of [fixture.staff, fixture.admin, other, elsewhere.admin])
    expect((await write({ subject: 'x', text: 'x' }, caller)).status).toBe(404);
  expect((await write({ subject: 'x', text: 'x' }, api.guest)).status).toBe(401);
  await write({ subject: 'Mine', text: 'x' });
  expect(await getConversation(client)).toHaveLength(1);
  expect((await other.get(`/users/${fixture.customerId}/emails`)).status).toBe(404);
});

it('limits a client to 60 messages an hour', async () => {
  const limit = { hits: 60, perSeconds: 3600 };
  for (let hit = 0; hit < 60; hit += 1)
    await api.booted.platform.limits.hit(`client-message:${client.userId}`, limit);
  expect((await write({ subject: 'x', text: 'x' })).status).toBe(429);
});
