import { clearKeys, findCheck, type CheckRow } from '#features/imports/checks/checks.queries.ts';
import { checkQueue } from '#features/imports/checks/queue-check.ts';
import { findImportToRun, type ImportKey, type ImportRow } from '#features/imports/imports.queries.ts';
import { AppError } from '#lib/errors.ts';
import type { JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { fileBatches } from '../file-batches.ts';
import { findImporter, type Importer } from '../matching/existing-customers.queries.ts';
import { analyzeImports, isGrown } from '../run.queries.ts';
import { checkBatch, endCheck, failCheck } from './check-batch.ts';

type Parts = Pick<Platform, 'runner' | 'storage' | 'logger'>;
type Check = ImportKey & { readonly revision: number };

const batchRows = 500;
const sliceMs = 20_000;
const expireSeconds = 120;

/** The job that tries out a whole file: what starting it would come to, and every bad cell. It resumes behind the last batch. */
export function checkJob(platform: Parts): JobDefinition {
  return {
    queue: checkQueue,
    expireSeconds,
    handler: (data, { signal }) =>
      runSlice(
        platform,
        {
          workspaceId: String(data['workspaceId']),
          importId: String(data['importId']),
          revision: Number(data['revision']),
        },
        signal,
      ),
  };
}

async function runSlice(platform: Parts, check: Check, signal: AbortSignal): Promise<void> {
  const { runner } = platform;
  const row = await findImportToRun(runner.db, check);
  const state = await findCheck(runner.db, check);
  if (row?.status !== 'uploaded' || state?.revision !== check.revision || state.is_complete) return;
  const importer = await findImporter(runner.db, { workspaceId: check.workspaceId, userId: row.created_by });
  if (importer === undefined)
    return failCheck(runner, {
      check,
      failure: 'Whoever uploaded this file may no longer add customers here.',
    });
  const deadline = performance.now() + sliceMs;
  try {
    const isOver = await checkFile(platform, {
      row,
      state,
      importer,
      isTimeUp: () => signal.aborted || performance.now() > deadline,
    });
    if (!isOver) await runner.transact((work) => work.enqueue(checkQueue, check));
  } catch (error) {
    const reason = error instanceof AppError ? error.message : 'Something went wrong on our side.';
    await failCheck(runner, { check, failure: reason });
    throw error;
  }
}

/** Checks batches until the file ends (true), something newer takes over (true), or the time is up (false). */
async function checkFile(
  { runner, storage }: Parts,
  {
    row,
    state,
    importer,
    isTimeUp,
  }: { row: ImportRow; state: CheckRow; importer: Importer; isTimeUp: () => boolean },
): Promise<boolean> {
  const key = { workspaceId: row.workspace_id, importId: row.id };
  if (state.row_count === 0) await clearKeys(runner.db, key);
  let rowCount = state.row_count;
  for await (const records of fileBatches(storage, row, { from: state, size: batchRows })) {
    const isChecked = await checkBatch(runner, { row, importer, records, rowCount });
    if (!isChecked) return true;
    const before = rowCount;
    rowCount += records.length;
    if (isGrown({ before, after: rowCount })) await analyzeImports(runner.db);
    if (isTimeUp()) return false;
  }
  await endCheck(runner, { check: { ...key, revision: state.revision }, rowCount });
  return true;
}
