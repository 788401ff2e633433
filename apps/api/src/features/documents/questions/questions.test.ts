import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';

let api: TestApi;
let workspaceId: string;
let businessId: string;
let roomId: string;
let admin: Caller;
let broker: Caller;
let seller: Caller;
let buyer: Caller;
let rival: Caller;
beforeAll(async () => {
  api = await startApi();
  // The records of a member who leaves are handed over by a job.
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
/** A business of a broker, with an owner and two buyers whose deals open L2. */
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Avery Admin' });
  broker = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Bo Broker' });
  const ownerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller', brokerId: broker.userId });
  seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: ownerId, displayName: 'Sam Seller' });
  const business = { name: 'Abbott Dental', type: 'dental', ownerId, brokerId: broker.userId };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  roomId = (await admin.post(`/businesses/${businessId}/data-room`)).body.room.id;
  buyer = await addBuyer('Bea Buyer');
  rival = await addBuyer('Rex Rival');
});

const addBuyer = async (name: string) => {
  const buyerId = await api.makeCustomer(workspaceId, { name, brokerId: admin.userId });
  const caller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: buyerId, displayName: name });
  const { id } = (await admin.post('/deals', { businessId, buyerId })).body.deal;
  await setDeal(id, { document_level: 2 });
  return caller;
};
const setDeal = (id: string, change: object) =>
  api.db
    .updateTable('deals')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
const ask = async (text = 'Why did revenue fall?', caller = buyer) =>
  (await caller.post(`/own-rooms/${roomId}/questions`, { text })).body.question;
const listQuestions = async () => (await broker.get(`/data-rooms/${roomId}/questions`)).body.questions;
const getFirstQuestion = async () => (await listQuestions())[0];
const listOwnQuestions = async (caller: Caller) => (await caller.get('/own-questions')).body.questions;
const actOnQuestion = async (path: string, body: object, caller = broker) => {
  const { id, version } = await getFirstQuestion();
  return caller.post(`/room-questions/${id}/${path}`, { version, ...body });
};
const assign = async (assigneeId: string | null) => {
  const { id, version } = await getFirstQuestion();
  return broker.patch(`/room-questions/${id}`, { version, assigneeId });
};
const leave = async (handOverTo: string | null) => {
  const { status, text } = await admin.post(`/people/${broker.userId}/deactivate`, {
    version: 1,
    handOverTo,
  });
  expect(status, text).toBe(200);
  const { rows } = await sql<{ data: Record<string, unknown> }>`SELECT data FROM pgboss.job
    WHERE name = 'members.hand-over' AND data ->> 'workspaceId' = ${workspaceId}`.execute(api.db);
  const job = listJobs(api.booted.background).find(({ queue }) => queue === 'members.hand-over');
  for (const { data } of rows) await runJob(job, data);
};
const seeOwnOnly = () =>
  api.db.updateTable('workspaces').set({ record_scope: 'own' }).where('id', '=', workspaceId).execute();
const answerAsOwner = async (answer: string) => {
  const [{ id, answerableVersion: version }] = await listOwnQuestions(seller);
  return seller.post(`/own-questions/${id}/answer`, { version, answer });
};
const listNotifications = async (caller: Caller) =>
  (await caller.get('/notifications')).body.notifications.map(
    ({ type, subject }: { type: string; subject: { kind: string; id: string } | null }) => ({
      type,
      subject,
    }),
  );
const publishTo = (isForAll: boolean, answer = 'A dentist left.') =>
  actOnQuestion('publish', { answer, isForAll });

describe('a question of a buyer', () => {
  it('is assigned to the broker of the business, who is notified with a link to it', async () => {
    const question = await ask();
    expect(question).toMatchObject({ side: 'buyer', asker: 'you', answer: null, answerableVersion: null });
    expect(await getFirstQuestion()).toMatchObject({
      state: 'open',
      author: { displayName: 'Bea Buyer' },
      assignee: { id: broker.userId },
      history: [
        { type: 'asked', actor: { displayName: 'Bea Buyer' }, assignee: { displayName: 'Bo Broker' } },
      ],
    });
    const subject = { kind: 'question', id: question.id };
    expect(await listNotifications(broker)).toEqual([{ type: 'question.asked', subject }]);
    const { notifications } = (await broker.get('/notifications')).body;
    expect(notifications[0]).toMatchObject({
      title: 'Question about Abbott Dental: Why did revenue fall?',
      businessId,
    });
  });

  it('is reassigned to a member with access to the business, who is notified, or unassigned', async () => {
    await ask();
    const { body } = await assign(admin.userId);
    expect(body.question).toMatchObject({
      assignee: { id: admin.userId },
      history: [{ type: 'asked' }, { type: 'assigned', actor: { displayName: 'Bo Broker' } }],
    });
    expect(await listNotifications(admin)).toMatchObject([{ type: 'question.asked' }]);
    expect((await assign(null)).body.question.assignee).toBeNull();
    for (const { userId } of [
      buyer,
      await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() }),
    ])
      expect(await assign(userId)).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'assigneeId' }] },
      });
  });

  it('goes to the successor when its assignee leaves, and is counted, until it is published', async () => {
    await ask('Who owns the building?');
    await publishTo(false);
    await ask();
    expect((await admin.get(`/people/${broker.userId}/holdings`)).body.holdings).toContainEqual({
      one: 'data room question',
      many: 'data room questions',
      count: 1,
    });
    await leave(admin.userId);
    const { questions } = (await admin.get(`/data-rooms/${roomId}/questions`)).body;
    expect(questions).toMatchObject([
      {
        assignee: { id: admin.userId },
        history: [{ type: 'asked' }, { type: 'assigned', assignee: { displayName: 'Avery Admin' } }],
      },
      { state: 'published', assignee: { id: broker.userId } },
    ]);
  });

  it('goes to a successor who sees only their own businesses if the business does too, else to no one', async () => {
    const otherRoomId = roomId;
    const other = (await admin.get(`/businesses/${businessId}`)).body.business;
    await ask();
    const owned = { name: 'Baker Dental', type: 'dental', brokerId: broker.userId };
    businessId = (await admin.post('/businesses', owned)).body.business.id;
    roomId = (await admin.post(`/businesses/${businessId}/data-room`)).body.room.id;
    await ask('Is the lease long?', await addBuyer('Cy Buyer'));
    const successor = await api.signIn({ role: 'STAFF', workspaceId });
    await seeOwnOnly();
    const moved = await admin.patch(`/businesses/${other.id}`, {
      version: other.version,
      brokerId: admin.userId,
      ownerId: null,
    });
    expect(moved.status, moved.text).toBe(200);
    await leave(successor.userId);
    const getAssignee = async (id: string) =>
      (await admin.get(`/data-rooms/${id}/questions`)).body.questions[0].assignee;
    expect(await getAssignee(roomId)).toMatchObject({ id: successor.userId });
    expect(await getAssignee(otherRoomId)).toBeNull();
  });

  it('has its owner’s answer announced to its assignee only while they see the business', async () => {
    const other = await api.signIn({ role: 'STAFF', workspaceId });
    await ask();
    await assign(other.userId);
    await actOnQuestion('ask-owner', {});
    await seeOwnOnly();
    await answerAsOwner('A dentist left.');
    const types = async (caller: Caller) =>
      (await listNotifications(caller)).map((one: { type: string }) => one.type);
    expect(await types(other)).not.toContain('question.answered');
    expect(await types(broker)).toContain('question.answered');
  });

  it('has its owner’s answer announced to the broker of the business, else the administrators, once nobody is assigned', async () => {
    await ask();
    await actOnQuestion('ask-owner', {});
    await leave(null);
    await answerAsOwner('A dentist left.');
    expect(await listNotifications(admin)).toMatchObject([{ type: 'question.answered' }]);
    const successor = await api.signIn({ role: 'STAFF', workspaceId });
    await api.db
      .updateTable('businesses')
      .set({ broker_id: successor.userId })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', businessId)
      .execute();
    await answerAsOwner('Two dentists left.');
    expect(await listNotifications(successor)).toMatchObject([{ type: 'question.answered' }]);
  });

  it('is not assigned to staff who see only their own businesses', async () => {
    await ask();
    const other = await api.signIn({ role: 'STAFF', workspaceId });
    await seeOwnOnly();
    expect((await assign(other.userId)).status).toBe(400);
    expect((await other.get(`/data-rooms/${roomId}/questions`)).status).toBe(404);
    expect((await assign(broker.userId)).status).toBe(200);
  });

  it('is forwarded to the owner without a name, and the buyer sees the answer only once it is published', async () => {
    const { id } = await ask();
    expect(await listOwnQuestions(seller)).toEqual([]);
    await actOnQuestion('ask-owner', {});
    expect(await listNotifications(seller)).toEqual([
      { type: 'question.requested', subject: { kind: 'question', id } },
    ]);
    const { text, status } = await seller.get('/own-questions');
    expect([status, text.includes('Bea')]).toEqual([200, false]);
    expect((await answerAsOwner('Dr. Lee left in May.')).body.question).toMatchObject({
      side: 'seller',
      answer: 'Dr. Lee left in May.',
    });
    expect(await getFirstQuestion()).toMatchObject({
      state: 'answered',
      ownerAnswer: 'Dr. Lee left in May.',
      answer: null,
    });
    expect((await listNotifications(broker))[0]).toMatchObject({ type: 'question.answered' });
    expect(await listOwnQuestions(buyer)).toMatchObject([{ id, answer: null }]);
    await publishTo(false, 'A dentist left in May.');
    expect(await listOwnQuestions(buyer)).toMatchObject([{ id, answer: 'A dentist left in May.' }]);
    expect(await listNotifications(buyer)).toEqual([
      { type: 'question.published', subject: { kind: 'question', id } },
    ]);
    const seen = (await buyer.get('/own-questions')).text;
    for (const name of ['Broker', 'Seller', 'Lee', 'Avery']) expect(seen).not.toContain(name);
    expect((await getFirstQuestion()).history.map(({ type }: { type: string }) => type)).toEqual([
      'asked',
      'owner_asked',
      'answered',
      'published',
    ]);
  });

  it('shows who changed the answer, and notifies the buyer', async () => {
    await ask();
    await publishTo(false);
    await actOnQuestion('publish', { answer: 'Two dentists left.', isForAll: false }, admin);
    expect((await getFirstQuestion()).history.at(-1)).toMatchObject({
      type: 'answer_changed',
      actor: { displayName: 'Avery Admin' },
    });
    expect(await listOwnQuestions(buyer)).toMatchObject([{ answer: 'Two dentists left.' }]);
    expect(await listNotifications(buyer)).toHaveLength(2);
  });

  it('is read by another buyer only while it is published to all', async () => {
    const { id } = await ask();
    await publishTo(false);
    expect(await listOwnQuestions(rival)).toEqual([]);
    await publishTo(true);
    expect(await listOwnQuestions(rival)).toMatchObject([{ id, asker: 'other', answer: 'A dentist left.' }]);
    expect((await rival.get('/own-questions')).text).not.toContain('Bea');
    expect((await getFirstQuestion()).history.at(-1).type).toBe('audience_changed');
    await publishTo(false);
    expect(await listOwnQuestions(rival)).toEqual([]);
    expect(await listOwnQuestions(buyer)).toHaveLength(1);
  });

  it('hides all questions from buyers whose deal is lost, and rejects new ones', async () => {
    const { dealId } = (await ask(), await getFirstQuestion());
    await publishTo(true);
    await setDeal(dealId, { stage: 'lost', lost_reason: 'price' });
    expect(await listOwnQuestions(buyer)).toEqual([]);
    expect((await buyer.post(`/own-rooms/${roomId}/questions`, { text: 'More?' })).status).toBe(404);
    expect(await listOwnQuestions(rival)).toHaveLength(1);
    await publishTo(true, 'Another answer.');
    expect(await listNotifications(buyer)).toHaveLength(1);
  });
});

describe('the answer of the owner', () => {
  it('is changed until it is published', async () => {
    await ask();
    await actOnQuestion('ask-owner', {});
    await answerAsOwner('One.');
    expect((await answerAsOwner('Two.')).status).toBe(200);
    const [{ id, answerableVersion: version }] = await listOwnQuestions(seller);
    await publishTo(false);
    expect((await listOwnQuestions(seller))[0]).toMatchObject({ answer: 'Two.', answerableVersion: null });
    expect((await seller.post(`/own-questions/${id}/answer`, { version, answer: 'Three.' })).status).toBe(
      422,
    );
    expect((await actOnQuestion('ask-owner', {})).status).toBe(422);
  });

  it('is rejected for a question not forwarded to the owner, from others, and for an older version', async () => {
    const { id } = await ask();
    const answer = (caller: Caller, version: number) =>
      caller.post(`/own-questions/${id}/answer`, { version, answer: 'Because.' });
    expect((await answer(seller, 1)).status).toBe(404);
    await actOnQuestion('ask-owner', {});
    expect((await answer(buyer, 2)).status).toBe(404);
    expect(await answer(seller, 1)).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } });
    expect((await answer(seller, 2)).status).toBe(200);
  });

  it('cannot be requested if the owner has no login', async () => {
    await ask();
    await api.db
      .updateTable('businesses')
      .set({ owner_id: null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', businessId)
      .execute();
    expect(await actOnQuestion('ask-owner', {})).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('no owner who can sign in') },
    });
  });
});

describe('questions of a data room', () => {
  it('are asked by buyers to whom it is open, and not in a frozen room', async () => {
    const asking = (caller: Caller, text = 'Why?') => caller.post(`/own-rooms/${roomId}/questions`, { text });
    expect((await asking(seller)).status).toBe(404);
    expect((await asking(admin)).status).toBe(404);
    expect(await asking(buyer, ' ')).toMatchObject({ status: 400, body: { errors: [{ path: 'text' }] } });
    await ask();
    await admin.patch(`/data-rooms/${roomId}`, { version: 1, state: 'frozen' });
    expect((await asking(buyer)).status).toBe(422);
    expect((await publishTo(false)).status).toBe(422);
    expect(await listOwnQuestions(buyer)).toHaveLength(1);
  });

  it('answer an older version with the current one, come in pages, and are closed to other workspaces', async () => {
    const { id } = await ask('One?');
    await ask('Two?');
    expect(await broker.patch(`/room-questions/${id}`, { version: 9, assigneeId: null })).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION', current: { id } },
    });
    const page = (await broker.get(`/data-rooms/${roomId}/questions?limit=1`)).body;
    expect(page).toMatchObject({ total: 2, questions: [{ text: 'Two?' }] });
    const next = await broker.get(`/data-rooms/${roomId}/questions?limit=1&cursor=${page.nextCursor}`);
    expect(next.body.questions).toMatchObject([{ text: 'One?' }]);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await elsewhere.get(`/data-rooms/${roomId}/questions`)).status).toBe(404);
    expect((await elsewhere.post(`/room-questions/${id}/ask-owner`, { version: 1 })).status).toBe(404);
  });

  it('cannot be rewritten in their history', async () => {
    await ask();
    const { rows } = await sql<{
      can: boolean;
    }>`SELECT has_table_privilege(current_user, 'room_question_events', 'UPDATE') AS can`.execute(api.db);
    expect(rows).toEqual([{ can: false }]);
  });
});
