import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let staff: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  // A Sunday in UTC, still Saturday the 7th in Chicago.
  api.clock.set(new Date('2026-03-08T04:00:00Z'));
  workspaceId = await api.makeWorkspace({ timeZone: 'America/Chicago' });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const add = async (body: Record<string, unknown> = {}): Promise<string> =>
  (await staff.post('/tasks', { title: 'Call', ...body })).body.task.id;
const act = async (ids: readonly string[], action: Record<string, unknown>) =>
  (await staff.post('/tasks/bulk', { ids, action })).body.results;
const undo = async (results: { undo: unknown }[]) =>
  (
    await staff.post('/tasks/bulk/undo', {
      tasks: results.flatMap(({ undo: one }) => (one === null ? [] : [one])),
    })
  ).body.results;
const outcomes = (results: { outcome: string }[]): string[] => results.map(({ outcome }) => outcome);
const read = async (id: string) => (await staff.get(`/tasks/${id}`)).body.task;
const readAll = (ids: readonly string[]) => Promise.all(ids.map(read));

describe('several tasks', () => {
  it('are done at once, each with its own result, and opened again by undo to where they were', async () => {
    const ids = [await add(), await add({ dueDate: '2026-03-07', recurrence: { frequency: 'daily' } })];
    await staff.patch(`/tasks/${ids[0]}`, { version: 1, status: 'waiting' });
    const done = await add();
    await staff.patch(`/tasks/${done}`, { version: 1, status: 'done' });
    const unknown = '01900000-0000-7000-8000-000000000000';
    const results = await act([...ids, done, unknown], { kind: 'done' });
    expect(outcomes(results)).toEqual(['changed', 'changed', 'skipped', 'skipped']);
    expect(results[2].reason).toBe('It is done already');
    expect((await staff.get('/tasks?status=open')).body.tasks).toMatchObject([{ dueDate: '2026-03-08' }]);
    expect(outcomes(await undo(results))).toEqual(['changed', 'changed']);
    expect((await readAll(ids)).map(({ status }) => status)).toEqual(['waiting', 'open']);
    expect((await staff.get('/tasks')).body.total).toBe(3);
  });

  it('are postponed from the workspace’s today to its tomorrow and its next Monday', async () => {
    const id = await add({ dueDate: '2026-02-01' });
    const results = await act([id], { kind: 'postpone', to: 'tomorrow' });
    expect((await read(id)).dueDate).toBe('2026-03-08');
    await undo(results);
    expect((await read(id)).dueDate).toBe('2026-02-01');
    await act([id], { kind: 'postpone', to: 'nextWeek' });
    expect((await read(id)).dueDate).toBe('2026-03-09');
  });

  it('are assigned, and deleted, with undo', async () => {
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    const ids = [await add(), await add()];
    const assigned = await act(ids, { kind: 'assign', assigneeId: colleague.userId });
    expect((await readAll(ids)).map(({ assignee }) => assignee.id)).toEqual([
      colleague.userId,
      colleague.userId,
    ]);
    await undo(assigned);
    expect((await readAll(ids)).map(({ assignee }) => assignee.id)).toEqual([staff.userId, staff.userId]);
    expect(outcomes(await act(ids, { kind: 'assign', assigneeId: client.userId }))).toEqual([
      'skipped',
      'skipped',
    ]);
    const deleted = await act(ids, { kind: 'delete' });
    expect((await staff.get('/tasks')).body.total).toBe(0);
    expect(outcomes(await undo(deleted))).toEqual(['changed', 'changed']);
    expect((await staff.get('/tasks')).body.total).toBe(2);
  });

  it('that somebody changed since are not put back', async () => {
    const id = await add({ dueDate: '2026-02-01' });
    const results = await act([id], { kind: 'postpone', to: 'tomorrow' });
    await staff.patch(`/tasks/${id}`, { version: 2, dueDate: '2026-06-01' });
    expect(outcomes(await undo(results))).toEqual(['skipped']);
    expect((await read(id)).dueDate).toBe('2026-06-01');
  });

  it('may be handed over by who then no longer sees them', async () => {
    const { body } = await admin.post('/tasks', { title: 'Order paper', assigneeId: staff.userId });
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const results = await act([body.task.id], { kind: 'assign', assigneeId: admin.userId });
    expect(outcomes(results)).toEqual(['changed']);
    expect((await staff.get(`/tasks/${body.task.id}`)).status).toBe(404);
    expect((await admin.get(`/tasks/${body.task.id}`)).body.task.assignee.id).toBe(admin.userId);
  });

  it('of another workspace are left alone, by the act and by the undo', async () => {
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    const id = await add({ dueDate: '2026-02-01' });
    const { results } = (await stranger.post('/tasks/bulk', { ids: [id], action: { kind: 'delete' } })).body;
    expect(outcomes(results)).toEqual(['skipped']);
    const tasks = [{ id, version: 1, before: { status: 'done' } }];
    expect(outcomes((await stranger.post('/tasks/bulk/undo', { tasks })).body.results)).toEqual(['skipped']);
    expect(await read(id)).toMatchObject({ status: 'open', version: 1 });
  });
});
