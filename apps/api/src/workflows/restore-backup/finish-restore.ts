import pg from 'pg';
import { deliverQueue } from '#features/conversations/outgoing/deliver-queue.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import type { WorkRunner } from '#platform/work.ts';
import { endMark, listRetainedJobs } from './fill.queries.ts';
import { listScheduled } from './settle.queries.ts';

/**
 * Queues the jobs that go on after a restore, and takes the mark away: from here on the installation can be
 * started. Imports and bulk work are taken up by the server's start, as after a crash.
 */
export async function finishRestore({
  connectionString,
  runner,
  definitions,
}: {
  connectionString: string;
  runner: Pick<WorkRunner, 'transact'>;
  definitions: readonly JobDefinition[];
}): Promise<void> {
  const client = new pg.Client({ connectionString });
  // A lost connection is also reported by the statement under way.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const queues = definitions.flatMap(({ queue, isRestored }) => (isRestored === true ? [queue] : []));
    const jobs = await listRetainedJobs(client, queues);
    const scheduled = await listScheduled(client);
    await runner.transact(async (work) => {
      for (const { name, data, start_after: startAfter, singleton_key: singletonKey } of jobs)
        await work.enqueue(name, data, { startAfter, ...(singletonKey === null ? {} : { singletonKey }) });
      for (const { at, ...key } of scheduled) await work.enqueue(deliverQueue, key, { startAfter: at });
    });
    await endMark(client);
  } finally {
    await client.end();
  }
}
