import { AppError } from '#lib/errors.ts';
import { slicedJob, type JobDefinition } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { insertClaims } from './changes.queries.ts';
import { readBatches } from './file-batches.ts';
import type { ImportKey } from './import-spec.ts';
import { getImportable } from './imports.policy.ts';
import { findImportToRun } from './imports.queries.ts';
import { checkQueue } from './imports.service.ts';
import { countPlans, planBatch, type NumberedRecord, type RowPlan } from './plan-batch.ts';
import { dropBadSpan, insertBadRows } from './row-errors.queries.ts';
import { toRawRow, type Run } from './run-batch.ts';
import {
  advanceCheck,
  analyzeImports,
  clearKeys,
  findCheck,
  isAnalyzeDue,
  lockCheck,
  setCheckEnd,
  type CheckRow,
} from './runs.queries.ts';
import { findImporter } from './import.job.ts';

type Parts = Pick<Platform, 'runner' | 'storage' | 'records'>;
type Check = ImportKey & { readonly revision: number };

const batchRows = 500;

/** The job that checks a whole file: the result of starting it, and every bad cell. It resumes after the last batch. */
export function checkJob(platform: Parts): JobDefinition {
  return {
    queue: checkQueue,
    ...slicedJob,
    handler: (data, { isTimeUp }) =>
      runSlice(
        platform,
        {
          workspaceId: String(data['workspaceId']),
          importId: String(data['importId']),
          revision: Number(data['revision']),
        },
        isTimeUp,
      ),
  };
}

async function runSlice(platform: Parts, check: Check, isTimeUp: () => boolean): Promise<void> {
  const { runner, records } = platform;
  const row = await findImportToRun(runner.db, check);
  const state = await findCheck(runner.db, check);
  if (row?.status !== 'uploaded' || state?.revision !== check.revision || state.is_complete) return;
  const importable = getImportable(records, row.record_type);
  const actor = await findImporter(runner, { row, importable });
  if (actor === null)
    return endCheck(platform, check, {
      failure: `The person who uploaded this file can no longer add ${importable.labels.many} here.`,
    });
  try {
    const isOver = await checkFile(platform, { run: { runner, actor, importable, row }, state, isTimeUp });
    if (!isOver) await runner.transact((work) => work.enqueue(checkQueue, check));
  } catch (error) {
    const failure = error instanceof AppError ? error.message : 'Something went wrong.';
    await endCheck(platform, check, { failure });
    throw error;
  }
}

/** Checks batches until the file ends (true), the check is outdated (true), or the time is up (false). */
async function checkFile(
  platform: Parts,
  { run, state, isTimeUp }: { run: Run; state: CheckRow; isTimeUp: () => boolean },
): Promise<boolean> {
  const { runner, storage } = platform;
  const { row } = run;
  const key = { workspaceId: row.workspace_id, importId: row.id };
  if (state.row_count === 0) await clearKeys(runner.db, key);
  let rowCount = state.row_count;
  for await (const records of readBatches(storage, row, { from: state, size: batchRows })) {
    if (!(await checkBatch(run, { records, rowCount }))) return true;
    const before = rowCount;
    rowCount += records.length;
    if (isAnalyzeDue({ before, after: rowCount })) await analyzeImports(runner.db);
    if (isTimeUp()) return false;
  }
  await endCheck(platform, { ...key, revision: state.revision }, { failure: null, rowCount });
  return true;
}

/**
 * Plans one batch without writing a record: its row errors replace earlier ones, and the claims of its rows are stored
 * for later batches. Returns false if the import has since started or changed.
 */
async function checkBatch(
  { runner, actor, importable, row }: Run,
  { records, rowCount }: { records: readonly NumberedRecord[]; rowCount: number },
): Promise<boolean> {
  const key = { workspaceId: row.workspace_id, importId: row.id };
  return runner.transact(async ({ db, publish }) => {
    const state = await lockCheck(db, key);
    if (state?.status !== 'uploaded' || state.revision !== row.revision || state.row_count !== rowCount)
      return false;
    const { plans } = await planBatch(db, { importable, actor, row, records, isLocking: false });
    await dropBadSpan(db, key, { first: records[0]?.row ?? 0, last: records.at(-1)?.row ?? 0 });
    await insertBadRows(db, key, plans.flatMap(toBadRows));
    await insertClaims(
      db,
      key,
      plans.flatMap((plan) => (plan.kind === 'reject' ? [] : plan.claims)),
    );
    const last = records.at(-1)?.record;
    if (last !== undefined)
      await advanceCheck(db, key, {
        ...countPlans(plans),
        bytesRead: last.endsAt,
        lineNumber: last.nextLine,
      });
    publish({ workspaceId: key.workspaceId, noun: 'import', id: key.importId });
    return true;
  });
}

/** Ends a check that is not outdated: with its failure, or as complete if it has checked `rowCount` rows. */
async function endCheck(
  { runner }: Parts,
  check: Check,
  end: { failure: string } | { failure: null; rowCount: number },
): Promise<void> {
  await runner.transact(async ({ db, publish }) => {
    const state = await lockCheck(db, check);
    if (state?.revision !== check.revision) return;
    if (end.failure === null && state.row_count !== end.rowCount) return;
    await setCheckEnd(db, check, { isComplete: end.failure === null, failure: end.failure });
    publish({ workspaceId: check.workspaceId, noun: 'import', id: check.importId });
  });
}

function toBadRows(plan: RowPlan) {
  if (plan.kind !== 'reject' || plan.isSkipped) return [];
  const { row, record, cells, outcome } = plan;
  const faults = plan.faults.map((fault) => ({
    ...fault,
    value: fault.column === null ? '' : (cells[fault.column] ?? ''),
  }));
  const inFile = record.kind === 'row' ? record.cells : [record.raw];
  return [{ row, name: outcome.name, rawRow: toRawRow(inFile), faults }];
}
