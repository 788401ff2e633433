import { addMinutes } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import { slicedJob, type JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { findMember } from '#platform/session/find-member.ts';
import { isRecordAreaOpen } from '#platform/session/access.ts';
import { getBulkRecord, bulkQueue } from './bulk.service.ts';
import { endRun } from './finish.ts';
import { runBatch, type BatchEnd } from './run-batch.ts';
import {
  findRunToWorkOn,
  listUnfinishedRuns,
  moveRun,
  setRunDetail,
  type RunKey,
  type RunRow,
} from './runs.queries.ts';

type Parts = Pick<Platform, 'runner' | 'logger' | 'config' | 'records' | 'keyring' | 'mail'>;

const maxAttempts = 30;

/** The job that works through bulk runs, a batch to a transaction; after an interruption it continues after the last batch. */
export function bulkJobs(platform: Parts): JobDefinition[] {
  return [
    {
      queue: bulkQueue,
      ...slicedJob,
      handler: (data, { isTimeUp }) => {
        const key = { workspaceId: String(data['workspaceId']), runId: String(data['runId']) };
        return runSlice(platform, { ...key, attempt: Number(data['attempt'] ?? 0), isTimeUp });
      },
    },
  ];
}

/**
 * Queues the runs that a killed server left unfinished. Queueing a run twice is harmless: each batch is executed once.
 */
export async function resumeBulkRuns({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  await runner.transact(async (work) => {
    for (const key of await listUnfinishedRuns(work.db)) await work.enqueue(bulkQueue, key);
  });
}

type Slice = RunKey & { readonly attempt: number; readonly isTimeUp: () => boolean };

async function runSlice(platform: Parts, { workspaceId, runId, attempt, isTimeUp }: Slice): Promise<void> {
  const { runner } = platform;
  const key = { workspaceId, runId };
  await moveRun(runner.db, key, { from: ['queued'], to: 'running', detail: null, finishedAt: null });
  const row = await findRunToWorkOn(runner.db, key);
  if (row?.status !== 'running') return;
  try {
    await runBatches(platform, { key, row, isTimeUp });
  } catch (error) {
    await retryLater(platform, { key, row, attempt, error });
  }
}

/** Runs batches until the run ends or the time is up, and then queues the rest. */
async function runBatches(
  platform: Parts,
  { key, row, isTimeUp }: { key: RunKey; row: RunRow; isTimeUp: () => boolean },
): Promise<void> {
  const { runner, records } = platform;
  const { record, bulk } = getBulkRecord(records, row.record_type);
  const { labels } = record;
  const fail = (detail: string): Promise<void> => endRun(runner, key, { labels, status: 'failed', detail });
  let end: BatchEnd = 'more';
  let position = row.position;
  while (end === 'more') {
    const member = await findActor(runner, row);
    if (member === null)
      return fail(
        `The person who started this no longer has access to ${labels.many}. Changes already made are kept.`,
      );
    const obstacle =
      row.undo_of === null
        ? await bulk.findObstacle(runner.read().db, key.workspaceId, bulk.input.parse(row.input))
        : null;
    if (obstacle !== null) return fail(obstacle);
    end = await runBatch({ runner, record, bulk, member, row, platform }, position);
    position += 1;
    if (isTimeUp()) break;
  }
  if (end === 'end') return endRun(runner, key, { labels, status: 'done', detail: null });
  if (end === 'more') await runner.transact((work) => work.enqueue(bulkQueue, key));
}

/** The person who started the run, with their current role and scope; null when the records are closed to them. */
async function findActor({ db, clock }: Parts['runner'], row: RunRow): Promise<Member | null> {
  const key = { workspaceId: row.workspace_id, userId: row.created_by, now: clock.now() };
  const member = await findMember(db, key);
  return member !== null && member.scope !== 'client' && isRecordAreaOpen(member, row.record_type)
    ? member
    : null;
}

/** Retries later, because the database may only be down for a while; fails after many attempts without progress. */
async function retryLater(
  { runner, logger, records }: Parts,
  { key, row, attempt, error }: { key: RunKey; row: RunRow; attempt: number; error: unknown },
): Promise<void> {
  logger.warn({ err: error, runId: key.runId, attempt }, 'bulk run interrupted');
  const reason = error instanceof AppError ? error.message : 'Something went wrong.';
  const now = await findRunToWorkOn(runner.db, key);
  const attempts = now !== undefined && now.position !== row.position ? 0 : attempt + 1;
  if (attempts >= maxAttempts)
    return endRun(runner, key, {
      labels: records.get(row.record_type).labels,
      status: 'failed',
      detail: `${reason} Changes already made are kept.`,
    });
  await runner.transact(async (work) => {
    await setRunDetail(work.db, key, `${reason} It will be retried.`);
    const startAfter = addMinutes(work.now, Math.min(attempts, 4) / 4);
    await work.enqueue(bulkQueue, { ...key, attempt: attempts }, { startAfter });
    work.publish({ workspaceId: key.workspaceId, noun: 'bulk', id: key.runId });
  });
}
