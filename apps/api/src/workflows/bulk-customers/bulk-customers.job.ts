import { addMinutes } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { isOpenTo } from '#platform/session/areas.ts';
import type { Member } from '#platform/session/actor.ts';
import { findMember } from '#platform/session/find-member.ts';
import { runBatch, type BatchEnd } from './batch/run-batch.ts';
import { bulkQueue } from './bulk-customers.service.ts';
import { endRun, obstacleOf } from './finish.ts';
import {
  findRunToWorkOn,
  listUnfinishedRuns,
  moveRun,
  setRunDetail,
  type RunKey,
  type RunRow,
} from './runs.queries.ts';

type Parts = Pick<Platform, 'runner' | 'logger' | 'config'>;

/** A job hands over to a new one after this long, so that the queue notices a dead worker soon. */
const sliceMs = 20_000;
const expireSeconds = 120;
const maxAttempts = 30;

/** The job that works through many customers: some to a transaction, resumed behind the last one wherever it was cut off. */
export function bulkJobs(platform: Parts): JobDefinition[] {
  return [
    {
      queue: bulkQueue,
      expireSeconds,
      handler: (data, { signal }) => {
        const key = { workspaceId: String(data['workspaceId']), runId: String(data['runId']) };
        return runSlice(platform, { ...key, attempt: Number(data['attempt'] ?? 0), signal });
      },
    },
  ];
}

/** Queues what a killed server left half done. Running twice is harmless: batches happen once. */
export async function resumeBulkRuns({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  await runner.transact(async (work) => {
    for (const key of await listUnfinishedRuns(work.db)) await work.enqueue(bulkQueue, key);
  });
}

type Slice = RunKey & { readonly attempt: number; readonly signal: AbortSignal };

async function runSlice(platform: Parts, { workspaceId, runId, attempt, signal }: Slice): Promise<void> {
  const { runner } = platform;
  const key = { workspaceId, runId };
  await moveRun(runner.db, key, { from: ['queued'], to: 'running', detail: null, finishedAt: null });
  const row = await findRunToWorkOn(runner.db, key);
  if (row?.status !== 'running') return;
  try {
    await goOn(platform, { key, row, signal });
  } catch (error) {
    await tryLater(platform, { key, row, attempt, error });
  }
}

/** Runs batches until the run is over or the time is up, and then queues the rest. */
async function goOn(
  { runner, config }: Parts,
  { key, row, signal }: { key: RunKey; row: RunRow; signal: AbortSignal },
): Promise<void> {
  const deadline = performance.now() + sliceMs;
  let end: BatchEnd = 'more';
  let position = row.position;
  while (end === 'more') {
    const member = await findActor(runner, row);
    if (member === null)
      return endRun(runner, key, {
        status: 'failed',
        detail: 'Whoever started this may no longer work with customers here. What is done stays.',
      });
    const obstacle = await obstacleOf(runner.read(), row);
    if (obstacle !== null) return endRun(runner, key, { status: 'failed', detail: obstacle });
    end = await runBatch({ runner, member, row, mailFrom: config.mailFrom }, position);
    position += 1;
    if (signal.aborted || performance.now() > deadline) break;
  }
  if (end === 'end') return endRun(runner, key, { status: 'done', detail: null });
  if (end === 'more') await runner.transact((work) => work.enqueue(bulkQueue, key));
}

/** Who started the run, with the role and scope that they have by now; null when customers are closed to them. */
async function findActor({ db, clock }: Parts['runner'], row: RunRow): Promise<Member | null> {
  const asked = { workspaceId: row.workspace_id, userId: row.created_by, now: clock.now() };
  const member = await findMember(db, asked);
  return member !== null && member.scope !== 'client' && isOpenTo(member, 'users') ? member : null;
}

/** A database that is down comes back: the run waits for it, and fails once it has waited long enough without a customer done. */
async function tryLater(
  { runner, logger }: Parts,
  { key, row, attempt, error }: { key: RunKey; row: RunRow; attempt: number; error: unknown },
): Promise<void> {
  logger.warn({ err: error, runId: key.runId, attempt }, 'run over many customers interrupted');
  const reason = error instanceof AppError ? error.message : 'Something went wrong on our side.';
  const now = await findRunToWorkOn(runner.db, key);
  const attempts = now !== undefined && now.position !== row.position ? 0 : attempt + 1;
  if (attempts >= maxAttempts)
    return endRun(runner, key, { status: 'failed', detail: `${reason} What is done stays.` });
  await runner.transact(async (work) => {
    await setRunDetail(work.db, key, `${reason} It goes on by itself.`);
    const startAfter = addMinutes(work.now, Math.min(attempts, 4) / 4);
    await work.enqueue(bulkQueue, { ...key, attempt: attempts }, { startAfter });
    work.publish({ workspaceId: key.workspaceId, noun: 'bulk', id: key.runId });
  });
}
