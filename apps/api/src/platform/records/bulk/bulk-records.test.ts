import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';
import { bulkJobs } from './bulk.job.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
let staff: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
  staff = await api.signIn({ role: 'STAFF', workspaceId });
});

type Type = 'business' | 'task' | 'document';
type Run = { id: string; status: string; counts: object; canUndo: boolean };

const send = (caller: Caller, recordType: Type, input: object, selection: object = { filter: {} }) =>
  caller.post('/bulk-runs', { recordType, selection, input });

/** Starts a run and processes it like a worker. */
async function run(caller: Caller, recordType: Type, input: object, selection?: object): Promise<Run> {
  const { status, body } = await send(caller, recordType, input, selection);
  expect(status, JSON.stringify(body)).toBe(202);
  return runBulk(body.bulkRun);
}

async function runBulk({ id }: { id: string }): Promise<Run> {
  const [job] = bulkJobs(api.booted.platform);
  await runJob(job, { workspaceId, runId: id });
  return (await admin.get(`/bulk-runs/${id}`)).body.bulkRun;
}

async function undo({ id }: Run, caller = admin): Promise<Run> {
  const { status, body } = await caller.post(`/bulk-runs/${id}/undo`);
  expect(status, JSON.stringify(body)).toBe(202);
  return runBulk(body.bulkRun);
}

async function getOutcomes({ id }: Run, caller = admin): Promise<Record<string, string>> {
  const { body } = await caller.get(`/bulk-runs/${id}/rows?limit=100`);
  return Object.fromEntries(
    body.rows.map((row: { name: string; outcome: string; reason: string | null }) => [
      row.name,
      row.reason ?? row.outcome,
    ]),
  );
}

async function limitToOwn(): Promise<void> {
  await api.db.updateTable('workspaces').set({ record_scope: 'own' }).where('id', '=', workspaceId).execute();
}

const makeBusiness = async (name: string, parts: object = {}): Promise<string> =>
  (await admin.post('/businesses', { name, type: 'dental', ...parts })).body.business.id;
const getBusiness = async (id: string) => (await admin.get(`/businesses/${id}`)).body.business;
const makeTask = async (title: string, parts: object = {}, caller = admin): Promise<string> =>
  (await caller.post('/tasks', { title, ...parts })).body.task.id;
const getTask = async (id: string) => (await admin.get(`/tasks/${id}`)).body.task;

describe('bulk actions on businesses', () => {
  it('assign a broker, with history and audit, and are listed for their record type only', async () => {
    const ownerId = await api.makeCustomer(workspaceId, { name: 'Ann' });
    const ids = [await makeBusiness('Harbor', { ownerId }), await makeBusiness('Bay')];
    await makeBusiness('Cove', { brokerId: staff.userId });
    const done = await run(staff, 'business', { action: 'assign', brokerId: staff.userId });
    expect(done).toMatchObject({ recordType: 'business', status: 'done', canUndo: true });
    expect(await getOutcomes(done)).toEqual({ Harbor: 'done', Bay: 'done', Cove: 'Already assigned.' });
    expect(await getBusiness(ids[0] ?? '')).toMatchObject({ brokerId: staff.userId, version: 2 });
    const activities = await api.db
      .selectFrom('activities')
      .select(['customer_id', 'business_id', 'subject_id', 'detail'])
      .where('workspace_id', '=', workspaceId)
      .where('type', '=', 'business.updated')
      .orderBy('business_id')
      .execute();
    const detail = { bulkRunId: done.id, changed: ['broker_id'] };
    expect(activities).toEqual([
      { customer_id: ownerId, business_id: ids[0], subject_id: ids[0], detail },
      { customer_id: null, business_id: ids[1], subject_id: ids[1], detail },
    ]);
    const audited = api.db
      .selectFrom('audit_entries')
      .select('subject_id')
      .where('action', '=', 'updateBusiness');
    const entries = await audited.where('workspace_id', '=', workspaceId).orderBy('subject_id').execute();
    expect(entries.map((entry) => entry.subject_id)).toEqual(ids);
    expect((await staff.get('/bulk-runs')).body.total).toBe(0);
    expect((await staff.get('/bulk-runs?recordType=business')).body.total).toBe(1);
    const { body } = await staff.get('/notifications');
    expect(body.notifications).toMatchObject([{ title: '2 businesses assigned, 1 skipped' }]);
  });

  it('set the market label, delete, and restore, and undo each', async () => {
    const id = await makeBusiness('Harbor', { marketLabel: 'new', brokerId: staff.userId });
    const before = await getBusiness(id);
    for (const input of [
      { action: 'setMarketLabel', marketLabel: 'sale' },
      { action: 'assign', brokerId: null },
      { action: 'delete' },
    ]) {
      const done = await run(staff, 'business', input);
      expect(await getBusiness(id), input.action).not.toMatchObject({
        marketLabel: 'new',
        brokerId: staff.userId,
        deletedAt: null,
      });
      expect((await undo(done, staff)).counts).toEqual({ total: 1, done: 1, skipped: 0 });
      const { version: _, updatedAt: __, ...restored } = await getBusiness(id);
      expect(before).toMatchObject(restored);
    }
    await run(staff, 'business', { action: 'delete' });
    const restored = await run(staff, 'business', { action: 'restore' }, { filter: { deleted: 'true' } });
    expect(restored).toMatchObject({ canUndo: false, counts: { total: 1, done: 1, skipped: 0 } });
  });

  it('keep values that somebody changed before the undo', async () => {
    const [one, two] = [await makeBusiness('Harbor'), await makeBusiness('Bay')];
    await makeBusiness('Cove');
    const done = await run(admin, 'business', { action: 'assign', brokerId: staff.userId });
    await admin.patch(`/businesses/${one}`, { version: 2, brokerId: null });
    await admin.patch(`/businesses/${one}`, { version: 3, brokerId: staff.userId });
    await admin.patch(`/businesses/${two}`, { version: 2, city: 'Albany' });
    expect(await getOutcomes(await undo(done))).toEqual({
      Harbor: 'Changed since.',
      Bay: 'done',
      Cove: 'done',
    });
    expect((await getBusiness(one)).brokerId).toBe(staff.userId);
  });

  it('keep the broker on undo if the previous one has left', async () => {
    await makeBusiness('Harbor', { brokerId: staff.userId });
    await makeBusiness('Bay');
    const done = await run(admin, 'business', { action: 'assign', brokerId: admin.userId });
    await admin.post(`/people/${staff.userId}/deactivate`, { version: 1, handOverTo: null });
    expect(await getOutcomes(await undo(done))).toEqual({
      Harbor: 'The broker is no longer a member of this workspace.',
      Bay: 'done',
    });
  });

  it('restore one of several businesses with the same listing number', async () => {
    const ids: string[] = [];
    for (const name of ['First', 'Second']) {
      ids.push(await makeBusiness(name, { listingNumber: 'A-1' }));
      await admin.delete(`/businesses/${ids.at(-1) ?? ''}`);
    }
    const restored = await run(admin, 'business', { action: 'restore' }, { filter: { deleted: 'true' } });
    expect(await getOutcomes(restored)).toEqual({
      First: 'done',
      Second: 'Another business has its listing number now.',
    });
  });

  it('apply to what the person may see and change when the job runs', async () => {
    await makeBusiness('Mine', { brokerId: staff.userId });
    await makeBusiness('Theirs');
    const { body } = await send(staff, 'business', { action: 'setMarketLabel', marketLabel: 'new' });
    await limitToOwn();
    const done = await runBulk(body.bulkRun);
    expect(await getOutcomes(done)).toEqual({ Mine: 'done', Theirs: 'Deleted or not accessible.' });
    // The other business is shown without a name to someone who may not see it.
    expect(await getOutcomes(done, staff)).toEqual({ Mine: 'done', null: 'Deleted or not accessible.' });
    expect((await send(staff, 'business', { action: 'assign', brokerId: admin.userId })).status).toBe(403);
  });

  it('are refused for clients, closed areas, other workspaces, and unknown values', async () => {
    const id = await makeBusiness('Harbor');
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await send(client, 'business', { action: 'delete' })).status).toBe(403);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    const foreign = await send(elsewhere, 'business', { action: 'delete' }, { filter: {}, ids: [id] });
    expect([foreign.status, foreign.body.detail]).toEqual([
      422,
      'No businesses match now. Change the filter and try again.',
    ]);
    expect((await send(admin, 'business', { action: 'ban', reason: 'x' })).status).toBe(400);
    expect((await send(admin, 'business', { action: 'assign', brokerId: newId() })).status).toBe(400);
    expect((await send(admin, 'business', { action: 'delete' }, { filter: { q: 1 } })).status).toBe(400);
    const done = await run(staff, 'business', { action: 'setMarketLabel', marketLabel: 'new' });
    await api.db
      .updateTable('workspaces')
      .set({ staff_access: ['users'] })
      .where('id', '=', workspaceId)
      .execute();
    expect((await send(staff, 'business', { action: 'delete' })).status).toBe(403);
    expect((await staff.get('/bulk-runs?recordType=business')).status).toBe(403);
    expect((await staff.get(`/bulk-runs/${done.id}`)).status).toBe(404);
    expect((await staff.post(`/bulk-runs/${done.id}/undo`)).status).toBe(404);
  });

  it('cover more records than a batch', async () => {
    await sql`
      INSERT INTO businesses (workspace_id, id, name, name_sort, type, currency, stage, stage_entered_at, cover_color, created_at, updated_at)
      SELECT ${workspaceId}::uuid, gen_random_uuid(), 'N' || n, 'n' || n, 'dental', 'USD', 'lead', now(), 'teal', now(), now() FROM generate_series(1, 1200) AS n`.execute(
      api.db,
    );
    const done = await run(admin, 'business', { action: 'assign', brokerId: staff.userId });
    expect(done.counts).toEqual({ total: 1200, done: 1200, skipped: 0 });
    expect((await undo(done)).counts).toEqual({ total: 1200, done: 1200, skipped: 0 });
  });
});

describe('bulk actions on tasks', () => {
  it('complete, reopen, assign, reschedule, prioritize, and delete, and undo each', async () => {
    const id = await makeTask('Call', { dueDate: '2026-12-01', assigneeId: admin.userId });
    const before = await getTask(id);
    for (const input of [
      { action: 'complete' },
      { action: 'assign', assigneeId: staff.userId },
      { action: 'setDueDate', dueDate: null },
      { action: 'setPriority', priority: 'high' },
    ]) {
      const done = await run(admin, 'task', input);
      expect(done.counts, input.action).toEqual({ total: 1, done: 1, skipped: 0 });
      expect((await undo(done)).counts, input.action).toEqual({ total: 1, done: 1, skipped: 0 });
      const { version: _, updatedAt: __, ...restored } = await getTask(id);
      expect(before, input.action).toMatchObject(restored);
    }
    await run(admin, 'task', { action: 'complete' });
    expect(await getOutcomes(await run(admin, 'task', { action: 'complete' }))).toEqual({
      Call: 'Already completed.',
    });
    await run(admin, 'task', { action: 'reopen' });
    expect((await getTask(id)).status).toBe('open');
    const deleted = await run(admin, 'task', { action: 'delete' });
    expect((await admin.get(`/tasks/${id}`)).status).toBe(404);
    await undo(deleted);
    await run(admin, 'task', { action: 'delete' });
    await run(admin, 'task', { action: 'restore' }, { filter: { deleted: 'true' } });
    expect((await getTask(id)).title).toBe('Call');
  });

  it('follow the rules of a single task: repetition, timeline, counts, and refusals', async () => {
    const customerId = await api.makeCustomer(workspaceId, { name: 'Ann' });
    const repeating = { dueDate: '2026-12-01', recurrence: { frequency: 'daily' } };
    await makeTask('Daily', { ...repeating, customerId });
    await makeTask('Once');
    const unscheduled = await run(admin, 'task', { action: 'setDueDate', dueDate: null });
    expect(await getOutcomes(unscheduled)).toEqual({
      Daily: 'A repeating task needs a due date',
      Once: 'Already without a due date.',
    });
    const done = await run(admin, 'task', { action: 'complete' });
    expect(done.counts).toEqual({ total: 2, done: 2, skipped: 0 });
    const open = (await admin.get('/tasks?status=open')).body.tasks;
    expect(open).toMatchObject([{ title: 'Daily', dueDate: '2026-12-02' }]);
    const { body } = await admin.get(`/users/${customerId}`);
    expect(body.user.counts.openTasks).toBe(1);
    const timeline = (await admin.get(`/users/${customerId}/activities`)).body.activities;
    expect(timeline.map(({ type }: { type: string }) => type)).toContain('task.completed');
    await undo(done);
    expect((await admin.get('/tasks?status=open')).body.total).toBe(2);
  });

  it('keep only those fields that were changed before the undo', async () => {
    const [one, two] = [await makeTask('Call'), await makeTask('Write')];
    const done = await run(admin, 'task', { action: 'setPriority', priority: 'high' });
    await admin.patch(`/tasks/${one}`, { version: 2, title: 'Call back' });
    await admin.patch(`/tasks/${two}`, { version: 2, priority: 'low' });
    expect(await getOutcomes(await undo(done))).toEqual({ 'Call back': 'done', Write: 'Changed since.' });
    expect(await getTask(one)).toMatchObject({ priority: 'normal', title: 'Call back' });
    expect(await getTask(two)).toMatchObject({ priority: 'low' });
  });

  it('apply to the tasks that the person may see', async () => {
    await limitToOwn();
    await makeTask('Private');
    const own = await makeTask('Own', {}, staff);
    const done = await run(staff, 'task', { action: 'setPriority', priority: 'low' });
    expect(done.counts).toEqual({ total: 1, done: 1, skipped: 0 });
    expect((await getTask(own)).priority).toBe('low');
    const assigned = await send(admin, 'task', { action: 'assign', assigneeId: newId() });
    expect([assigned.status, assigned.body.errors[0].path]).toEqual([400, 'input.assigneeId']);
    const client = await api.signIn({ role: 'CLIENT', workspaceId });
    expect((await send(client, 'task', { action: 'delete' })).status).toBe(403);
  });
});

describe('bulk actions on documents', () => {
  const add = async (name: string, query = ''): Promise<string> =>
    (await admin.upload(`/documents?name=${name}${query}`, 'text')).body.document.id;
  const read = async (id: string) => (await admin.get(`/documents/${id}`)).body.document;

  it('move, share, delete, and restore files, and undo each', async () => {
    const { folder } = (await admin.post('/document-folders', { name: 'Leases' })).body;
    const id = await add('a.txt');
    for (const [input, changed] of [
      [{ action: 'move', folderId: folder.id }, { folder: { name: 'Leases' } }],
      [{ action: 'setAudience', audience: 'client' }, { audience: 'client' }],
      [{ action: 'delete' }, { deletedAt: expect.any(String) }],
    ] as const) {
      const before = await read(id);
      const done = await run(staff, 'document', input);
      expect(await read(id), input.action).toMatchObject(changed);
      expect((await undo(done, staff)).counts).toEqual({ total: 1, done: 1, skipped: 0 });
      // A file from the trash counts as new to those who can open it.
      const { version: _version, updatedAt: _changed, availableAt: _available, ...restored } = await read(id);
      expect(before).toMatchObject(restored);
    }
    await run(staff, 'document', { action: 'delete' });
    await run(staff, 'document', { action: 'restore' }, { filter: { deleted: 'true' } });
    expect((await read(id)).deletedAt).toBeNull();
  });

  it('tag files and take tags off, and undo each', async () => {
    const tag = async (name: string) => (await admin.post('/tags', { name })).body.tag.id;
    const [lease, tax] = [await tag('Lease'), await tag('Tax')];
    const [bare, tagged] = [await add('bare.txt'), await add('tagged.txt')];
    const namesOf = async (id: string) => (await read(id)).tags.map(({ name }: { name: string }) => name);
    await admin.patch(`/documents/${tagged}`, { version: 1, tagIds: [lease] });
    const done = await run(staff, 'document', { action: 'tag', tagIds: [lease, tax] });
    expect([await namesOf(bare), await namesOf(tagged)]).toEqual([
      ['Lease', 'Tax'],
      ['Lease', 'Tax'],
    ]);
    await undo(done, staff);
    expect([await namesOf(bare), await namesOf(tagged)]).toEqual([[], ['Lease']]);
    const removed = await run(staff, 'document', { action: 'untag', tagIds: [lease] });
    expect(await getOutcomes(removed)).toEqual({ 'bare.txt': 'Not tagged.', 'tagged.txt': 'done' });
    await undo(removed, staff);
    expect(await namesOf(tagged)).toEqual(['Lease']);
    const refused = await send(staff, 'document', { action: 'tag', tagIds: [newId()] });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'input.tagIds' }] } });
  });

  it('delete no file on legal hold', async () => {
    const blocked = await add('held.txt');
    await add('free.txt');
    expect((await admin.post(`/documents/${blocked}/legal-hold`, { reason: 'Subpoena' })).status).toBe(201);
    expect(await getOutcomes(await run(staff, 'document', { action: 'delete' }))).toEqual({
      'free.txt': 'done',
      'held.txt': 'On legal hold.',
    });
    expect((await read(blocked)).deletedAt).toBeNull();
  });

  it('move no file out of the data room of a business on legal hold, and nothing of a refused file is kept', async () => {
    const businessId = await makeBusiness('Harbor');
    const { room } = (await admin.post(`/businesses/${businessId}/data-room`)).body;
    const held = await add('held.txt', `&folderId=${room.folders[1].id}&attestation=1`);
    await add('free.txt');
    await admin.post(`/businesses/${businessId}/legal-hold`, { reason: 'Subpoena' });
    const elsewhere = (await admin.post(`/businesses/${await makeBusiness('Pier')}/data-room`)).body.room;
    const { folder: before, version } = await read(held);
    const move = { action: 'move', folderId: elsewhere.folders[1].id, attestation: '1' };
    const done = await run(staff, 'document', move);
    expect(await getOutcomes(done)).toEqual({
      'free.txt': 'done',
      'held.txt': expect.stringContaining('placed a legal hold on'),
    });
    expect(await read(held)).toMatchObject({ folder: before, version });
  });

  it('skip files already there, in a frozen data room, or answering a request, and reject a folder of another workspace', async () => {
    const sellerId = await api.makeCustomer(workspaceId);
    const businessId = await makeBusiness('Harbor', { ownerId: sellerId });
    const { room } = (await admin.post(`/businesses/${businessId}/data-room`)).body;
    const inRoom = `&folderId=${room.folders[1].id}&attestation=1`;
    await add('frozen.txt', inRoom);
    await add('free.txt');
    const { folder } = (await admin.post('/document-folders', { name: 'Leases' })).body;
    await add('there.txt', `&folderId=${folder.id}`);
    await admin.upload(
      `/room-requests/${room.requests[0].id}/documents?name=answer.txt&attestation=1`,
      'text',
    );
    const move = { action: 'move', folderId: folder.id };
    expect(await getOutcomes(await run(staff, 'document', move))).toEqual({
      'answer.txt': 'Answers a data room request.',
      'free.txt': 'done',
      'frozen.txt': 'done',
      'there.txt': 'Already in this folder.',
    });
    await add('second.txt', inRoom);
    const { version } = (await admin.get(`/businesses/${businessId}/data-room`)).body.room;
    expect((await admin.patch(`/data-rooms/${room.id}`, { version, state: 'frozen' })).status).toBe(200);
    expect(await getOutcomes(await run(staff, 'document', { action: 'delete' }))).toMatchObject({
      'second.txt': 'In a locked data room.',
      'free.txt': 'done',
    });
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    const foreign = (await elsewhere.post('/document-folders', { name: 'Theirs' })).body.folder.id;
    const refused = await send(staff, 'document', { action: 'move', folderId: foreign });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'input.folderId' }] } });
  });
});
