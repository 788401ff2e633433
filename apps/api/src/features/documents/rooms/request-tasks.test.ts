import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let businessId: string;
let sellerId: string;
let admin: Caller;
let seller: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Avery Admin' });
  sellerId = await api.makeCustomer(workspaceId, { name: 'Sam Seller', brokerId: admin.userId });
  seller = await api.signIn({ role: 'CLIENT', workspaceId, customerId: sellerId });
  const business = { name: 'Abbott Dental', type: 'dental', ownerId: sellerId, brokerId: admin.userId };
  businessId = (await admin.post('/businesses', business)).body.business.id;
  await admin.post(`/businesses/${businessId}/data-room`);
});

type Request = { id: string; title: string; version: number; state: string };
const getRoom = async () => (await admin.get(`/businesses/${businessId}/data-room`)).body.room;
const getRequest = async (title: string): Promise<Request> =>
  (await getRoom()).requests.find((request: Request) => request.title === title);
const ask = async (titles: string[], more: object = { asTask: true }) => {
  const { id, requests } = await getRoom();
  const requestIds = requests.flatMap((request: Request) =>
    titles.includes(request.title) ? request.id : [],
  );
  return admin.post(`/data-rooms/${id}/ask`, { requestIds, ...more });
};
const upload = async (title: string, caller = seller) =>
  caller.upload(`/room-requests/${(await getRequest(title)).id}/documents?name=a.txt&attestation=1`, 'bytes');
const updateRequest = async (title: string, body: object) => {
  const { id, version } = await getRequest(title);
  return admin.patch(`/room-requests/${id}`, { version, ...body });
};
const getTask = async (caller = admin) => (await caller.get(`/users/${sellerId}/tasks`)).body.tasks[0];
const listTitles = async (caller: Caller) =>
  (await caller.get('/notifications')).body.notifications.map(({ title }: { title: string }) => title);

describe('a client task that asks for documents of a data room', () => {
  it('names them and their business, and the owner is notified once', async () => {
    const { status, body } = await ask(['Licenses', 'Debt schedule'], { asTask: true, dueOn: '2099-01-31' });
    expect(status).toBe(200);
    expect(body.room.requests.filter(({ state }: Request) => state === 'requested')).toHaveLength(2);
    const expected = {
      title: 'Send 2 documents for Abbott Dental',
      status: 'open',
      audience: 'client',
      dueDate: '2099-01-31',
      requestsFiles: true,
      requests: [
        { title: 'Debt schedule', state: 'requested', refusal: null },
        { title: 'Licenses', state: 'requested', refusal: null },
      ],
    };
    expect(await getTask()).toMatchObject({ ...expected, business: { id: businessId } });
    expect(await getTask(seller)).toMatchObject({ ...expected, business: null });
    expect(await listTitles(seller)).toEqual([
      'New task from Avery Admin: Send 2 documents for Abbott Dental',
    ]);
  });

  it('is sent by the last upload and completed by the last verification', async () => {
    await ask(['Licenses', 'Debt schedule']);
    await upload('Licenses');
    expect((await getTask()).status).toBe('open');
    await upload('Debt schedule');
    expect((await getTask()).status).toBe('waiting');
    await updateRequest('Licenses', { state: 'verified' });
    expect((await getTask()).status).toBe('waiting');
    await updateRequest('Debt schedule', { state: 'verified' });
    expect(await getTask()).toMatchObject({ status: 'done', completedAt: expect.any(String) });
    const { activities } = (await admin.get(`/businesses/${businessId}/activities?type=tasks`)).body;
    expect(activities.map(({ type }: { type: string }) => type)).toEqual(['task.completed', 'task.created']);
    expect((await admin.get(`/users/${sellerId}`)).body.user.counts.openTasks).toBe(0);
  });

  it('is reopened by a rejection, with the reason', async () => {
    await ask(['Licenses']);
    await upload('Licenses');
    await updateRequest('Licenses', { state: 'refused', refusal: 'Page 2 is missing.' });
    expect(await getTask(seller)).toMatchObject({
      title: 'Send Licenses for Abbott Dental',
      status: 'open',
      requests: [{ state: 'refused', refusal: 'Page 2 is missing.' }],
    });
    await upload('Licenses');
    await updateRequest('Licenses', { state: 'verified' });
    expect((await getTask()).status).toBe('done');
    await updateRequest('Licenses', { state: 'refused', refusal: 'It is of 2019.' });
    expect((await getTask()).status).toBe('open');
  });

  it('is completed without waived requests, and stays completed when staff completed it before', async () => {
    await ask(['Licenses', 'Debt schedule']);
    await upload('Licenses');
    await updateRequest('Licenses', { state: 'verified' });
    await updateRequest('Debt schedule', { state: 'not_applicable' });
    const { id, version, status } = await getTask();
    expect(status).toBe('done');
    // As Undo does.
    expect((await admin.patch(`/tasks/${id}`, { version, status: 'open' })).status).toBe(200);
    await admin.patch(`/tasks/${id}`, { version: version + 1, status: 'done' });
    await upload('Licenses');
    expect((await getTask()).status).toBe('done');
  });

  it('takes its documents in the data room only, and does not come back from the trash', async () => {
    await ask(['Licenses']);
    const { id } = await getTask();
    expect((await seller.upload(`/asked-tasks/${id}/files?name=a.txt`, 'bytes')).status).toBe(422);
    await admin.delete(`/tasks/${id}`);
    await upload('Licenses');
    expect((await updateRequest('Licenses', { state: 'verified' })).status).toBe(200);
    expect(await getTask()).toBeUndefined();
  });
});

describe('asking the owner', () => {
  it('creates a task only on request', async () => {
    await ask(['Licenses'], {});
    expect(await getTask()).toBeUndefined();
    expect(await listTitles(seller)).toEqual(['Documents requested for Abbott Dental']);
  });

  it('is refused for what was sent or is set aside, in a frozen room, and without an owner', async () => {
    await upload('Licenses', admin);
    await updateRequest('Debt schedule', { state: 'not_applicable' });
    expect((await ask(['Licenses', 'A/R aging'])).status).toBe(422);
    expect((await ask(['Debt schedule'])).status).toBe(422);
    expect((await getRequest('A/R aging')).state).toBe('required');
    const { id } = await getRoom();
    const missing = { requestIds: [businessId], asTask: true };
    expect((await admin.post(`/data-rooms/${id}/ask`, missing)).status).toBe(404);
    await api.db
      .updateTable('businesses')
      .set({ owner_id: null })
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect((await ask(['A/R aging'])).status).toBe(422);
    expect((await ask(['A/R aging'], {})).status).toBe(200);
    await admin.patch(`/data-rooms/${id}`, { version: 1, state: 'frozen' });
    expect((await ask(['Payroll census'], {})).status).toBe(422);
  });
});
