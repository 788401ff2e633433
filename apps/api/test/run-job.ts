import { runJob as run, type JobDefinition } from '#platform/jobs.ts';

/** Runs a job as a worker does. */
export async function runJob(
  job: JobDefinition | undefined,
  data: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<void> {
  if (job === undefined) throw new Error('There is no such job.');
  await run(job, data, signal);
}
