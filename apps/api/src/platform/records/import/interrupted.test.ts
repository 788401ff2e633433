import { createRegisterText } from '@handover/testing/provider-register.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import {
  withOwnerConnection,
  withCrashes,
  createImportFixture,
  type ImportFixture,
} from '#test/import-fixture.ts';
import { listJobs } from '#registry.ts';
import { findImportToRun, moveImport } from './imports.queries.ts';
import { runBatch } from './run-batch.ts';
import { readBatches } from './file-batches.ts';
import { findImporter, resumeImports } from './import.job.ts';
import { getImportable } from './imports.policy.ts';

let api: TestApi;
let desk: ImportFixture;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  desk = await createImportFixture(api);
});

describe('an interrupted import', () => {
  const file = createRegisterText({ rows: 2_000 });
  const expected = {
    rows: 2_000,
    individuals: 1_466,
    organizations: 376,
    created: 1_842,
    updated: 0,
    rejected: 158,
  };

  it.each([
    ['before a batch', 'before' as const, 3],
    ['in a batch, before its commit', 'at commit' as const, 2],
  ])('that breaks %s resumes after the last row, without duplicates', async (_when, when, from) => {
    const id = await desk.start(file);
    await expect(
      desk.run(id, { platform: withCrashes(api.booted.platform, { from, when }) }),
    ).rejects.toThrow('crash');
    const { body: half } = await desk.admin.get(`/imports/${id}`);
    expect(half.import).toMatchObject({ status: 'running', counts: { rows: 500 * (from - 1) } });
    await desk.run(id);
    const { body } = await desk.admin.get(`/imports/${id}`);
    expect(body.import).toMatchObject({ status: 'done', counts: expected });
    expect((await desk.customers()).length).toBe(expected.created);
    expect((await desk.admin.get(`/imports/${id}/rejections`)).body.total).toBe(158);
  });

  it('is queued again when a server starts', async () => {
    const id = await desk.start(file);
    await desk
      .run(id, { platform: withCrashes(api.booted.platform, { from: 2, when: 'before' }) })
      .catch(() => undefined);
    await resumeImports(api.booted.platform);
    const jobs = await withOwnerConnection(api, (owner) =>
      owner.query(
        `SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'imports.run' AND data->>'importId' = $1`,
        [id],
      ),
    );
    expect(jobs.rows[0].count).toBe(2);
  });

  it('names the right line and row after it resumes', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) =>
      index === 1_100 ? 'X,"open' : index % 3 === 0 ? `"P\n${String(index)}",y` : `P${String(index)},y`,
    );
    const id = await desk.start(`Name,City\n\n${rows.join('\n')}\n`);
    await desk
      .run(id, { platform: withCrashes(api.booted.platform, { from: 3, when: 'before' }) })
      .catch(() => undefined);
    await desk.run(id);
    const { body } = await desk.admin.get(`/imports/${id}/rejections`);
    const line = 3 + 1_100 + 367;
    expect(body.rejections).toEqual([
      {
        row: 1_102,
        name: null,
        reason: `Line ${line.toLocaleString('en-US')}: A quoted cell is not closed here. Double any quotation marks inside a cell.`,
      },
    ]);
  });

  it('happens once even if two workers run it', async () => {
    const id = await desk.start(file);
    await Promise.all([desk.run(id), desk.run(id), desk.run(id)]);
    await desk.run(id);
    const { body } = await desk.admin.get(`/imports/${id}`);
    expect(body.import).toMatchObject({ status: 'done', counts: expected });
    expect((await desk.customers()).length).toBe(expected.created);
  });

  it('accepts only the next batch, not one of a worker that fell behind', async () => {
    const id = await desk.start(createRegisterText({ rows: 300 }));
    const { runner, storage } = api.booted.platform;
    const key = { workspaceId: desk.workspaceId, importId: id };
    await moveImport(runner.db, key, { from: ['queued'], to: 'running', detail: null, finishedAt: null });
    const row = await findImportToRun(runner.db, key);
    if (row === undefined) throw new Error('Nothing to run');
    const importable = getImportable(api.booted.platform.records, row.record_type);
    const actor = await findImporter(runner, { row, importable });
    if (actor === null) throw new Error('Nobody to run it');
    const taken: boolean[] = [];
    for await (const records of readBatches(storage, row, { from: row, size: 100 }))
      taken.push(await runBatch({ runner, actor, importable, row }, { records, rowCount: 0 }));
    expect(taken).toEqual([true, false, false]);
    expect((await desk.get(id)).counts.rows).toBe(100);
  });

  it('stops between batches when canceled, and resumes when started again', async () => {
    const id = await desk.start(file);
    await desk
      .run(id, { platform: withCrashes(api.booted.platform, { from: 3, when: 'before' }) })
      .catch(() => undefined);
    const canceled = await desk.admin.post(`/imports/${id}/cancel`);
    expect(canceled.body.import).toMatchObject({ status: 'canceled', finishedAt: expect.any(String) });
    await desk.run(id);
    expect(await desk.get(id)).toMatchObject({
      status: 'canceled',
      counts: { rows: 1_000 },
    });
    const { mapping } = canceled.body.import;
    expect((await desk.admin.post(`/imports/${id}/start`, { mapping })).status).toBe(202);
    await desk.run(id);
    expect(await desk.get(id)).toMatchObject({
      status: 'done',
      counts: expected,
    });
    expect((await desk.admin.post(`/imports/${id}/cancel`)).status).toBe(409);
    expect((await desk.admin.post(`/imports/${id}/start`, { mapping })).status).toBe(409);
  });

  it('hands over to the next job when the server stops', async () => {
    const id = await desk.start(file);
    await desk.run(id, { signal: AbortSignal.abort() });
    expect(await desk.get(id)).toMatchObject({
      status: 'running',
      counts: { rows: 500 },
    });
    await desk.run(id);
    expect(await desk.get(id)).toMatchObject({
      status: 'done',
      counts: expected,
    });
  });

  it('waits for an unavailable file store with a notice, and fails clearly after a long time', async () => {
    const id = await desk.start(file);
    const { platform } = api.booted;
    const storage = { ...platform.storage, read: () => Promise.reject(new Error('connect ECONNREFUSED')) };
    await desk.run(id, { platform: { ...platform, storage } });
    expect(await desk.get(id)).toMatchObject({
      status: 'running',
      statusDetail:
        'File storage is not responding. Try again in a minute. The import will continue automatically.',
    });
    await desk.run(id, { platform: { ...platform, storage }, attempt: 29 });
    expect(await desk.get(id)).toMatchObject({
      status: 'failed',
      statusDetail: expect.stringContaining('Start the import again'),
    });
    expect((await desk.admin.get('/notifications')).body.notifications[0].title).toMatch(
      /^Import of people\.csv failed/,
    );
  });
});
