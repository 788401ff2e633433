import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { openEventStream } from '#test/event-stream.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let client: Caller;
let customerId: string;
beforeAll(async () => {
  api = await startApi();
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  customerId = await api.makeCustomer(workspaceId);
  client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
});
afterAll(() => api.close());

const ask = async (audience: 'client' | 'staff'): Promise<string> =>
  (await admin.post(`/users/${customerId}/tasks`, { title: 'Send the lease', audience })).body.task.id;
const answerTask = (caller: Caller, id: string, body: Record<string, unknown>) =>
  caller.patch(`/asked-tasks/${id}`, body);

it('a client completes and reopens their tasks, and the broker sees it', async () => {
  const id = await ask('client');
  const done = await answerTask(client, id, { version: 1, isDone: true });
  expect([done.status, done.body.task.status]).toEqual([200, 'done']);
  const { activities } = (await admin.get(`/users/${customerId}/activities?type=tasks`)).body;
  expect(activities[0]).toMatchObject({ type: 'task.completed', actor: { id: client.userId } });
  expect((await admin.get(`/users/${customerId}`)).body.user.counts.openTasks).toBe(0);
  const open = await answerTask(client, id, { version: 2, isDone: false });
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

it('a task that is no longer a client task disappears from the client’s open dashboard', async () => {
  const id = await ask('client');
  const stream = await openEventStream(await api.app.listen({ port: 0, host: '127.0.0.1' }), client);
  expect((await admin.patch(`/tasks/${id}`, { version: 1, audience: 'staff' })).status).toBe(200);
  await stream.waitFor(id);
  stream.stop();
});

it('a client who answers an old version is refused', async () => {
  const id = await ask('client');
  await admin.patch(`/tasks/${id}`, { version: 1, title: 'Send the lease and the floor plan' });
  const stale = await answerTask(client, id, { version: 1, isDone: true });
  expect([stale.status, stale.body.current.title]).toEqual([409, 'Send the lease and the floor plan']);
});

it('a client changes nothing else, and reaches no task of the staff', async () => {
  expect((await answerTask(client, await ask('staff'), { version: 1, isDone: true })).status).toBe(404);
  expect(
    (await answerTask(client, await ask('client'), { version: 1, isDone: true, title: 'x' })).status,
  ).toBe(400);
  expect((await answerTask(admin, await ask('client'), { version: 1, isDone: true })).status).toBe(404);
});

describe('a client task that asks for documents', () => {
  const request = async (): Promise<string> => {
    const task = { title: 'Send the tax returns', audience: 'client', requestsFiles: true };
    const { status, body } = await admin.post(`/users/${customerId}/tasks`, task);
    expect([status, body.task.requestsFiles]).toEqual([201, true]);
    return body.task.id;
  };
  const statusOf = async (id: string): Promise<string> => (await admin.get(`/tasks/${id}`)).body.task.status;

  it('cannot be completed by the client, but waits for the broker once a file is uploaded', async () => {
    const id = await request();
    const done = await answerTask(client, id, { version: 1, isDone: true });
    expect([done.status, done.body.detail]).toEqual([
      422,
      'Upload a file or reply. Your broker completes this task.',
    ]);
    const sent = await client.upload(`/asked-tasks/${id}/files?name=taxes.txt`, 'Taxes of 2025');
    expect([sent.status, sent.body.document]).toMatchObject([201, { name: 'taxes.txt', audience: 'client' }]);
    expect(await statusOf(id)).toBe('waiting');
    const second = await client.upload(`/asked-tasks/${id}/files?name=more.txt`, 'Taxes of 2024');
    expect(second.status).toBe(201);
    const record = `recordType=customer&recordId=${customerId}`;
    for (const caller of [admin, client]) {
      const { documents } = (await caller.get(`/documents?${record}`)).body;
      expect(documents.map(({ name }: { name: string }) => name)).toEqual(['more.txt', 'taxes.txt']);
    }
    const { notifications } = (await admin.get('/notifications')).body;
    expect(notifications).toMatchObject([{ type: 'task.sent', customerId, subject: { kind: 'task', id } }]);
    expect((await admin.patch(`/tasks/${id}`, { version: 2, status: 'done' })).status).toBe(200);
    const late = await client.upload(`/asked-tasks/${id}/files?name=late.txt`, 'Late');
    expect([late.status, late.body.detail]).toEqual([422, 'Your broker has completed this task.']);
  });

  it('waits for the broker after a reply, which is in their conversation', async () => {
    const id = await request();
    const { status, body } = await client.post(`/asked-tasks/${id}/reply`, { text: 'You have them already' });
    expect([status, body.task.status]).toEqual([201, 'waiting']);
    const { emails } = (await admin.get(`/users/${customerId}/emails`)).body;
    expect(emails[0]).toMatchObject({ subject: 'Send the tax returns', text: 'You have them already' });
  });

  it('rejects files from anyone else, and accepts the same file types as from staff', async () => {
    const id = await request();
    const otherId = await api.makeCustomer(workspaceId);
    const other = await api.signIn({ role: 'CLIENT', workspaceId, customerId: otherId });
    for (const caller of [other, admin]) {
      expect((await caller.upload(`/asked-tasks/${id}/files?name=a.txt`, 'A')).status).toBe(404);
      expect((await caller.post(`/asked-tasks/${id}/reply`, { text: 'A' })).status).toBe(404);
    }
    expect((await client.upload(`/asked-tasks/${await ask('client')}/files?name=a.txt`, 'A')).status).toBe(
      422,
    );
    expect(
      (await client.upload(`/asked-tasks/${id}/files?name=a.txt`, Buffer.alloc(30_000_000))).status,
    ).toBe(413);
    expect(
      (await client.upload(`/documents?recordType=customer&recordId=${customerId}&name=a.txt`, 'A')).status,
    ).toBe(403);
    expect(await statusOf(id)).toBe('open');
  });
});
