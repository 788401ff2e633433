import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';
import { listJobs } from '#registry.ts';
import { newId } from '#lib/ids.ts';
import type { WorkRunner } from '#platform/work.ts';
import { bulkJobs, resumeBulkRuns } from './bulk.job.ts';

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

type Run = { id: string; status: string; counts: object; canUndo: boolean; statusDetail: string | null };

const everybody = { filter: {} };

async function ask(caller: Caller, input: object, selection: object = everybody): Promise<Run> {
  const { status, body } = await caller.post('/bulk-runs', { selection, input });
  expect(status, JSON.stringify(body)).toBe(202);
  return body.bulkRun;
}

/** Processes a run like a worker. */
async function runBulk(run: Pick<Run, 'id'>, runner: WorkRunner = api.booted.platform.runner): Promise<Run> {
  const [job] = bulkJobs({ ...api.booted.platform, runner });
  await runJob(job, { workspaceId, runId: run.id });
  return (await admin.get(`/bulk-runs/${run.id}`)).body.bulkRun;
}

async function undo(run: Run, caller = admin): Promise<Run> {
  const { status, body } = await caller.post(`/bulk-runs/${run.id}/undo`);
  expect(status, JSON.stringify(body)).toBe(202);
  return runBulk(body.bulkRun);
}

async function getOutcomes(run: Run, query = ''): Promise<Record<string, string | null>> {
  const { body } = await admin.get(`/bulk-runs/${run.id}/rows?limit=100${query}`);
  return Object.fromEntries(
    body.rows.map((row: { name: string; outcome: string; reason: string | null }) => [
      row.name,
      row.reason ?? row.outcome,
    ]),
  );
}

const getUser = async (id: string) => (await admin.get(`/users/${id}`)).body.user;
const make = (name: string, parts: object = {}): Promise<string> =>
  api.makeCustomer(workspaceId, { name, ...parts });
const makeTag = async (name: string): Promise<string> => (await admin.post('/tags', { name })).body.tag.id;

/** Every stored value of the workspace's customers and their tags. */
async function getStoredValues(): Promise<unknown> {
  const { rows: customers } =
    await sql`SELECT id, name, email, broker_id, status, banned_reason, deleted_at FROM customers WHERE workspace_id = ${workspaceId} ORDER BY id`.execute(
      api.db,
    );
  const { rows: tags } =
    await sql`SELECT customer_id, tag_id FROM customer_tags WHERE workspace_id = ${workspaceId} ORDER BY 1, 2`.execute(
      api.db,
    );
  return { customers, tags };
}

describe('bulk actions on customers', () => {
  it('assigns a broker, writes timeline and audit for each, and notifies the person who started it', async () => {
    const ids = [await make('Ann'), await make('Bob'), await make('Cy', { brokerId: staff.userId })];
    const run = await runBulk(await ask(admin, { action: 'assign', brokerId: staff.userId }));
    expect(run).toMatchObject({
      status: 'done',
      counts: { total: 3, done: 2, skipped: 1 },
      canUndo: true,
    });
    expect(await getOutcomes(run)).toEqual({ Ann: 'done', Bob: 'done', Cy: 'Already assigned.' });
    expect(await getUser(ids[0] ?? '')).toMatchObject({ brokerId: staff.userId, version: 2 });
    expect(await getUser(ids[2] ?? '')).toMatchObject({ version: 1 });
    const { body } = await admin.get(`/users/${String(ids[0])}/activities`);
    expect(body.activities[0]).toMatchObject({
      type: 'customer.updated',
      changedFields: ['brokerId'],
      actor: { id: admin.userId },
    });
    const audit = await api.db
      .selectFrom('audit_entries')
      .select(['action', 'subject_id', 'detail'])
      .where('workspace_id', '=', workspaceId)
      .where('action', '=', 'updateCustomer')
      .execute();
    expect(audit.map((entry) => entry.subject_id).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect(audit[0]?.detail).toEqual({ bulkRunId: run.id, changed: ['broker_id'] });
    const { body: told } = await admin.get('/notifications');
    expect(told.notifications).toMatchObject([
      { type: 'bulk.finished', title: '2 customers assigned, 1 skipped' },
    ]);
  });

  it('applies to the customers that matched at the start, and no later ones', async () => {
    const tagId = await makeTag('Spring');
    await make('Before');
    const run = await ask(admin, { action: 'tag', tagIds: [tagId] });
    const later = await make('Later');
    expect(await runBulk(run)).toMatchObject({ counts: { total: 1, done: 1, skipped: 0 } });
    expect((await getUser(later)).tags).toEqual([]);
  });

  it('takes a filter with exceptions, or selected customers', async () => {
    const tagId = await makeTag('Spring');
    const ids = [await make('Ann'), await make('Bob'), await make('Cy')];
    await make('Corp', { accountType: 'Corporate' });
    const all = { filter: { accountType: 'Individual' }, exceptIds: [ids[1]] };
    expect(
      await getOutcomes(await runBulk(await ask(staff, { action: 'tag', tagIds: [tagId] }, all))),
    ).toEqual({
      Ann: 'done',
      Cy: 'done',
    });
    const picked = { filter: {}, ids: [ids[1], newId()] };
    expect(
      await getOutcomes(await runBulk(await ask(staff, { action: 'tag', tagIds: [tagId] }, picked))),
    ).toEqual({
      Bob: 'done',
    });
    await staff.post(`/users/${String(ids[2])}/unsubscribe`);
    const unsubscribed = { filter: { isUnsubscribed: 'true' } };
    expect(
      await getOutcomes(await runBulk(await ask(staff, { action: 'untag', tagIds: [tagId] }, unsubscribed))),
    ).toEqual({
      Cy: 'done',
    });
    const nobody = await staff.post('/bulk-runs', {
      selection: { filter: {}, ids: [newId()] },
      input: { action: 'tag', tagIds: [tagId] },
    });
    expect([nobody.status, nobody.body.detail]).toEqual([
      422,
      'No customers match now. Change the filter and try again.',
    ]);
  });

  it('rejects what cannot be applied to any customer', async () => {
    await make('Ann');
    const refused = async (caller: Caller, input: object): Promise<number> =>
      (await caller.post('/bulk-runs', { selection: everybody, input })).status;
    expect(await refused(staff, { action: 'ban', reason: 'x' })).toBe(403);
    expect(await refused(staff, { action: 'delete' })).toBe(403);
    expect(await refused(staff, { action: 'restore' })).toBe(403);
    expect(await refused(admin, { action: 'assign', brokerId: newId() })).toBe(400);
    expect(await refused(admin, { action: 'tag', tagIds: [newId()] })).toBe(400);
    expect(await refused(admin, { action: 'undo' })).toBe(400);
    expect(await refused(admin, { action: 'tag', tagIds: [] })).toBe(400);
  });

  it('bans with the reason, ends sessions, and closes the login', async () => {
    const id = await make('Ann');
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId: id });
    expect((await client.get('/auth/profile')).status).toBe(200);
    await runBulk(await ask(admin, { action: 'ban', reason: 'Breach' }));
    expect(await getUser(id)).toMatchObject({ status: 'banned', bannedReason: 'Breach' });
    expect((await client.get('/auth/profile')).status).toBe(401);
  });

  it('moves to the trash and restores', async () => {
    await make('Ann');
    await runBulk(await ask(admin, { action: 'delete' }));
    expect((await admin.get('/users')).body.total).toBe(0);
    const run = await runBulk(await ask(admin, { action: 'restore' }, { filter: { deleted: 'true' } }));
    expect(run.counts).toEqual({ total: 1, done: 1, skipped: 0 });
    expect((await admin.get('/users')).body.total).toBe(1);
  });

  it('checks each customer by the current permissions of the person who started it', async () => {
    await make('Mine', { brokerId: staff.userId });
    await make('Theirs', { brokerId: admin.userId });
    const tagId = await makeTag('Spring');
    const run = await ask(staff, { action: 'tag', tagIds: [tagId] });
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    expect(await getOutcomes(await runBulk(run))).toEqual({
      Mine: 'done',
      Theirs: 'Deleted or not accessible.',
    });

    const ban = await ask(admin, { action: 'ban', reason: 'x' });
    await api.db
      .updateTable('memberships')
      .set({ role: 'STAFF' })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', admin.userId)
      .execute();
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'all' })
      .where('id', '=', workspaceId)
      .execute();
    expect((await runBulk(ban)).counts).toEqual({ total: 2, done: 0, skipped: 2 });
    expect(Object.values(await getOutcomes(ban))).toEqual(Array(2).fill('Your role does not allow this.'));
  });

  it('stops when customers are closed to the person who started it', async () => {
    await make('Ann');
    const run = await ask(staff, { action: 'tag', tagIds: [await makeTag('Spring')] });
    await api.db.updateTable('workspaces').set({ staff_access: [] }).where('id', '=', workspaceId).execute();
    expect(await runBulk(run)).toMatchObject({ status: 'failed', counts: { done: 0 } });
  });

  it('can be stopped, and changes made so far stay', async () => {
    await make('Ann');
    const run = await ask(admin, { action: 'delete' });
    expect((await admin.post(`/bulk-runs/${run.id}/cancel`)).body.bulkRun.status).toBe('canceled');
    expect(await runBulk(run)).toMatchObject({ status: 'canceled', counts: { done: 0 }, canUndo: false });
    expect((await admin.get('/users')).body.total).toBe(1);
    expect((await admin.post(`/bulk-runs/${run.id}/cancel`)).status).toBe(409);
  });
});

describe('bulk email', () => {
  it('queues one for each customer with an address, once however often the job runs', async () => {
    await make('Ann');
    await make('Bob', { email: null });
    const banned = await make('Cy');
    await admin.post(`/users/${banned}/ban`, { version: 1, reason: 'x' });
    const run = await ask(staff, { action: 'email', subject: 'News', text: 'Hello' });
    await Promise.all([runBulk(run), runBulk(run), runBulk(run)]);
    const done = await runBulk(run);
    expect(done).toMatchObject({ status: 'done', counts: { total: 3, done: 1, skipped: 2 }, canUndo: false });
    expect(await getOutcomes(done)).toEqual({ Ann: 'done', Bob: 'No email address.', Cy: 'Banned.' });
    const messages = await api.db
      .selectFrom('messages')
      .select(['subject', 'status', 'author_id'])
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect(messages).toEqual([{ subject: 'News', status: 'queued', author_id: staff.userId }]);
    const { body } = await admin.get(`/bulk-runs/${run.id}/rows?outcome=done`);
    expect(body).toMatchObject({ total: 1, rows: [{ name: 'Ann', messageStatus: 'queued' }] });
  });
});

describe('undo', () => {
  it('restores exactly the values before', async () => {
    const [spring, old] = [await makeTag('Spring'), await makeTag('Old')];
    const ann = await make('Ann', { brokerId: admin.userId });
    const bob = await make('Bob');
    await admin.patch(`/users/${ann}`, { version: 1, tagIds: [old] });
    await admin.patch(`/users/${bob}`, { version: 1, tagIds: [spring] });
    const before = await getStoredValues();
    const inputs = [
      { action: 'assign', brokerId: staff.userId },
      { action: 'tag', tagIds: [spring, old] },
      { action: 'untag', tagIds: [old] },
      { action: 'ban', reason: 'Breach' },
      { action: 'delete' },
    ];
    for (const input of inputs) {
      const run = await runBulk(await ask(admin, input));
      expect(await getStoredValues(), input.action).not.toEqual(before);
      expect(await undo(run), input.action).toMatchObject({ status: 'done', counts: { skipped: 0 } });
      expect(await getStoredValues(), input.action).toEqual(before);
      expect((await admin.get(`/bulk-runs/${run.id}`)).body.bulkRun.canUndo).toBe(false);
      expect((await admin.post(`/bulk-runs/${run.id}/undo`)).status).toBe(422);
    }
  });

  it('skips and lists customers that somebody has changed since', async () => {
    const other = await api.signIn({ role: 'STAFF', workspaceId });
    const [ann, bob, cy] = [await make('Ann'), await make('Bob'), await make('Cy')];
    await make('Dee');
    const run = await runBulk(await ask(admin, { action: 'assign', brokerId: staff.userId }));
    await admin.patch(`/users/${ann}`, { version: 2, brokerId: other.userId });
    // Changed away and back, so the value is now the colleague's choice.
    await admin.patch(`/users/${bob}`, { version: 2, brokerId: null });
    await admin.patch(`/users/${bob}`, { version: 3, brokerId: staff.userId });
    // An error in another field does not prevent changing the broker.
    await admin.patch(`/users/${cy}`, { version: 2, city: 'Albany' });
    const undone = await undo(run);
    expect(await getOutcomes(undone)).toEqual({
      Ann: 'Changed since.',
      Bob: 'Changed since.',
      Cy: 'done',
      Dee: 'done',
    });
    expect((await getUser(bob)).brokerId).toBe(staff.userId);
    expect(await getUser(cy)).toMatchObject({ brokerId: null, city: 'Albany' });
    const { body } = await admin.get('/notifications');
    expect(body.notifications[0]).toMatchObject({ title: 'Undone for 2 customers, 2 skipped' });
  });

  it('keeps the broker of a customer if the previous one has left', async () => {
    const ann = await make('Ann', { brokerId: staff.userId });
    const run = await runBulk(await ask(admin, { action: 'assign', brokerId: admin.userId }));
    await admin.post(`/people/${staff.userId}/deactivate`, { version: 1, handOverTo: null });
    const reason = 'The broker is no longer a member of this workspace.';
    expect(await getOutcomes(await undo(run))).toEqual({ Ann: reason });
    expect((await getUser(ann)).brokerId).toBe(admin.userId);
  });

  it('happens once, however many requests arrive at the same time', async () => {
    await make('Ann');
    const run = await runBulk(await ask(admin, { action: 'assign', brokerId: staff.userId }));
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(`/bulk-runs/${run.id}/undo`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 422, 422]);
  });

  it('needs the permission of the action', async () => {
    await make('Ann');
    const tagged = await runBulk(await ask(staff, { action: 'tag', tagIds: [await makeTag('Spring')] }));
    await undo(tagged, staff);
    const banned = await runBulk(await ask(admin, { action: 'ban', reason: 'x' }));
    expect((await staff.post(`/bulk-runs/${banned.id}/undo`)).status).toBe(404);
    expect((await staff.get(`/bulk-runs/${banned.id}`)).status).toBe(404);
    expect((await staff.get('/bulk-runs')).body.total).toBe(2);
    expect((await admin.get('/bulk-runs')).body.total).toBe(3);
  });
});

describe('a worker that dies', () => {
  it('leaves a run that continues after the last batch, each customer once', async () => {
    await fill(1200);
    const run = await ask(admin, { action: 'assign', brokerId: staff.userId });
    await expect(runBulk(run, createDyingRunner(2))).rejects.toThrow('killed');
    const halfway = (await admin.get(`/bulk-runs/${run.id}`)).body.bulkRun;
    expect(halfway).toMatchObject({ status: 'running', counts: { total: 1200, done: 1000 } });
    await resumeBulkRuns(api.booted.platform);
    expect(await runBulk(run)).toMatchObject({
      status: 'done',
      counts: { total: 1200, done: 1200, skipped: 0 },
    });
    const { rows } = await sql`
      SELECT count(*)::int AS activities, count(DISTINCT customer_id)::int AS customers FROM activities WHERE workspace_id = ${workspaceId}`.execute(
      api.db,
    );
    expect(rows).toEqual([{ activities: 1200, customers: 1200 }]);
  });

  it('leaves a run that can be canceled and undone', async () => {
    await fill(1200);
    const before = await getStoredValues();
    const run = await ask(admin, { action: 'assign', brokerId: staff.userId });
    await expect(runBulk(run, createDyingRunner(2))).rejects.toThrow('killed');
    const { body } = await admin.post(`/bulk-runs/${run.id}/cancel`);
    expect(body.bulkRun).toMatchObject({ status: 'canceled', canUndo: true });
    expect((await runBulk(run)).counts).toEqual({ total: 1200, done: 1000, skipped: 0 });
    expect((await undo(run)).counts).toEqual({ total: 1000, done: 1000, skipped: 0 });
    expect(await getStoredValues()).toEqual(before);
  });
});

/** Many customers in one statement, as if an import had made them. */
async function fill(count: number): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO customers (workspace_id, id, name, name_sort, account_type, joining_date, created_at, updated_at)
      SELECT ${workspaceId}::uuid, gen_random_uuid(), 'N' || n, 'n' || n, 'Individual', '2026-01-01', '2026-01-01', '2026-01-01' FROM generate_series(1, ${count}::int) AS n RETURNING id)
    INSERT INTO customer_stats (workspace_id, customer_id) SELECT ${workspaceId}::uuid, id FROM made`.execute(
    api.db,
  );
}

/** The database of a worker that is killed after writing this many batches. */
function createDyingRunner(batches: number): WorkRunner {
  const { runner } = api.booted.platform;
  let written = 0;
  return {
    ...runner,
    transact: async (act) => {
      written += 1;
      if (written > batches) throw new Error('killed');
      return runner.transact(act);
    },
  };
}
