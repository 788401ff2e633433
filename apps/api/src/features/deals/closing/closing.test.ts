import { toCalendarDate } from '@handover/domain/local-time.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let businessId: string;
let buyerId: string;
let sellerId: string;
let dealId: string;
beforeAll(async () => {
  api = await startApi();
  // Sharing a record queues an email.
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  sellerId = await api.makeCustomer(workspaceId, { name: 'Sue Seller' });
  buyerId = await api.makeCustomer(workspaceId, { name: 'Bo Buyer' });
  const business = { name: 'Corner Pharmacy', type: 'pharmacy', ownerId: sellerId };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  dealId = (await admin.post('/deals', { businessId, buyerId })).body.deal.id;
});

const signInClient = (customerId: string) => api.signIn({ role: 'CLIENT', workspaceId, customerId });
const putInStage = (stage: 'due_diligence' | 'definitive' | 'closing', id = dealId) =>
  api.db
    .updateTable('deals')
    .set({ stage })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
const getGate = async () => (await admin.get(`/deals/${dealId}/gate`)).body.gate;
const getRequirement = async (key: string) =>
  (await getGate()).requirements.find((each: { key: string }) => each.key === key);
const getClosing = async () => (await admin.get(`/deals/${dealId}/closing`)).body.closing;
const update = (change: object) => admin.patch(`/deals/${dealId}/closing`, change);

describe('diligence requests', () => {
  it('are added by the buyer, answered by the seller, and closed by staff, which the gate requires', async () => {
    await putInStage('due_diligence');
    const [buyer, seller] = [await signInClient(buyerId), await signInClient(sellerId)];
    const path = `/deals/${dealId}/diligence-requests`;
    expect(await seller.post(path, { title: 'Tax returns' })).toMatchObject({
      status: 403,
      body: { detail: 'Only the buyer can add requests to an open deal, once due diligence has started.' },
    });
    const { status, body } = await buyer.post(path, { title: 'Tax returns', dueOn: '2027-01-15' });
    expect(status).toBe(201);
    expect(body.request).toMatchObject({ number: 1, state: 'open', abilities: { canAnswer: false } });
    expect(await getRequirement('requests')).toMatchObject({ state: 'missing', hint: '1 open' });

    const own = `/diligence-requests/${body.request.id}`;
    expect((await buyer.post(`${own}/answer`, { version: 1, answer: 'Me' })).status).toBe(403);
    const answered = await seller.post(`${own}/answer`, { version: 1, answer: 'In the data room' });
    expect(answered.body.request).toMatchObject({
      state: 'answered',
      answer: 'In the data room',
      version: 2,
    });
    expect((await seller.post(`${own}/close`, { version: 2, isClosed: true })).status).toBe(404);
    expect(await admin.post(`${own}/close`, { version: 1, isClosed: true })).toMatchObject({
      status: 409,
      body: { current: { state: 'answered' } },
    });
    const closed = await admin.post(`${own}/close`, { version: 2, isClosed: true });
    expect(closed.body.request).toMatchObject({ state: 'closed', abilities: { canUpdate: false } });
    expect(await getRequirement('requests')).toMatchObject({ state: 'met' });
    expect((await admin.patch(own, { version: 3, title: 'Other' })).status).toBe(422);
    const reopened = await admin.post(`${own}/close`, { version: 3, isClosed: false });
    expect(reopened.body.request).toMatchObject({ state: 'answered' });

    const list = (await buyer.get(path)).body;
    expect(list).toMatchObject({ canAdd: true, requests: [{ title: 'Tax returns', version: 4 }] });
    for (const [name, timeline] of [
      ['buyer', `/users/${buyerId}/activities`],
      ['business', `/businesses/${businessId}/activities`],
    ] as const) {
      const { activities } = (await admin.get(timeline)).body;
      const types = activities.map(({ type }: { type: string }) => type);
      expect(types, name).toEqual(expect.arrayContaining(['deal.request_added', 'deal.request_answered']));
    }
  });

  it('of one deal get their numbers in order when several are added at once', async () => {
    const path = `/deals/${dealId}/diligence-requests`;
    const answers = await Promise.all(['One', 'Two', 'Three'].map((title) => admin.post(path, { title })));
    const added = answers.filter(({ status }) => status === 201).map(({ body }) => body.request.number);
    expect(added.toSorted()).toEqual(added.map((_number, index) => index + 1));
    for (const { status } of answers) expect([201, 409]).toContain(status);
  });

  it('can be added by the buyer once the deal has reached due diligence, by staff before', async () => {
    const buyer = await signInClient(buyerId);
    const path = `/deals/${dealId}/diligence-requests`;
    expect((await admin.post(path, { title: 'By staff' })).status).toBe(201);
    expect((await buyer.get(path)).body.canAdd).toBe(false);
    expect(await buyer.post(path, { title: 'Lease' })).toMatchObject({
      status: 403,
      body: { detail: 'Only the buyer can add requests to an open deal, once due diligence has started.' },
    });
    await putInStage('due_diligence');
    expect((await buyer.get(path)).body.canAdd).toBe(true);
    expect((await buyer.post(path, { title: 'Lease' })).status).toBe(201);
  });

  it('hide from the buyer’s side who answered, and returned answers with their reason', async () => {
    await putInStage('due_diligence');
    const buyer = await signInClient(buyerId);
    const seller = await api.signIn({
      role: 'CLIENT',
      workspaceId,
      customerId: sellerId,
      displayName: 'Sue Seller',
    });
    const advisor = await api.signIn({ role: 'CLIENT', workspaceId });
    const shared = { recordType: 'deal', recordId: dealId, userId: advisor.userId };
    expect(await admin.post('/access-grants', shared)).toMatchObject({ status: 201 });
    const path = `/deals/${dealId}/diligence-requests`;
    const own = `/diligence-requests/${String((await buyer.post(path, { title: 'Lease' })).body.request.id)}`;
    const read = async (caller: Caller) => (await caller.get(path)).body.requests[0];

    await seller.post(`${own}/answer`, { version: 1, answer: 'In the data room' });
    for (const caller of [buyer, advisor])
      expect(await read(caller)).toMatchObject({ answer: 'In the data room', answeredBy: null });
    expect(await read(admin)).toMatchObject({ answeredBy: { displayName: 'Sue Seller' } });

    await admin.post(`${own}/return`, { version: 2, reason: 'Page 2 is missing' });
    for (const caller of [buyer, advisor])
      expect(await read(caller)).toMatchObject({
        state: 'open',
        answer: null,
        answeredAt: null,
        returnReason: null,
      });
    expect(await read(seller)).toMatchObject({
      answer: 'In the data room',
      returnReason: 'Page 2 is missing',
      answeredBy: { displayName: 'Sue Seller' },
    });

    const { activities } = (await buyer.get(`/users/${buyerId}/activities`)).body;
    const actors = activities.map(({ type, actor }: { type: string; actor: unknown }) => [type, actor]);
    expect(actors.slice(0, 3)).toEqual([
      ['deal.request_returned', expect.objectContaining({ id: admin.userId })],
      ['deal.request_answered', null],
      ['deal.request_added', expect.objectContaining({ id: buyer.userId })],
    ]);
    expect(JSON.stringify(activities)).not.toContain('Sue Seller');
  });

  it('notify the broker, or without one the administrators, of what a client adds or answers, and nobody of what staff do', async () => {
    await putInStage('due_diligence');
    const broker = await api.signIn({ role: 'STAFF', workspaceId });
    const [buyer, seller] = [await signInClient(buyerId), await signInClient(sellerId)];
    const path = `/deals/${dealId}/diligence-requests`;
    await buyer.post(path, { title: 'Payroll' });
    const [notice] = (await admin.get('/notifications')).body.notifications;
    expect(notice.title).toBe('New diligence request: Payroll');
    const { version } = (await admin.get(`/deals/${dealId}`)).body.deal;
    await admin.patch(`/deals/${dealId}`, { version, brokerId: broker.userId });
    await admin.post(path, { title: 'By staff' });
    const { body } = await buyer.post(path, { title: 'Lease' });
    const answer = { version: 1, answer: 'In the data room' };
    await seller.post(`/diligence-requests/${String(body.request.id)}/answer`, answer);
    const notices = (await broker.get('/notifications')).body.notifications;
    expect(notices).toMatchObject([
      { type: 'diligence.answered', title: 'Answered: Lease', dealId },
      { type: 'diligence.added', title: 'New diligence request: Lease', dealId },
    ]);
  });

  it('notify the seller when asked, the buyer when answered, and the seller again when returned with a reason', async () => {
    await putInStage('due_diligence');
    const [buyer, seller] = [await signInClient(buyerId), await signInClient(sellerId)];
    const noticesOf = async (caller: Caller): Promise<string[]> =>
      (await caller.get('/notifications')).body.notifications.map(({ title }: { title: string }) => title);
    const { body } = await buyer.post(`/deals/${dealId}/diligence-requests`, { title: 'Lease' });
    const own = `/diligence-requests/${String(body.request.id)}`;
    expect(await noticesOf(seller)).toEqual(['Diligence request for Corner Pharmacy: Lease']);
    expect(await noticesOf(buyer)).toEqual([]);
    const back = (version: number) => admin.post(`${own}/return`, { version, reason: 'Page 2 is missing' });
    expect((await back(1)).status).toBe(422);
    await seller.post(`${own}/answer`, { version: 1, answer: 'In the data room' });
    const [answered] = await noticesOf(buyer);
    expect(answered).toMatch(/^Diligence request for .* answered: Lease$/);
    expect(answered).not.toContain('Corner Pharmacy');
    expect((await seller.post(`${own}/return`, { version: 2, reason: 'No' })).status).toBe(404);
    expect((await back(1)).status).toBe(409);
    expect((await back(2)).body.request).toMatchObject({
      state: 'open',
      answer: 'In the data room',
      returnReason: 'Page 2 is missing',
    });
    expect((await noticesOf(seller))[0]).toBe(
      'Diligence answer returned for Corner Pharmacy: Lease. Page 2 is missing',
    );
    const again = await seller.post(`${own}/answer`, { version: 3, answer: 'With page 2' });
    expect(again.body.request).toMatchObject({ state: 'answered', returnReason: null });
  });

  it('of the same title notify the broker of each deal, and once of one deal until it is read', async () => {
    const { version } = (await admin.get(`/businesses/${businessId}`)).body.business;
    const broker = await api.signIn({ role: 'STAFF', workspaceId });
    await admin.patch(`/businesses/${businessId}`, { version, brokerId: broker.userId });
    const otherId = await api.makeCustomer(workspaceId, { name: 'Bea Buyer' });
    const other = (await admin.post('/deals', { businessId, buyerId: otherId })).body.deal.id;
    const buyers = [await signInClient(buyerId), await signInClient(otherId)] as const;
    const ask = async (buyer: Caller, id: string) => {
      await putInStage('due_diligence', id);
      expect((await buyer.post(`/deals/${id}/diligence-requests`, { title: 'Lease' })).status).toBe(201);
    };
    await ask(buyers[0], dealId);
    await ask(buyers[1], other);
    await ask(buyers[0], dealId);
    const notices = (await broker.get('/notifications')).body.notifications;
    expect(notices.map(({ dealId: about }: { dealId: string }) => about)).toEqual([dealId, other]);
  });

  it('are hidden from everyone else', async () => {
    const { body } = await admin.post(`/deals/${dealId}/diligence-requests`, { title: 'Lease' });
    const other = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await other.get(`/deals/${dealId}/diligence-requests`)).status).toBe(404);
    const answer = { version: 1, answer: 'Mine' };
    expect((await other.post(`/diligence-requests/${body.request.id}/answer`, answer)).status).toBe(404);
  });
});

describe('the closing checklist', () => {
  it('has the items of the business type, and the gate counts the open ones', async () => {
    await putInStage('definitive');
    const { checklist, version } = await getClosing();
    expect(version).toBe(0);
    expect(checklist.map(({ key }: { key: string }) => key)).toEqual(
      expect.arrayContaining(['board', 'dea', 'inventory', 'lease', 'payer_consents']),
    );
    expect(await getRequirement('checklist_lease')).toMatchObject({ state: 'missing' });
    const item = { key: 'lease', state: 'done', doneOn: '2026-12-01', note: 'Assigned' };
    const { body } = await update({ version: 0, item });
    expect(body.closing.checklist).toContainEqual(expect.objectContaining(item));
    expect(await getRequirement('checklist_lease')).toMatchObject({ state: 'met' });
    expect(await getRequirement('checklist_approval')).toMatchObject({ state: 'missing' });
    expect(await update({ version: 1, item: { key: 'nonsense', state: 'done' } })).toMatchObject({
      status: 400,
    });
  });

  it('keeps the day and a note of an item, with the person who changed it and when', async () => {
    const itemOf = async (key: string) =>
      (await getClosing()).checklist.find((each: { key: string }) => each.key === key);
    expect(await itemOf('dea')).toMatchObject({ doneOn: null, note: null, changedBy: null, changedAt: null });
    await update({ version: 0, item: { key: 'dea', state: 'done', note: 'Form 106 sent' } });
    expect(await itemOf('dea')).toMatchObject({
      doneOn: toCalendarDate(new Date(), 'America/New_York'),
      note: 'Form 106 sent',
      changedBy: { id: admin.userId },
      changedAt: expect.any(String),
    });
    const staff = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Sam Staff' });
    await staff.patch(`/deals/${dealId}/closing`, { version: 1, item: { key: 'dea', state: 'open' } });
    expect(await itemOf('dea')).toMatchObject({
      state: 'open',
      doneOn: null,
      note: 'Form 106 sent',
      changedBy: { id: staff.userId, displayName: 'Sam Staff' },
    });
  });

  it('keeps both of two changes at once, the second after reading the first', async () => {
    const items = ['lease', 'dea'].map((key) => ({ key, state: 'done' }));
    const answers = await Promise.all(items.map((item) => update({ version: 0, item })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const stale = answers.find(({ status }) => status === 409);
    const refused = items[answers.findIndex((answer) => answer === stale)];
    expect((await update({ version: stale?.body.current.version, item: refused })).status).toBe(200);
    const done = (await getClosing()).checklist.filter(({ state }: { state: string }) => state === 'done');
    expect(done.map(({ key }: { key: string }) => key).toSorted()).toEqual(['dea', 'lease']);
  });
});

describe('the funds flow', () => {
  it('lets a deal close only when sources and uses balance to the cent', async () => {
    await putInStage('closing');
    const source = { side: 'source', label: 'Bank', amountCents: 100_000_01 };
    const use = { side: 'use', label: 'Price', amountCents: 100_000_00 };
    const first = await update({ version: 0, fundsFlow: [source, use] });
    expect(first.body.closing).toMatchObject({ differenceCents: 1, version: 1 });
    const { version } = (await admin.get(`/deals/${dealId}`)).body.deal;
    expect(await admin.post(`/deals/${dealId}/move`, { version, stage: 'closed' })).toMatchObject({
      status: 422,
      body: { code: 'GATE_NOT_MET' },
    });
    const lines = [{ ...source, amountCents: 100_000_00 }, use];
    expect((await update({ version: 1, fundsFlow: lines })).body.closing.differenceCents).toBe(0);
    expect(await getRequirement('funds_flow')).toMatchObject({ state: 'met' });
  });

  it.each([
    ['an amount of 0', { amountCents: 0 }],
    ['an amount with a comma', { amountCents: '1,000' }],
    ['more than a trillion dollars', { amountCents: 100_000_000_000_001 }],
  ])('refuses %s', async (_, change) => {
    const line = { side: 'use', label: 'Price', ...change };
    expect(await update({ version: 0, fundsFlow: [line] })).toMatchObject({
      status: 400,
      body: { errors: [expect.objectContaining({ path: 'fundsFlow.0.amountCents' })] },
    });
  });
});

describe('the dates after closing', () => {
  const tasksOf = async (): Promise<string[][]> =>
    (await admin.get(`/deals/${dealId}/tasks`)).body.tasks
      .map(({ title, dueDate }: { title: string; dueDate: string }) => [title, dueDate])
      .toSorted();
  beforeEach(async () => {
    await putInStage('closing');
    await update({
      version: 0,
      fundsFlow: [
        { side: 'source', label: 'Cash', amountCents: 1 },
        { side: 'use', label: 'Price', amountCents: 1 },
      ],
      dates: { escrow_release: '2027-06-30', non_compete: '2031-12-31', holdback: null },
    });
    const { version } = (await admin.get(`/deals/${dealId}`)).body.deal;
    const override = { reason: 'The offer is on paper' };
    const closed = await admin.post(`/deals/${dealId}/move`, { version, stage: 'closed', override });
    if (closed.status !== 200) throw new Error(closed.text);
  });

  it('become tasks of the deal in the transaction that closes it', async () => {
    expect(await tasksOf()).toEqual([
      ['Escrow release: Bo Buyer', '2027-06-30'],
      ['Non-compete ends: Bo Buyer', '2031-12-31'],
    ]);
  });

  it('change after the closing, and their tasks with them; the rest of the closing stays', async () => {
    expect(await getClosing()).toMatchObject({ canUpdate: false, canUpdateDates: true });
    for (const change of [{ item: { key: 'lease', state: 'done' } }, { fundsFlow: [] }])
      expect((await update({ version: 1, ...change })).status).toBe(422);
    const dates = { escrow_release: '2027-09-30', earn_out: '2028-01-31', non_compete: null };
    const { body } = await update({ version: 1, dates });
    expect(body.closing.dates).toEqual({ ...dates, holdback: null });
    expect(await tasksOf()).toEqual([
      ['Earn-out payment: Bo Buyer', '2028-01-31'],
      ['Escrow release: Bo Buyer', '2027-09-30'],
    ]);
  });

  it('keep the task that was renamed, and add one to a task that was completed', async () => {
    const { tasks } = (await admin.get(`/deals/${dealId}/tasks`)).body;
    const byTitle = (start: string) =>
      tasks.find(({ title }: { title: string }) => title.startsWith(start)) as {
        id: string;
        version: number;
      };
    const [escrow, covenant] = [byTitle('Escrow'), byTitle('Non-compete')];
    await admin.patch(`/tasks/${escrow.id}`, { version: escrow.version, title: 'Call First Bank' });
    await admin.patch(`/tasks/${covenant.id}`, { version: covenant.version, status: 'done' });
    await update({ version: 1, dates: { escrow_release: '2027-09-30', non_compete: '2032-12-31' } });
    expect(await tasksOf()).toEqual([
      ['Call First Bank', '2027-09-30'],
      ['Non-compete ends: Bo Buyer', '2031-12-31'],
      ['Non-compete ends: Bo Buyer', '2032-12-31'],
    ]);
  });

  it('lose their open tasks when the sale is rescinded, and get them again when it closes', async () => {
    const move = async (input: object) => {
      const { version } = (await admin.get(`/deals/${dealId}`)).body.deal;
      return admin.post(`/deals/${dealId}/move`, { version, ...input });
    };
    const tasks = await tasksOf();
    expect((await move({ stage: 'closing', reason: 'Rescinded' })).status).toBe(200);
    expect(await tasksOf()).toEqual([]);
    const closed = await move({ stage: 'closed', override: { reason: 'The offer is on paper' } });
    expect(closed.status).toBe(200);
    expect(await tasksOf()).toEqual(tasks);
  });

  it('cannot change on a lost deal', async () => {
    await api.db
      .updateTable('deals')
      .set({ stage: 'lost', lost_reason: 'price' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', dealId)
      .execute();
    expect(await getClosing()).toMatchObject({ canUpdateDates: false });
    expect((await update({ version: 1, dates: { escrow_release: '2028-01-01' } })).status).toBe(422);
  });
});
