import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let admin: Caller;
let client: Caller;
let customerId: string;
beforeAll(async () => {
  api = await startApi();
  const workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  customerId = await api.makeCustomer(workspaceId);
  client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
});
afterAll(() => api.close());

const ask = async (audience: 'client' | 'staff'): Promise<string> =>
  (await admin.post(`/users/${customerId}/tasks`, { title: 'Send the lease', audience })).body.task.id;
const answer = (caller: Caller, id: string, body: Record<string, unknown>) =>
  caller.patch(`/asked-tasks/${id}`, body);

it('a client marks what was asked of them as done and open again, and the broker sees it', async () => {
  const id = await ask('client');
  const done = await answer(client, id, { version: 1, isDone: true });
  expect([done.status, done.body.task.status]).toEqual([200, 'done']);
  const { activities } = (await admin.get(`/users/${customerId}/activities?type=tasks`)).body;
  expect(activities[0]).toMatchObject({ type: 'task.completed', actor: { id: client.userId } });
  expect((await admin.get(`/users/${customerId}`)).body.user.counts.openTasks).toBe(0);
  const open = await answer(client, id, { version: 2, isDone: false });
  expect(open.body.task).toMatchObject({ status: 'open', completedAt: null });
});

it('the list of tasks is filtered by audience, in pages and totals', async () => {
  await ask('staff');
  const clientTaskId = await ask('client');
  const { tasks, total } = (await admin.get('/tasks?audience=client&status=open&sort=-createdAt')).body;
  expect(tasks[0].id).toBe(clientTaskId);
  expect(tasks.map(({ audience }: { audience: string }) => audience)).toEqual(tasks.map(() => 'client'));
  expect(total).toBe(tasks.length);
  const { totals } = (await admin.get('/tasks/totals?audience=staff')).body;
  expect(totals.status.open).toBe(1);
  expect((await admin.get('/tasks?audience=mailbox')).status).toBe(400);
});

it('a client who answers an old version is told', async () => {
  const id = await ask('client');
  await admin.patch(`/tasks/${id}`, { version: 1, title: 'Send the lease and the floor plan' });
  const stale = await answer(client, id, { version: 1, isDone: true });
  expect([stale.status, stale.body.current.title]).toEqual([409, 'Send the lease and the floor plan']);
});

it('a client changes nothing else, and reaches no task of the staff', async () => {
  expect((await answer(client, await ask('staff'), { version: 1, isDone: true })).status).toBe(404);
  expect((await answer(client, await ask('client'), { version: 1, isDone: true, title: 'x' })).status).toBe(
    400,
  );
  expect((await answer(admin, await ask('client'), { version: 1, isDone: true })).status).toBe(404);
});
