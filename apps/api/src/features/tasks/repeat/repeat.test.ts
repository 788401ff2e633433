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
  api.clock.set(new Date('2026-01-30T18:00:00Z'));
  workspaceId = await api.makeWorkspace({ timeZone: 'America/New_York' });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  customerId = await api.makeCustomer(workspaceId, { name: 'Harbor Clinic' });
});

const add = async (body: Record<string, unknown>) =>
  (await staff.post(`/users/${customerId}/tasks`, { title: 'Send the report', ...body })).body.task;
const finishTask = (id: string, version = 1) => staff.patch(`/tasks/${id}`, { version, status: 'done' });
const openOnes = async () => (await staff.get('/tasks?status=open')).body.tasks;
const monthly = { dueDate: '2026-01-31', recurrence: { frequency: 'monthly', day: 31 } };

describe('a repeating task', () => {
  it('is followed by the next one when done, with its details and its reminder moved', async () => {
    const task = await add({
      ...monthly,
      description: 'All pages',
      priority: 'high',
      reminder: { kind: 'at', at: '2026-01-30T16:00', byEmail: true },
    });
    expect((await finishTask(task.id)).body.task.status).toBe('done');
    const [next, ...more] = await openOnes();
    expect(more).toEqual([]);
    expect(next).toMatchObject({
      title: 'Send the report',
      description: 'All pages',
      priority: 'high',
      dueDate: '2026-02-28',
      recurrence: { frequency: 'monthly', day: 31 },
      reminder: { kind: 'at', at: '2026-02-27T16:00', byEmail: true },
      remindsAt: '2026-02-27T21:00:00.000Z',
      customer: { id: customerId },
      assignee: { id: staff.userId },
    });
    await finishTask(next.id);
    expect((await openOnes())[0].dueDate).toBe('2026-03-31');
    expect((await staff.get(`/users/${customerId}`)).body.user.counts.openTasks).toBe(1);
  });

  it('skips missed dates, by the workspace’s date', async () => {
    // In New York it is still the evening before, on the day clocks went forward.
    api.clock.set(new Date('2026-03-09T03:30:00Z'));
    staff = await api.signIn({ role: 'STAFF', workspaceId });
    const task = await add({ dueDate: '2026-02-01', recurrence: { frequency: 'daily' } });
    await finishTask(task.id);
    expect((await openOnes())[0].dueDate).toBe('2026-03-08');
  });

  it('is followed by only one, even if two complete it at once or it is completed again', async () => {
    const task = await add(monthly);
    const statuses = (await Promise.all([finishTask(task.id), finishTask(task.id)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await openOnes()).toHaveLength(1);
  });

  it('removes the next one when reopened, and creates it again when completed again', async () => {
    const task = await add(monthly);
    await finishTask(task.id);
    await staff.patch(`/tasks/${task.id}`, { version: 2, status: 'open' });
    expect((await openOnes()).map(({ id }: { id: string }) => id)).toEqual([task.id]);
    expect((await staff.get(`/users/${customerId}`)).body.user.counts.openTasks).toBe(1);
    await finishTask(task.id, 3);
    expect(await openOnes()).toHaveLength(1);
  });

  it('keeps the next task once it has been edited', async () => {
    const task = await add(monthly);
    await finishTask(task.id);
    const [next] = await openOnes();
    await staff.patch(`/tasks/${next.id}`, { version: 1, title: 'Send the long report' });
    await staff.patch(`/tasks/${task.id}`, { version: 2, status: 'open' });
    expect(await openOnes()).toHaveLength(2);
    await finishTask(task.id, 3);
    expect((await openOnes()).map(({ title }: { title: string }) => title)).toEqual(['Send the long report']);
  });

  it('needs a due date, from the start and later', async () => {
    const refused = await staff.post('/tasks', { title: 'x', recurrence: { frequency: 'daily' } });
    expect(refused.body.errors).toEqual([{ path: 'dueDate', message: 'A repeating task needs a due date' }]);
    const task = await add(monthly);
    const cleared = await staff.patch(`/tasks/${task.id}`, { version: 1, dueDate: null });
    expect([cleared.status, cleared.body.errors[0].path]).toEqual([400, 'dueDate']);
    expect(
      (await staff.patch(`/tasks/${task.id}`, { version: 1, dueDate: null, recurrence: null })).status,
    ).toBe(200);
  });
});
