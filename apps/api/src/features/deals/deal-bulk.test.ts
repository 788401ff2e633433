import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';

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

async function makeDeal(buyer: string): Promise<string> {
  const { business } = (await admin.post('/businesses', { name: 'Bright Dental', type: 'dental' })).body;
  const buyerId = await api.makeCustomer(workspaceId, { name: buyer });
  return (await admin.post('/deals', { businessId: business.id, buyerId })).body.deal.id;
}

async function runBulk({ id }: { id: string }) {
  const [job] = bulkJobs(api.booted.platform);
  await runJob(job, { workspaceId, runId: id });
  return (await admin.get(`/bulk-runs/${id}`)).body.bulkRun;
}
async function run(input: object, { caller = admin, filter = {}, recordType = 'deal' } = {}) {
  const body = { recordType, selection: { filter }, input };
  const answer = await caller.post('/bulk-runs', body);
  expect(answer.status, answer.text).toBe(202);
  return runBulk(answer.body.bulkRun);
}
const undo = async ({ id }: { id: string }) =>
  runBulk((await admin.post(`/bulk-runs/${id}/undo`)).body.bulkRun);
const getBroker = async (id: string) => (await admin.get(`/deals/${id}`)).body.deal.broker?.id ?? null;

it('deals are assigned, with an entry on their timelines, and back unless somebody has changed the broker since', async () => {
  const [one, two] = [await makeDeal('Bo'), await makeDeal('Cy')];
  const before = [await getBroker(one), await getBroker(two)];
  const done = await run({ action: 'assign', brokerId: staff.userId });
  expect(done).toMatchObject({ canUndo: true, counts: { total: 2, done: 2, skipped: 0 } });
  expect([await getBroker(one), await getBroker(two)]).toEqual([staff.userId, staff.userId]);
  const { activities } = (await admin.get(`/deals/${one}/activities`)).body;
  expect(activities[0]).toMatchObject({ type: 'deal.updated', actor: { id: admin.userId } });
  expect((await run({ action: 'assign', brokerId: staff.userId })).counts).toMatchObject({ skipped: 2 });
  const { version } = (await admin.get(`/deals/${two}`)).body.deal;
  const other = await api.signIn({ role: 'STAFF', workspaceId });
  await admin.patch(`/deals/${two}`, { version, brokerId: other.userId });
  expect((await undo(done)).counts).toMatchObject({ done: 1, skipped: 1 });
  expect([await getBroker(one), await getBroker(two)]).toEqual([before[0], other.userId]);
});

it('deals go to the trash and back', async () => {
  const id = await makeDeal('Bo');
  const total = async () => (await admin.get('/deals')).body.total;
  const deleted = await run({ action: 'delete' });
  expect(await total()).toBe(0);
  expect((await undo(deleted)).counts).toMatchObject({ done: 1 });
  expect(await total()).toBe(1);
  await admin.delete(`/deals/${id}`);
  const restored = await run({ action: 'restore' }, { filter: { deleted: 'true' } });
  expect([restored.counts.done, await total()]).toEqual([1, 1]);
});

it('a closed deal stays out of the trash, alone or with others, and one that is there is restored', async () => {
  const [closed, open] = [await makeDeal('Bo'), await makeDeal('Cy')];
  const set = (change: { stage?: 'closed'; deleted_at?: Date }) =>
    api.db
      .updateTable('deals')
      .set(change)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', closed)
      .execute();
  await set({ stage: 'closed' });
  expect(await staff.delete(`/deals/${closed}`)).toMatchObject({
    status: 403,
    body: { detail: 'A closed deal cannot be moved to the trash.' },
  });
  expect((await admin.get(`/deals/${closed}`)).body.deal.abilities.canDelete).toBe(false);
  const { id, counts } = await run({ action: 'delete' });
  expect(counts).toMatchObject({ done: 1, skipped: 1 });
  expect((await admin.get(`/bulk-runs/${id as string}/rows?outcome=skipped`)).body.rows).toMatchObject([
    { reason: 'A closed deal cannot be moved to the trash.' },
  ]);
  expect((await admin.get('/deals')).body.deals).toMatchObject([{ id: closed }]);
  expect((await admin.get(`/deals/${open}`)).body.deal.deletedAt).not.toBeNull();
  await set({ deleted_at: new Date() });
  expect((await staff.post(`/deals/${closed}/restore`)).status).toBe(200);
});

it('a business with open deals stays out of the trash, alone or with others', async () => {
  const dealId = await makeDeal('Bo');
  const businessId = (await admin.get(`/deals/${dealId}`)).body.deal.business.id;
  await admin.post('/businesses', { name: 'Bay', type: 'dental' });
  const reason =
    'A business with open deals cannot be moved to the trash. Mark the deals lost, or delete them, first.';
  expect(await admin.delete(`/businesses/${businessId}`)).toMatchObject({
    status: 422,
    body: { detail: reason },
  });
  const { id, counts } = await run({ action: 'delete' }, { recordType: 'business' });
  expect(counts).toMatchObject({ done: 1, skipped: 1 });
  expect((await admin.get(`/bulk-runs/${id as string}/rows?outcome=skipped`)).body.rows).toMatchObject([
    { name: 'Bright Dental', reason },
  ]);
  await admin.delete(`/deals/${dealId}`);
  expect((await admin.delete(`/businesses/${businessId}`)).status).toBe(204);
});

it('a run stops when its broker has left the workspace before its turn', async () => {
  const id = await makeDeal('Bo');
  const before = await getBroker(id);
  const input = { action: 'assign', brokerId: staff.userId };
  const { body } = await admin.post('/bulk-runs', { recordType: 'deal', selection: { filter: {} }, input });
  await api.db
    .updateTable('memberships')
    .set({ status: 'deactivated', deactivated_at: new Date() })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', staff.userId)
    .execute();
  expect(await runBulk(body.bulkRun)).toMatchObject({
    status: 'failed',
    statusDetail: 'The broker is no longer a member of this workspace.',
    counts: { done: 0 },
  });
  expect(await getBroker(id)).toBe(before);
});

it('rejects a broker who is not a member, and clients have no bulk actions', async () => {
  await makeDeal('Bo');
  const elsewhere = await api.signIn({ role: 'STAFF', workspaceId: await api.makeWorkspace() });
  const input = { action: 'assign', brokerId: elsewhere.userId };
  const send = (caller: Caller) =>
    caller.post('/bulk-runs', { recordType: 'deal', selection: { filter: {} }, input });
  expect((await send(admin)).body.errors).toMatchObject([{ path: 'input.brokerId' }]);
  expect((await send(await api.signIn({ role: 'CLIENT', workspaceId }))).status).toBe(403);
});
