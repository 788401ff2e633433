import { PgBoss, fromKysely, type Job } from 'pg-boss';
import { appRole, type Db } from '#db/client.ts';
import type { Logger } from '#lib/logger.ts';
import type { EnqueuedJob } from './work.ts';

export type JobContext = {
  readonly signal: AbortSignal;
  /** Whether a long job should queue the rest and end, so that other jobs get their turn. */
  readonly isTimeUp: () => boolean;
};
export type JobHandler = (data: Record<string, unknown>, context: JobContext) => Promise<void>;

export type JobDefinition = {
  readonly queue: string;
  readonly handler: JobHandler;
  readonly concurrency?: number;
  /** How many jobs of a workspace each server runs at a time, so that slow jobs of one do not delay those of others. */
  readonly maxPerWorkspace?: number;
  readonly retryLimit?: number;
  /** Doubles with each try. */
  readonly retryDelaySeconds?: number;
  readonly retryDelayMaxSeconds?: number;
  readonly expireSeconds?: number;
  /** A job without a heartbeat for this long is taken from its worker and run again. At least 10; 30 by default. */
  readonly heartbeatSeconds?: number;
  /** Has no effect outside the installation, so that a restored backup may run it. */
  readonly isRestored?: boolean;
};

export type Jobs = {
  enqueue(db: Db, job: EnqueuedJob): Promise<void>;
  /** Creates the queues. */
  start(definitions: readonly JobDefinition[]): Promise<void>;
  /** Starts processing jobs, in a worker. */
  work(definitions: readonly JobDefinition[]): Promise<void>;
  /** Waits a few seconds for running jobs, then stops. */
  stop(): Promise<void>;
};

/** Retries for two days: for work that nothing else would start again. */
export const retriesForDays = { retryLimit: 60, retryDelayMaxSeconds: 3_600 } as const;

const sliceMs = 20_000;
/** For a job that works in slices (`isTimeUp`): taken from a worker that does not end its slice. */
export const slicedJob = { ...retriesForDays, expireSeconds: 120 } as const;

/** How long a job waits for a worker from when it is due. pg-boss deletes jobs after two weeks by default. */
const retentionSeconds = 10 * 365 * 24 * 3_600;

/** How often to look for jobs of workers that have died. */
const superviseSeconds = 5;

/** Background jobs in the same database: enqueued with the write, delivered at least once. */
export function createJobs({ connectionString, logger }: { connectionString: string; logger: Logger }): Jobs {
  const boss = new PgBoss({
    connectionString,
    options: `-c role=${appRole} -c timezone=UTC`,
    application_name: 'handover-jobs',
    max: 4,
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    reindex: false,
    superviseIntervalSeconds: superviseSeconds,
    // Shorter, so that no round is skipped.
    monitorIntervalSeconds: superviseSeconds - 1,
  });
  // Connections are restored automatically; an error event without a listener would end the process.
  boss.on('error', (error) => logger.warn({ err: error }, 'job queue'));
  let isStarted = false;
  return {
    enqueue: async (db, { queue, data, options: { startAfter, singletonKey, priority } }) => {
      const { workspaceId } = data;
      await boss.send(queue, data, {
        db: fromKysely(db),
        ...(typeof workspaceId === 'string' ? { group: { id: workspaceId } } : {}),
        ...(startAfter === undefined ? {} : { startAfter }),
        ...(singletonKey === undefined ? {} : { singletonKey }),
        ...(priority === undefined ? {} : { priority }),
      });
    },
    start: async (definitions) => {
      await boss.start();
      isStarted = true;
      for (const definition of definitions) await createQueue(boss, definition);
    },
    work: async (definitions) => {
      for (const definition of definitions) await claimJobs({ boss, definition, logger });
    },
    stop: async () => {
      if (isStarted) await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/** Runs one job, as a worker does. */
export function runJob(
  { handler }: Pick<JobDefinition, 'handler'>,
  data: Record<string, unknown>,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const end = performance.now() + sliceMs;
  return handler(data, { signal, isTimeUp: () => signal.aborted || performance.now() >= end });
}

async function createQueue(
  boss: PgBoss,
  {
    queue,
    retryLimit = 5,
    retryDelaySeconds = 5,
    retryDelayMaxSeconds,
    expireSeconds = 900,
    heartbeatSeconds = 30,
  }: JobDefinition,
): Promise<void> {
  const options = {
    retryLimit,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    expireInSeconds: expireSeconds,
    ...(retryDelayMaxSeconds === undefined ? {} : { retryDelayMax: retryDelayMaxSeconds }),
    heartbeatSeconds,
    retentionSeconds,
    notify: true,
  };
  const existing = await boss.getQueue(queue);
  if (existing === null) await boss.createQueue(queue, options);
  else await boss.updateQueue(queue, options);
}

async function claimJobs({
  boss,
  definition,
  logger,
}: {
  boss: PgBoss;
  definition: JobDefinition;
  logger: Logger;
}): Promise<void> {
  const { queue, concurrency = 1, maxPerWorkspace } = definition;
  const perform = async ([job]: Job<Record<string, unknown>>[]): Promise<void> => {
    if (job === undefined) return;
    try {
      await runJob(definition, job.data, job.signal);
    } catch (error) {
      logger.error({ err: error, queue, jobId: job.id }, 'job failed');
      throw error;
    }
  };
  // A notification wakes workers for due jobs; delayed jobs are found by polling.
  const options = {
    batchSize: 1,
    localConcurrency: maxPerWorkspace ?? 1,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 2,
    // Counted in this process. A limit of the database is exceeded by workers that look for jobs at the same moment.
    // It may not exceed the number of workers that one call starts.
    ...(maxPerWorkspace === undefined ? {} : { localGroupConcurrency: maxPerWorkspace }),
  };
  for (let started = 0; started < concurrency; started += options.localConcurrency) {
    let workerId: string | null = null;
    workerId = await boss.work<Record<string, unknown>>(queue, options, async (jobs) => {
      try {
        await perform(jobs);
      } finally {
        // Takes the next job immediately: a backlog sends no further notifications, and polling takes one job every two
        // seconds.
        if (workerId !== null) boss.notifyWorker(workerId);
      }
    });
  }
}
