import {
  findImportToRun,
  moveImport,
  type ImportKey,
  type ImportRow,
} from '#features/imports/imports.queries.ts';
import { checkQueue } from '#features/imports/checks/queue-check.ts';
import { importQueue, undoQueue } from '#features/imports/imports.service.ts';
import { AppError } from '#lib/errors.ts';
import { addMinutes } from '#lib/clock.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { runBatch, type Run } from './batch/run-batch.ts';
import { checkJob } from './check/check.job.ts';
import { fileBatches } from './file-batches.ts';
import { finishRun, failRun } from './finish.ts';
import { findImporter, type Importer } from './matching/existing-customers.queries.ts';
import type { NumberedRecord } from './matching/plan-rows.ts';
import {
  analyzeCustomers,
  isGrown,
  listUnfinishedChecks,
  listUnfinishedRuns,
  setStatusDetail,
} from './run.queries.ts';
import { undoJob } from './undo/undo.job.ts';

type Parts = Pick<Platform, 'runner' | 'storage' | 'logger'>;

const batchRows = 500;
/** A job hands over to a new one after this long, so that the queue notices a dead worker soon. */
const sliceMs = 20_000;
const expireSeconds = 120;
const maxAttempts = 30;

/** The jobs of imports: 500 rows to a transaction, resumed behind the last one wherever they were cut off. */
export function importJobs(platform: Parts): JobDefinition[] {
  return [
    {
      queue: importQueue,
      expireSeconds,
      handler: (data, { signal }) =>
        runSlice(platform, { ...keyOf(data), attempt: Number(data['attempt'] ?? 0), signal }),
    },
    checkJob(platform),
    undoJob(platform),
  ];
}

/** Queues what a killed server left half done. Running twice is harmless: batches happen once. */
export async function resumeImports({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  await runner.transact(async (work) => {
    for (const { status, ...key } of await listUnfinishedRuns(work.db))
      await work.enqueue(status === 'undoing' ? undoQueue : importQueue, key);
    for (const check of await listUnfinishedChecks(work.db)) await work.enqueue(checkQueue, check);
  });
}

type Slice = ImportKey & { readonly attempt: number; readonly signal: AbortSignal };

async function runSlice(platform: Parts, { workspaceId, importId, attempt, signal }: Slice): Promise<void> {
  const { runner } = platform;
  const key = { workspaceId, importId };
  await moveImport(runner.db, key, { from: ['queued'], to: 'running', detail: null, finishedAt: null });
  const row = await findImportToRun(runner.db, key);
  if (row?.status !== 'running') return;
  const importer = await findImporter(runner.db, { workspaceId, userId: row.created_by });
  if (importer === undefined)
    return failRun(runner, {
      row,
      importer,
      detail: 'Whoever started this import may no longer add customers here. Rows done so far stay.',
    });
  const deadline = performance.now() + sliceMs;
  try {
    const isOver = await runFile(platform, {
      row,
      importer,
      isTimeUp: () => signal.aborted || performance.now() > deadline,
    });
    if (!isOver) await runner.transact((work) => work.enqueue(importQueue, key));
  } catch (error) {
    await tryLater(platform, { row, importer, attempt, error });
  }
}

/** Runs batches until the file ends (true), the import is stopped (true), or the time is up (false). */
async function runFile(
  { runner, storage }: Parts,
  { row, importer, isTimeUp }: { row: ImportRow; importer: Importer; isTimeUp: () => boolean },
): Promise<boolean> {
  const run: Run = { runner, importer, row };
  let rowCount = row.row_count;
  const write = async (records: readonly NumberedRecord[]): Promise<boolean> => {
    const isWritten = await runBatch(run, { records, rowCount });
    const before = rowCount;
    rowCount += records.length;
    if (isGrown({ before, after: rowCount })) await analyzeCustomers(runner.db);
    return isWritten;
  };
  for await (const batch of fileBatches(storage, row, { from: row, size: batchRows })) {
    if (!(await write(batch))) return true;
    if (isTimeUp()) return false;
  }
  await finishRun(runner, { row, importer, rowCount });
  return true;
}

/** A store or database that is down comes back: the import waits for it, and fails once it has waited long enough without a row done. */
async function tryLater(
  { runner, logger }: Parts,
  { row, importer, attempt, error }: { row: ImportRow; importer: Importer; attempt: number; error: unknown },
): Promise<void> {
  const key = { workspaceId: row.workspace_id, importId: row.id };
  logger.warn({ err: error, importId: row.id, attempt }, 'import interrupted');
  const reason = error instanceof AppError ? error.message : 'Something went wrong on our side.';
  const now = await findImportToRun(runner.db, key);
  const attempts = now !== undefined && now.row_count > row.row_count ? 0 : attempt + 1;
  if (attempts >= maxAttempts)
    return failRun(runner, {
      row,
      importer,
      detail: `${reason} Rows done so far stay; start the import again to go on.`,
    });
  await runner.transact(async (work) => {
    await setStatusDetail(work.db, key, `${reason} The import goes on by itself.`);
    await work.enqueue(
      importQueue,
      { ...key, attempt: attempts },
      { startAfter: addMinutes(work.now, Math.min(attempts, 4) / 4) },
    );
    work.publish({ workspaceId: key.workspaceId, noun: 'import', id: key.importId });
  });
}

function keyOf(data: Record<string, unknown>): ImportKey {
  return { workspaceId: String(data['workspaceId']), importId: String(data['importId']) };
}
