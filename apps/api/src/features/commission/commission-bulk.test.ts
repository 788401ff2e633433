import { bulkInputs } from '@handover/contract/records/bulk.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { up } from '#db/migrations/1000-payouts-as-of.ts';
import { bulkJobs } from '#platform/records/bulk/bulk.job.ts';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { createCommissionFixture, price, today, type CommissionFixture } from '#test/commission-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';

let api: TestApi;
let fixture: CommissionFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(new Date());
  fixture = await createCommissionFixture(api);
});

async function finalizeOne(): Promise<string> {
  const { id } = await fixture.createDeal();
  await fixture.moveTo(id, 'closed');
  await fixture.finalize(id, price);
  return id;
}

const readList = async (): Promise<string> => (await fixture.admin.get('/commissions')).body.asOf;
const start = (caller: Caller, asOf: string) =>
  caller.post('/bulk-runs', {
    recordType: 'commission',
    selection: { filter: {} },
    input: { action: 'pay', paidOn: today, asOf },
  });

async function payAll(asOf?: string): Promise<string> {
  const { admin, workspaceId } = fixture;
  const started = await start(admin, asOf ?? (await readList()));
  const runId = started.body.bulkRun.id as string;
  const [job] = bulkJobs(api.booted.platform);
  await runJob(job, { workspaceId, runId });
  return runId;
}

describe('a payout of several commissions', () => {
  it('pays out what is due, once, by administrators', async () => {
    const { admin, lee, get } = fixture;
    const id = await finalizeOne();
    expect((await start(lee, await readList())).status).toBe(403);
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

  it('skips a commission whose amount changed since the list was read, or that was paid then and reversed', async () => {
    const { admin, get } = fixture;
    const [changed, reversed, due] = [await finalizeOne(), await finalizeOne(), await finalizeOne()];
    const payment = { version: 1, paidOn: today, reference: null };
    const { payouts } = (await admin.post(`/commissions/${reversed}/pay`, payment)).body.commission;
    const asOf = await readList();
    api.clock.set(new Date(Date.parse(asOf) + 1));
    const earnOut = { version: 1, cents: 100_00, paidOn: today };
    expect((await admin.post(`/commissions/${changed}/earn-outs`, earnOut)).status).toBe(200);
    const reversal = { version: 2, reason: 'Wrong account' };
    const path = `/commissions/${reversed}/payouts/${payouts[0].id}/reverse`;
    expect((await admin.post(path, reversal)).status).toBe(200);
    const { rows } = (await admin.get(`/bulk-runs/${await payAll(asOf)}/rows?outcome=skipped`)).body;
    const reason = 'The amount changed since you opened the list. Check it and record the payout again.';
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatchObject({ outcome: 'skipped', reason });
    for (const id of [changed, reversed])
      expect(await get(id)).toMatchObject({ status: 'due', paidCents: 0 });
    expect(await get(due)).toMatchObject({ status: 'paid' });
  });

  it('that an earlier version queued skips amounts that changed after it was started', async () => {
    await finalizeOne();
    const runId = await payAll();
    const key = sql`workspace_id = ${fixture.workspaceId} AND id = ${runId}`;
    await sql`UPDATE bulk_runs SET input = input - 'asOf' WHERE ${key}`.execute(api.db);
    const owner = new Kysely({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: api.connectionString }) }),
    });
    await up(owner);
    await owner.destroy();
    const { rows } = await sql<{
      input: unknown;
      created_at: Date;
    }>`SELECT input, created_at FROM bulk_runs WHERE ${key}`.execute(api.db);
    const [run] = rows;
    expect(bulkInputs.commission.parse(run?.input).asOf).toBe(run?.created_at.toISOString());
  });
});
