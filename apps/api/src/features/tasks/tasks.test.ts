import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

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
  it('are assigned to their creator by default, and keep the calendar date as entered', async () => {
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

  it('notify their new assignee, and reject an assignee who is not staff here', async () => {
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    const { task } = (await add({ title: 'Send the NDA', assigneeId: colleague.userId })).body;
    expect((await colleague.get('/notifications')).body.notifications).toMatchObject([
      { type: 'task.assigned', title: 'Sam Staff assigned you a task: Send the NDA' },
    ]);
    expect(
      (await staff.patch(`/tasks/${task.id}`, { version: 1, assigneeId: client.userId })).body.errors,
    ).toMatchObject([{ path: 'assigneeId' }]);
  });

  it('are not assigned to a visiting superadmin, who creates unassigned ones', async () => {
    const boss = await api.signIn({ role: 'SUPERADMIN', workspaceId });
    const { task } = (await boss.post('/tasks', { title: 'Look around' })).body;
    expect(task.assignee).toBeNull();
    const assigneeId = boss.userId;
    const refusals = [
      await boss.post('/tasks', { title: 'Mine', assigneeId }),
      await boss.post(`/users/${customerId}/tasks`, { title: 'Mine', assigneeId }),
      await staff.post('/tasks', { title: 'Theirs', assigneeId }),
      await boss.patch(`/tasks/${String(task.id)}`, { version: 1, assigneeId }),
    ];
    for (const { status, body } of refusals)
      expect([status, body.errors]).toMatchObject([400, [{ path: 'assigneeId' }]]);
    expect((await boss.get(`/tasks?assigneeId=${assigneeId}`)).body.total).toBe(0);
  });

  it('are assigned only to members with access to the customer', async () => {
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

  it('of a customer are not assigned to staff where the customers are closed to staff', async () => {
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    const { version } = (await admin.get('/workspace')).body.workspace;
    await admin.patch('/workspace', { version, staffAccess: ['tasks', 'business-center'] });
    const assigneeId = staff.userId;
    const answer = await admin.post(`/users/${customerId}/tasks`, { title: 'Call', assigneeId });
    expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path: 'assigneeId' }]]);
    expect((await admin.post('/tasks', { title: 'Call', assigneeId })).status).toBe(201);
  });

  it('are hidden from the client once they are no longer client tasks', async () => {
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

  it('reject the second of two concurrent changes', async () => {
    const { task } = (await add({ title: 'One' })).body;
    await staff.patch(`/tasks/${task.id}`, { version: 1, title: 'First' });
    const second = await staff.patch(`/tasks/${task.id}`, { version: 1, title: 'Second' });
    expect([second.status, second.body.current.title]).toEqual([409, 'First']);
  });

  it('are deleted with undo; an open one leaves and rejoins the count', async () => {
    const { task } = (await add({ title: 'One' })).body;
    expect((await staff.delete(`/tasks/${task.id}`)).status).toBe(204);
    expect([await openCount(), (await staff.get('/tasks')).body.total]).toEqual([0, 0]);
    const inTrash = (await staff.get('/tasks?deleted=true')).body.tasks;
    expect(inTrash).toMatchObject([{ id: task.id, deletedAt: expect.any(String) }]);
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

  it('move across the board’s columns, and count as open until they are done', async () => {
    const { task } = (await add({ title: 'One' })).body;
    for (const [version, status] of [
      [1, 'in_progress'],
      [2, 'waiting'],
    ])
      expect((await staff.patch(`/tasks/${task.id}`, { version, status })).body.task.status).toBe(status);
    expect(await openCount()).toBe(1);
    expect((await staff.get('/tasks?status=open')).body.total).toBe(0);
    expect((await staff.get('/tasks?status=open&status=waiting')).body.total).toBe(1);
    await staff.patch(`/tasks/${task.id}`, { version: 3, status: 'done' });
    expect(await openCount()).toBe(0);
    expect((await staff.get('/tasks?status=done&sort=-completedAt')).body.tasks).toHaveLength(1);
    const { activities } = (await staff.get(`/users/${customerId}/activities?type=tasks`)).body;
    expect(activities).toHaveLength(2);
    await add({ title: 'One more' });
    expect((await staff.get('/tasks/total?q=one')).body.total).toBe(2);
  });

  it('by completion put those that are not completed last, in both directions and from page to page', async () => {
    const titles = ['First', 'Second', 'Open', 'Also open'];
    for (const [index, title] of titles.entries()) {
      const { task } = (await add({ title })).body;
      if (index < 2)
        await api.db
          .updateTable('tasks')
          .set({ status: 'done', completed_at: new Date(Date.UTC(2026, 4, 1, index)) })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', task.id)
          .execute();
    }
    const read = async (sort: string): Promise<string[]> => {
      const list: string[] = [];
      let cursor = '';
      do {
        const { body } = await staff.get(`/tasks?limit=1&sort=${sort}${cursor}`);
        expect(body.total).toBe(titles.length);
        list.push(...body.tasks.map(({ title }: { title: string }) => title));
        cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor as string}`;
      } while (cursor !== '');
      return list;
    };
    expect(await read('completedAt')).toEqual(titles);
    expect(await read('-completedAt')).toEqual(['Second', 'First', 'Also open', 'Open']);
    expect((await staff.get('/tasks?status=open&sort=completedAt')).body.total).toBe(2);
  });

  it('need no customer; without one only their people see them where staff see their own records', async () => {
    const { task } = (await staff.post('/tasks', { title: 'Order paper' })).body;
    expect(task).toMatchObject({ customer: null, assignee: { id: staff.userId } });
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    expect((await colleague.get(`/tasks/${task.id}`)).status).toBe(200);
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    expect((await colleague.get(`/tasks/${task.id}`)).status).toBe(404);
    expect((await staff.get(`/tasks/${task.id}`)).status).toBe(200);
    const asked = await staff.post('/tasks', { title: 'x', audience: 'client' });
    expect(asked.body.errors).toMatchObject([{ path: 'audience' }]);
  });

  it('can be handed over by a member who then no longer sees them', async () => {
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    const { task } = (await admin.post('/tasks', { title: 'Order paper', assigneeId: staff.userId })).body;
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const given = await staff.patch(`/tasks/${task.id}`, { version: 1, assigneeId: admin.userId });
    expect([given.status, given.body.task.assignee.id]).toEqual([200, admin.userId]);
    expect((await staff.get(`/tasks/${task.id}`)).status).toBe(404);
  });

  it('are linked to a customer later, and count and timeline follow', async () => {
    const { task } = (await staff.post('/tasks', { title: 'Call' })).body;
    const linked = await staff.patch(`/tasks/${task.id}`, { version: 1, customerId });
    expect(linked.body.task.customer).toMatchObject({ id: customerId });
    expect(await openCount()).toBe(1);
    const other = await api.makeCustomer(workspaceId);
    await staff.patch(`/tasks/${task.id}`, { version: 2, customerId: other });
    expect(await openCount()).toBe(0);
    expect((await staff.get(`/users/${other}/tasks`)).body.total).toBe(1);
    const elsewhere = await api.makeCustomer(await api.makeWorkspace());
    expect((await staff.patch(`/tasks/${task.id}`, { version: 3, customerId: elsewhere })).status).toBe(404);
  });

  it('are linked to a business, whose name is shown to members who can see it', async () => {
    const { business } = (
      await staff.post('/businesses', { name: 'Bay Dental', type: 'dental', ownerId: null })
    ).body;
    const { task } = (await staff.post('/tasks', { title: 'Visit', businessId: business.id })).body;
    expect(task.business).toEqual({ id: business.id, name: 'Bay Dental' });
    expect((await staff.get(`/tasks?businessId=${String(business.id)}`)).body.total).toBe(1);
    expect((await staff.post('/tasks', { title: 'x', businessId: customerId })).status).toBe(404);
  });

  it('are found by any word of title or details, ignoring accents, and by their new name', async () => {
    const { task } = (await add({ title: 'Café lease', description: 'Ask the Notary' })).body;
    const found = async (q: string) => (await staff.get(`/tasks?q=${q}`)).body.total;
    expect([await found('cafe%20notary'), await found('landlord')]).toEqual([1, 0]);
    await staff.patch(`/tasks/${task.id}`, { version: 1, title: 'Landlord', description: null });
    expect([await found('cafe'), await found('landlord')]).toEqual([0, 1]);
  });

  it('are counted by due date, status and day, as the workspace’s calendar sees them', async () => {
    const here = await api.makeWorkspace({ timeZone: 'Pacific/Pago_Pago' });
    const someone = await api.signIn({ role: 'STAFF', workspaceId: here });
    // Wednesday the 4th in UTC, Tuesday the 3rd in Pago Pago.
    api.clock.set(new Date('2026-11-04T05:00:00Z'));
    for (const dueDate of [
      '2026-11-02',
      '2026-11-03',
      '2026-11-03',
      '2026-11-04',
      '2026-11-10',
      '2026-11-11',
      null,
    ])
      await someone.post('/tasks', { title: 'x', dueDate });
    const { totals } = (await someone.get('/tasks/totals')).body;
    expect(totals.due).toEqual({ overdue: 1, today: 2, tomorrow: 1, next7Days: 1, later: 1, none: 1 });
    expect(totals.status).toEqual({ open: 7, in_progress: 0, waiting: 0, done: 0 });
    expect(totals.days).toEqual([]);
    const range = (await someone.get('/tasks/totals?dueFrom=2026-11-03&dueTo=2026-11-10')).body.totals;
    expect(range.days).toEqual([
      { date: '2026-11-03', count: 2 },
      { date: '2026-11-04', count: 1 },
      { date: '2026-11-10', count: 1 },
    ]);
  });
});
