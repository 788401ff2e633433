import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { startApi, type TestApi } from '../../../test/harness.ts';

let api: TestApi;
let workspaceId: string;
let staff: Caller;
let customerId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  staff = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Sam Staff' });
  customerId = await api.makeCustomer(workspaceId, { name: 'Harbor Clinic' });
});

const add = (body: Record<string, unknown>) => staff.post(`/users/${customerId}/tasks`, body);
const openCount = async () => (await staff.get(`/users/${customerId}`)).body.user.counts.openTasks;

describe('tasks', () => {
  it('belong to their creator unless told otherwise, and keep the calendar date as it was given', async () => {
    const { status, body } = await add({ title: 'Call back', dueDate: '2026-03-08', priority: 'high' });
    expect(status).toBe(201);
    expect(body.task).toMatchObject({
      title: 'Call back',
      dueDate: '2026-03-08',
      priority: 'high',
      status: 'open',
      assignee: { id: staff.userId },
      customer: { id: customerId, name: 'Harbor Clinic' },
    });
    expect((await add({ title: 'Nobody yet', assigneeId: null })).body.task.assignee).toBeNull();
    expect((await add({ title: 'x', dueDate: '2026-02-30' })).status).toBe(400);
  });

  it('tell the one they are given to, and refuse somebody who is not staff here', async () => {
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    const { task } = (await add({ title: 'Send the NDA', assigneeId: colleague.userId })).body;
    expect((await colleague.get('/notifications')).body.notifications).toMatchObject([
      { type: 'task.assigned', title: 'Sam Staff gave you a task: Send the NDA' },
    ]);
    expect(
      (await staff.patch(`/tasks/${task.id}`, { version: 1, assigneeId: client.userId })).body.errors,
    ).toMatchObject([{ path: 'assigneeId' }]);
  });

  it('are given only to who sees the customer', async () => {
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    const refused = await admin.post(`/users/${customerId}/tasks`, {
      title: 'Call',
      assigneeId: colleague.userId,
    });
    expect(refused.body.errors).toMatchObject([{ path: 'assigneeId' }]);
    await api.db
      .updateTable('customers')
      .set({ broker_id: colleague.userId })
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(
      (await admin.post(`/users/${customerId}/tasks`, { title: 'Call', assigneeId: colleague.userId }))
        .status,
    ).toBe(201);
  });

  it('that were asked of the client and are the staff’s now, no longer show the client their text', async () => {
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
    const { task } = (await add({ title: 'Send the lease', audience: 'client' })).body;
    expect((await client.get(`/users/${customerId}/activities`)).text).toContain('Send the lease');
    await staff.patch(`/tasks/${task.id}`, {
      version: 1,
      audience: 'staff',
      title: 'Check whether they lie',
    });
    expect((await client.get(`/users/${customerId}/activities`)).text).not.toContain('whether they lie');
  });

  it('are done and reopened, with the count and the timeline following', async () => {
    const { task } = (await add({ title: 'One' })).body;
    expect(await openCount()).toBe(1);
    const done = (await staff.patch(`/tasks/${task.id}`, { version: 1, status: 'done' })).body.task;
    expect(done).toMatchObject({ status: 'done', completedAt: expect.any(String), version: 2 });
    expect(await openCount()).toBe(0);
    expect(
      (await staff.patch(`/tasks/${task.id}`, { version: 2, status: 'open' })).body.task.completedAt,
    ).toBeNull();
    expect(await openCount()).toBe(1);
    const { activities } = (await staff.get(`/users/${customerId}/activities?type=tasks`)).body;
    expect(activities.map((entry: { type: string }) => entry.type)).toEqual([
      'task.reopened',
      'task.completed',
      'task.created',
    ]);
  });

  it('lose nothing when two change one: the second is told', async () => {
    const { task } = (await add({ title: 'One' })).body;
    await staff.patch(`/tasks/${task.id}`, { version: 1, title: 'First' });
    const second = await staff.patch(`/tasks/${task.id}`, { version: 1, title: 'Second' });
    expect([second.status, second.body.current.title]).toEqual([409, 'First']);
  });

  it('are deleted with undo; an open one leaves and rejoins the count', async () => {
    const { task } = (await add({ title: 'One' })).body;
    expect((await staff.delete(`/tasks/${task.id}`)).status).toBe(204);
    expect([await openCount(), (await staff.get('/tasks')).body.total]).toEqual([0, 0]);
    expect((await staff.post(`/tasks/${task.id}/restore`)).status).toBe(200);
    expect([await openCount(), (await staff.get('/tasks')).body.total]).toEqual([1, 1]);
  });

  it('are listed earliest due first with undated ones last, paged and filtered', async () => {
    for (const [title, dueDate] of [
      ['c', '2026-05-03'],
      ['none', null],
      ['a', '2026-05-01'],
      ['b', '2026-05-02'],
      ['also none', null],
    ])
      await add({ title, dueDate });
    const one = (await staff.get('/tasks?limit=3')).body;
    const two = (await staff.get(`/tasks?limit=3&cursor=${one.nextCursor}`)).body;
    expect([...one.tasks, ...two.tasks].map((task) => task.title)).toEqual([
      'a',
      'b',
      'c',
      'none',
      'also none',
    ]);
    expect((await staff.get('/tasks?dueTo=2026-05-02')).body.total).toBe(2);
    expect((await staff.get('/tasks?withoutDueDate=true')).body.total).toBe(2);
    expect((await staff.get('/tasks?q=also')).body.total).toBe(1);
    expect((await staff.get(`/tasks?assigneeId=${staff.userId}`)).body.total).toBe(5);
  });
});
