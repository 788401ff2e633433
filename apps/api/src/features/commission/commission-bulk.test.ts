import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';
import { allJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { createCommissionFixture, price, today, type CommissionFixture } from '#test/commission-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let fixture: CommissionFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(allJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createCommissionFixture(api);
});

async function finalizeOne(): Promise<string> {
  const { id } = await fixture.createDeal();
  await fixture.moveTo(id, 'closed');
  await fixture.finalize(id, price);
  return id;
}

const input = { action: 'pay', paidOn: today };
const start = (caller: Caller) =>
  caller.post('/bulk-runs', { recordType: 'commission', selection: { filter: {} }, input });

async function payAll(): Promise<string> {
  const { admin, workspaceId } = fixture;
  const runId = (await start(admin)).body.bulkRun.id as string;
  const [job] = bulkJobs(api.booted.platform);
  await job?.handler({ workspaceId, runId }, { signal: new AbortController().signal });
  return runId;
}

describe('a payout of several commissions', () => {
  it('pays out what is due, once, by administrators', async () => {
    const { admin, lee, get } = fixture;
    const id = await finalizeOne();
    expect((await start(lee)).status).toBe(403);
    for (const counts of [
      { total: 1, done: 1, skipped: 0 },
      { total: 1, done: 0, skipped: 1 },
    ])
      expect((await admin.get(`/bulk-runs/${await payAll()}`)).body.bulkRun).toMatchObject({
        counts,
        canUndo: false,
      });
    expect(await get(id)).toMatchObject({ status: 'paid', payouts: [{ cents: 80_000_00, paidOn: today }] });
    const entries = await api.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('subject_id', '=', id)
      .where('action', '=', 'payCommission')
      .execute();
    expect(entries).toEqual([{ detail: { bulkRunId: expect.any(String), cents: 80_000_00, paidOn: today } }]);
  });

  it('skips a commission whose amount changed after it was started', async () => {
    const { admin, get, workspaceId } = fixture;
    const id = await finalizeOne();
    const changeDueAt = (at: Date) =>
      api.db
        .updateTable('commissions')
        .set({ due_changed_at: at })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    await changeDueAt(new Date('2020-01-01'));
    const earnOut = { version: 1, cents: 100_00, paidOn: today };
    expect((await admin.post(`/commissions/${id}/earn-outs`, earnOut)).status).toBe(200);
    const { due_changed_at: changedAt } = await api.db
      .selectFrom('commissions')
      .select('due_changed_at')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(changedAt.getTime()).toBeGreaterThan(new Date('2020-01-01').getTime());
    // As if the earn-out came between the start and the turn of this commission.
    await changeDueAt(new Date(Date.now() + 3_600_000));
    const { rows } = (await admin.get(`/bulk-runs/${await payAll()}/rows`)).body;
    expect(rows).toMatchObject([{ outcome: 'skipped', reason: expect.stringContaining('amount changed') }]);
    expect(await get(id)).toMatchObject({ status: 'due', paidCents: 0 });
  });
});
