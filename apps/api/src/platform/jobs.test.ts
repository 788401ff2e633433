import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { listJobs } from '#registry.ts';
import { createJobs } from './jobs.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('works through a backlog without pauses, even after a failed job', async () => {
  const { logger } = api.booted.platform;
  const jobs = createJobs({ connectionString: api.connectionString, logger });
  const performed: unknown[] = [];
  const definition = {
    queue: 'test.backlog',
    retryLimit: 0,
    handler: async ({ number }: Record<string, unknown>) => {
      performed.push(number);
      if (number === 3) throw new Error('Broken');
    },
  };
  // A backlog is what was queued while no worker listened. Polling alone would take a minute.
  const numbers = Array.from({ length: 30 }, (_, number) => number);
  await jobs.start([definition]);
  for (const number of numbers)
    await jobs.enqueue(api.db, { queue: definition.queue, data: { number }, options: {} });
  await jobs.stop();
  const worker = createJobs({ connectionString: api.connectionString, logger });
  await worker.start([definition]);
  await worker.work([definition]);
  try {
    await vi.waitFor(() => expect(performed).toHaveLength(numbers.length), { timeout: 12_000, interval: 50 });
    expect(new Set(performed)).toEqual(new Set(numbers));
  } finally {
    await worker.stop();
  }
});

it('limits the jobs of a workspace, so that those of others do not wait for them', async () => {
  const { logger } = api.booted.platform;
  const release = Promise.withResolvers<void>();
  const started: unknown[] = [];
  const definition = {
    queue: 'test.workspaces',
    concurrency: 4,
    maxPerWorkspace: 2,
    handler: async ({ workspaceId }: Record<string, unknown>) => {
      started.push(workspaceId);
      if (workspaceId === 'slow') await release.promise;
    },
  };
  const worker = createJobs({ connectionString: api.connectionString, logger });
  await worker.start([definition]);
  await worker.work([definition]);
  try {
    for (const workspaceId of ['slow', 'slow', 'slow', 'slow', 'slow', 'other'])
      await worker.enqueue(api.db, { queue: definition.queue, data: { workspaceId }, options: {} });
    await vi.waitFor(() => expect(started.toSorted()).toEqual(['other', 'slow', 'slow']), {
      timeout: 12_000,
    });
    release.resolve();
    await vi.waitFor(() => expect(started).toHaveLength(6), { timeout: 12_000 });
  } finally {
    release.resolve();
    await worker.stop();
  }
}, 30_000);

it.each(['mail.deliver', 'mail.test', 'webhooks.deliver', 'imap.test'])(
  'gives no workspace more than a quarter of the workers of %s, which waits for servers of workspaces',
  (queue) => {
    const job = listJobs(api.booted.platform).find((definition) => definition.queue === queue);
    expect(job?.maxPerWorkspace).toBeLessThanOrEqual((job?.concurrency ?? 1) / 4);
  },
);

it.each([
  'mail.system',
  'imports.run',
  'imports.undo',
  'records.bulk',
  'members.hand-over',
  'records.drop-values',
  'billing.rename-plan',
  'customers.move-source',
  'customers.merge-strays',
  'blog.publish',
  'mail.portal',
])('retries %s for more than a day, since nothing else would start it again', (queue) => {
  const job = listJobs(api.booted.platform).find((definition) => definition.queue === queue);
  const { retryLimit = 0, retryDelaySeconds = 5, retryDelayMaxSeconds = 0 } = job ?? {};
  const delays = Array.from({ length: retryLimit }, (_, tries) =>
    Math.min(retryDelayMaxSeconds, retryDelaySeconds * 2 ** tries),
  );
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(24 * 3_600);
});

it('keeps a job that no worker takes for months, such as a scheduled email', async () => {
  const { logger } = api.booted.platform;
  const queue = 'test.waiting';
  const jobs = createJobs({ connectionString: api.connectionString, logger });
  await jobs.start([{ queue, handler: () => Promise.resolve() }]);
  await jobs.enqueue(api.db, { queue, data: {}, options: { startAfter: new Date() } });
  await jobs.stop();
  const { rows } = await sql`SELECT keep_until > now() + interval '1 year' AS can_wait FROM pgboss.job
    WHERE name = ${queue}`.execute(api.db);
  expect(rows).toEqual([{ can_wait: true }]);
});

it('retries the job of a worker that died half a minute ago', async () => {
  const { logger } = api.booted.platform;
  const performed: unknown[] = [];
  const definition = {
    queue: 'test.orphan',
    retryDelaySeconds: 1,
    handler: async ({ number }: Record<string, unknown>) => void performed.push(number),
  };
  const queuing = createJobs({ connectionString: api.connectionString, logger });
  await queuing.start([definition]);
  await queuing.enqueue(api.db, { queue: definition.queue, data: { number: 1 }, options: {} });
  await queuing.stop();
  await sql`UPDATE pgboss.job SET state = 'active', started_on = now() - interval '31 seconds',
    heartbeat_on = now() - interval '31 seconds' WHERE name = ${definition.queue}`.execute(api.db);
  const worker = createJobs({ connectionString: api.connectionString, logger });
  await worker.start([definition]);
  await worker.work([definition]);
  try {
    await vi.waitFor(() => expect(performed).toEqual([1]), { timeout: 40_000, interval: 100 });
  } finally {
    await worker.stop();
  }
}, 60_000);
