import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMinutes } from '#lib/clock.ts';
import { listJobs } from '#registry.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';
import { bulkJobs } from './bulk.job.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

/** Makes one record of the type; returns its path. */
const types = {
  customer: async () => `/users/${await api.makeCustomer(workspaceId)}`,
  business: async () => `/businesses/${await makeBusiness()}`,
  buyer: async () => {
    const customerId = await api.makeCustomer(workspaceId);
    return `/buyers/${(await admin.post('/buyers', { customerId })).body.buyer.id}`;
  },
  deal: async () => {
    const buyerId = await api.makeCustomer(workspaceId);
    const { deal } = (await admin.post('/deals', { businessId: await makeBusiness(), buyerId })).body;
    return `/deals/${deal.id}`;
  },
  task: async () => `/tasks/${(await admin.post('/tasks', { title: 'Call' })).body.task.id}`,
  document: async () =>
    `/documents/${(await admin.upload('/documents?name=a.txt', 'text')).body.document.id}`,
};

async function makeBusiness(): Promise<string> {
  return (await admin.post('/businesses', { name: 'Harbor', type: 'dental' })).body.business.id;
}

/** Deletes all records of a type in one run; returns how to undo it, as a worker would. */
async function deleteAll(recordType: string): Promise<() => Promise<unknown>> {
  const input = { recordType, selection: { filter: {} }, input: { action: 'delete' } };
  const started = await admin.post('/bulk-runs', input);
  expect(started.status, started.text).toBe(202);
  const { id } = started.body.bulkRun;
  await work(id);
  return async () => {
    const undo = (await admin.post(`/bulk-runs/${id}/undo`)).body.bulkRun;
    await work(undo.id);
    return (await admin.get(`/bulk-runs/${undo.id}/rows?limit=100`)).body.rows.map(
      ({ outcome, reason }: { outcome: string; reason: string | null }) => reason ?? outcome,
    );
  };
}

async function work(runId: string): Promise<void> {
  const [job] = bulkJobs(api.booted.platform);
  await runJob(job, { workspaceId, runId });
}

describe.each(Object.entries(types))('undo of a bulk deletion: %s', (type, make) => {
  it('restores the records', async () => {
    const path = await make();
    const undo = await deleteAll(type);
    expect(await undo()).toEqual(['done']);
    // A record in the trash could not be deleted.
    expect((await admin.delete(path)).status).toBe(204);
  });

  it('skips a record that somebody has restored and deleted again', async () => {
    const path = await make();
    const undo = await deleteAll(type);
    api.clock.set(addMinutes(api.clock.now(), 1));
    await admin.post(`${path}/restore`);
    expect((await admin.delete(path)).status).toBe(204);
    expect(await undo()).toEqual(['Changed since.']);
  });
});
