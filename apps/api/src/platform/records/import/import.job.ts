import { addMinutes } from '#lib/clock.ts';
import { AppError } from '#lib/errors.ts';
import { slicedJob, type JobDefinition } from '#platform/jobs.ts';
import { notify } from '#platform/notifications.ts';
import type { Platform } from '#platform/platform.ts';
import type { Member } from '#platform/session/actor.ts';
import { isRecordAreaOpen } from '#platform/session/access.ts';
import { findMember } from '#platform/session/find-member.ts';
import type { WorkRunner } from '#platform/work.ts';
import { readBatches } from './file-batches.ts';
import type { ImportKey } from './import-spec.ts';
import { getImportable } from './imports.policy.ts';
import { findImportToRun, moveImport, type ImportRow } from './imports.queries.ts';
import { checkQueue, importQueue, undoQueue, type LoadedImport } from './imports.service.ts';
import type { NumberedRecord } from './plan-batch.ts';
import { runBatch, type Run } from './run-batch.ts';
import {
  analyzeImports,
  clearBadRows,
  clearKeys,
  isAnalyzeDue,
  listUnfinishedChecks,
  listUnfinishedRuns,
  lockRun,
  setStatusDetail,
} from './runs.queries.ts';

type Parts = Pick<Platform, 'runner' | 'storage' | 'logger' | 'records'>;

const batchRows = 500;
const maxAttempts = 30;
/** From this number of rows, the planner's statistics are updated at the end. */
const manyRows = 1_000;

/** The job that imports a file, 500 rows per transaction; it resumes after the last imported row. */
export function importJob(platform: Parts): JobDefinition {
  return {
    queue: importQueue,
    ...slicedJob,
    handler: (data, { isTimeUp }) =>
      runSlice(platform, {
        workspaceId: String(data['workspaceId']),
        importId: String(data['importId']),
        attempt: Number(data['attempt'] ?? 0),
        isTimeUp,
      }),
  };
}

/** Queues the imports that a killed server left unfinished. Running twice is harmless: each batch is executed once. */
export async function resumeImports({ runner }: Pick<Platform, 'runner'>): Promise<void> {
  await runner.transact(async (work) => {
    for (const { status, ...key } of await listUnfinishedRuns(work.db))
      await work.enqueue(status === 'undoing' ? undoQueue : importQueue, key);
    for (const check of await listUnfinishedChecks(work.db)) await work.enqueue(checkQueue, check);
  });
}

/**
 * The member who started the import, or uploaded it if it is only being checked, with their current role and scope;
 * null if they no longer have access to the records.
 */
export async function findImporter(
  { db, clock }: WorkRunner,
  { row, importable: { type } }: LoadedImport,
): Promise<Member | null> {
  const member = await findMember(db, {
    workspaceId: row.workspace_id,
    userId: row.started_by ?? row.created_by,
    now: clock.now(),
  });
  return member !== null && member.scope !== 'client' && isRecordAreaOpen(member, type) ? member : null;
}

type Slice = ImportKey & { readonly attempt: number; readonly isTimeUp: () => boolean };

async function runSlice(platform: Parts, { attempt, isTimeUp, ...key }: Slice): Promise<void> {
  const { runner } = platform;
  await moveImport(runner.db, key, { from: ['queued'], to: 'running', detail: null, finishedAt: null });
  const row = await findImportToRun(runner.db, key);
  if (row?.status !== 'running') return;
  const importable = getImportable(platform.records, row.record_type);
  const actor = await findImporter(runner, { row, importable });
  if (actor === null)
    return endRun(runner, row, {
      status: 'failed',
      detail: `The person who started this import no longer has permission to add ${importable.labels.many}. Rows already imported were kept.`,
    });
  try {
    const isOver = await runFile(platform, { run: { runner, actor, importable, row }, isTimeUp });
    if (!isOver) await runner.transact((work) => work.enqueue(importQueue, key));
  } catch (error) {
    await retryLater(platform, { row, attempt, error });
  }
}

/** Runs batches until the file ends (true), the import is stopped (true), or the time is up (false). */
async function runFile(
  { runner, storage }: Parts,
  { run, isTimeUp }: { run: Run; isTimeUp: () => boolean },
): Promise<boolean> {
  const { row, importable } = run;
  const analyze = async (): Promise<void> => {
    await importable.spec.analyze(runner.db);
    await analyzeImports(runner.db);
  };
  let rowCount = row.row_count;
  const write = async (records: readonly NumberedRecord[]): Promise<boolean> => {
    const isWritten = await runBatch(run, { records, rowCount });
    const before = rowCount;
    rowCount += records.length;
    if (isAnalyzeDue({ before, after: rowCount })) await analyze();
    return isWritten;
  };
  for await (const batch of readBatches(storage, row, { from: row, size: batchRows })) {
    if (!(await write(batch))) return true;
    if (isTimeUp()) return false;
  }
  await endRun(runner, row, { status: 'done', rowCount });
  if (rowCount >= manyRows) await analyze();
  return true;
}

/** Waits for a store or database that is down, and fails after many attempts without a row done. */
async function retryLater(
  { runner, logger }: Parts,
  { row, attempt, error }: { row: ImportRow; attempt: number; error: unknown },
): Promise<void> {
  const key = { workspaceId: row.workspace_id, importId: row.id };
  logger.warn({ err: error, importId: row.id, attempt }, 'import interrupted');
  const reason = error instanceof AppError ? error.message : 'Something went wrong.';
  const now = await findImportToRun(runner.db, key);
  const attempts = now !== undefined && now.row_count > row.row_count ? 0 : attempt + 1;
  if (attempts >= maxAttempts)
    return endRun(runner, row, {
      status: 'failed',
      detail: `${reason} Rows already imported were kept. Start the import again to continue.`,
    });
  await runner.transact(async (work) => {
    await setStatusDetail(work.db, key, `${reason} The import will continue automatically.`);
    await work.enqueue(
      importQueue,
      { ...key, attempt: attempts },
      { startAfter: addMinutes(work.now, Math.min(attempts, 4) / 4) },
    );
    work.publish({ workspaceId: key.workspaceId, noun: 'import', id: key.importId });
  });
}

type End = { status: 'failed'; detail: string } | { status: 'done'; rowCount: number };

/** Ends an import, as done only if all its rows are, and notifies who started it. */
async function endRun(runner: WorkRunner, row: ImportRow, end: End): Promise<void> {
  const key = { workspaceId: row.workspace_id, importId: row.id };
  await runner.transact(async (work) => {
    if (end.status === 'done') {
      const state = await lockRun(work.db, key);
      if (state?.status !== 'running' || state.row_count !== end.rowCount) return;
      await clearKeys(work.db, key);
      await clearBadRows(work.db, key);
    }
    const isEnded = await moveImport(work.db, key, {
      from: ['queued', 'running'],
      to: end.status,
      detail: end.status === 'failed' ? end.detail : null,
      finishedAt: work.now,
    });
    const ended = await findImportToRun(work.db, key);
    if (!isEnded || ended === undefined) return;
    work.publish({ workspaceId: key.workspaceId, noun: 'import', id: key.importId });
    await notify(work, {
      workspaceId: key.workspaceId,
      userIds: [row.started_by ?? row.created_by],
      type: 'import.finished',
      title: formatTitle(ended),
      customerId: null,
      recordType: ended.record_type,
    });
  });
}

function formatTitle(row: ImportRow): string {
  if (row.status === 'failed') return `Import of ${row.file_name} failed: ${row.status_detail ?? ''}`;
  const count = (number: number): string => number.toLocaleString('en-US');
  return `${row.file_name} imported: ${count(row.created_count)} created, ${count(row.updated_count)} updated, ${count(row.rejected_count)} skipped`;
}
