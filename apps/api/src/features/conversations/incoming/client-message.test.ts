import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Answer, Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { createMailFixture, type MailFixture } from '#test/mail/mail-fixture.ts';

let api: TestApi;
let desk: MailFixture;
let client: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  desk = await createMailFixture(api);
  const { workspaceId, customerId } = desk;
  client = await api.signIn({ role: 'CLIENT', workspaceId, customerId, displayName: 'Ann Abbott' });
});

const write = (body: Record<string, unknown>, by: Caller = client): Promise<Answer> =>
  by.post(`/users/${desk.customerId}/messages`, body);
const conversation = async (caller: Caller) =>
  (await caller.get(`/users/${desk.customerId}/emails`)).body.emails;

/** An e-mail that the client got; what was sent stands in a row, since no mail server is there. */
async function receiveFromBroker(): Promise<{ id: string; threadId: string }> {
  const { email } = (
    await desk.staff.post(`/users/${desk.customerId}/send-email`, { subject: 'Your range', text: 'Hello' })
  ).body;
  await api.db
    .updateTable('messages')
    .set({ status: 'sent' })
    .where('workspace_id', '=', desk.workspaceId)
    .where('id', '=', email.id)
    .execute();
  return email;
}

it('a client begins a conversation that both sides read at once, and the broker is told', async () => {
  await api.db
    .updateTable('customers')
    .set({ broker_id: desk.staff.userId })
    .where('workspace_id', '=', desk.workspaceId)
    .where('id', '=', desk.customerId)
    .execute();
  const { status, body } = await write({ subject: 'A question', text: 'When do we start?' });
  expect(status).toBe(201);
  expect(body.email).toMatchObject({ direction: 'inbound', status: 'received', author: null });
  for (const caller of [client, desk.staff])
    expect(await conversation(caller)).toMatchObject([
      { subject: 'A question', text: 'When do we start?', from: { name: 'Ann Abbott' } },
    ]);
  const { notifications } = (await desk.staff.get('/notifications')).body;
  expect(notifications).toMatchObject([{ type: 'email.received', customerId: desk.customerId }]);
  const { activities } = (await desk.staff.get(`/users/${desk.customerId}/activities?type=emails`)).body;
  expect(activities).toMatchObject([{ type: 'email.received', subject: { id: body.email.id } }]);
  expect((await desk.staff.get(`/users/${desk.customerId}`)).body.user.counts.emails).toBe(1);
});

it('an answer stands in the thread of what it answers and refers to it', async () => {
  const asked = await receiveFromBroker();
  const { body } = await write({ text: 'Thursday works', inReplyTo: asked.id });
  expect(body.email).toMatchObject({ threadId: asked.threadId, subject: 'Re: Your range' });
  const again = await write({ text: 'Or Friday', inReplyTo: body.email.id });
  expect(again.body.email).toMatchObject({ threadId: asked.threadId, subject: 'Re: Your range' });
  const { reference_ids: references } = await api.db
    .selectFrom('messages')
    .select('reference_ids')
    .where('workspace_id', '=', desk.workspaceId)
    .where('id', '=', again.body.email.id)
    .executeTakeFirstOrThrow();
  expect(references).toEqual([expect.stringContaining(asked.id), expect.stringContaining(body.email.id)]);
});

it('the broker answers what a client wrote, in the same thread', async () => {
  const { email } = (await write({ subject: 'A question', text: 'When?' })).body;
  const answer = await desk.staff.post(`/users/${desk.customerId}/send-email`, {
    subject: 'Re: A question',
    text: 'Tomorrow',
    inReplyTo: email.id,
  });
  expect(answer.body.email).toMatchObject({ threadId: email.threadId, to: [desk.address] });
});

it('a client answers nothing that they may not read', async () => {
  const { email } = (
    await desk.staff.post(`/users/${desk.customerId}/send-email`, { subject: 'Not sent', text: 'x' })
  ).body;
  const refused = await write({ text: 'x', inReplyTo: email.id });
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'inReplyTo']);
});

it('a text and, for a new conversation, a subject are needed', async () => {
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

it('nobody else writes as the client, and clients write of themselves only', async () => {
  const elsewhere = await createMailFixture(api);
  const other = await api.signIn({
    role: 'CLIENT',
    workspaceId: desk.workspaceId,
    customerId: await api.makeCustomer(desk.workspaceId),
  });
  for (const caller of [desk.staff, desk.admin, other, elsewhere.admin])
    expect((await write({ subject: 'x', text: 'x' }, caller)).status).toBe(404);
  expect((await write({ subject: 'x', text: 'x' }, api.guest)).status).toBe(401);
  await write({ subject: 'Mine', text: 'x' });
  expect(await conversation(client)).toHaveLength(1);
  expect((await other.get(`/users/${desk.customerId}/emails`)).status).toBe(404);
});

it('a client writes 60 times an hour at most', async () => {
  const limit = { hits: 60, perSeconds: 3600 };
  for (let hit = 0; hit < 60; hit += 1)
    await api.booted.platform.limits.hit(`client-message:${client.userId}`, limit);
  expect((await write({ subject: 'x', text: 'x' })).status).toBe(429);
});
