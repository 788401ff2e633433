import type { Member } from '#platform/session/actor.ts';
import type { Work, WorkRunner } from '#platform/work.ts';
import { lockQuota, type QuotaLeft } from '#platform/workspace-limits/quota.ts';
import { getErrorCode } from '#lib/error-codes.ts';
import { insertChanges, insertClaims, insertRejections } from './changes.queries.ts';
import type { Importable } from './import-spec.ts';
import type { ImportRow } from './imports.queries.ts';
import {
  countPlans,
  planBatch,
  formatReason,
  createRejection,
  type NumberedRecord,
  type ReadRecord,
  type RowPlan,
} from './plan-batch.ts';
import { advanceRun, lockRun } from './runs.queries.ts';

export type Run = {
  readonly runner: WorkRunner;
  readonly actor: Member;
  readonly importable: Importable;
  readonly row: ImportRow;
};
type Batch = {
  readonly records: readonly NumberedRecord[];
  readonly rowCount: number;
  /** Set for a row that the database rejected. */
  readonly judge?: (read: ReadRecord) => ReadRecord;
};

const maxRawCharacters = 100_000;

/**
 * Writes one batch in one transaction together with the import's progress, so that it is executed once even if retried.
 * A batch that the database rejects is split until the failing row is isolated and skipped. Returns false when the
 * import was stopped, or another worker is ahead.
 */
export async function runBatch(run: Run, batch: Batch): Promise<boolean> {
  try {
    return await writeBatch(run, batch);
  } catch (error) {
    if (!isDataError(error)) throw error;
    const { records, rowCount } = batch;
    const middle = Math.ceil(records.length / 2);
    if (records.length === 1) return runBatch(run, { records, rowCount, judge: rejectRecord });
    return (
      (await runBatch(run, { records: records.slice(0, middle), rowCount })) &&
      runBatch(run, { records: records.slice(middle), rowCount: rowCount + middle })
    );
  }
}

function writeBatch(run: Run, { records, rowCount, judge }: Batch): Promise<boolean> {
  const { runner, actor, importable, row } = run;
  const { workspaceId } = actor;
  return runner.transact(async (work) => {
    const key = { workspaceId, importId: row.id };
    const state = await lockRun(work.db, key);
    if (state?.status !== 'running' || state.row_count !== rowCount) return false;
    const { quota } = importable.spec;
    const quotaLeft = quota === null ? null : await lockQuota(work, { workspaceId, quota });
    const { plans: planned } = await planBatch(work.db, {
      importable,
      actor,
      row,
      records,
      isLocking: true,
      ...(judge === undefined ? {} : { judge }),
    });
    const plans = quotaLeft === null ? planned : limitToQuota(planned, quotaLeft);
    await writePlans(work, run, plans);
    await insertClaims(
      work.db,
      key,
      plans.flatMap((plan) => (plan.kind === 'reject' ? [] : plan.claims)),
    );
    const last = records.at(-1)?.record;
    if (last !== undefined)
      await advanceRun(work.db, key, {
        ...countPlans(plans),
        bytesRead: last.endsAt,
        lineNumber: last.nextLine,
      });
    work.publish({ workspaceId, noun: 'import', id: row.id });
    return true;
  });
}

/** Writes the records of a batch, what its undo needs, and the skipped rows. */
async function writePlans(
  work: Work,
  { actor, importable, row }: Run,
  plans: readonly RowPlan[],
): Promise<void> {
  const key = { workspaceId: actor.workspaceId, importId: row.id };
  await importable.spec.write(work, {
    actor,
    key,
    fileName: row.file_name,
    overwrite: row.overwrite,
    created: plans.flatMap((plan) =>
      plan.kind === 'create' ? [{ row: plan.row, recordId: plan.recordId, input: plan.outcome.input }] : [],
    ),
    updated: plans.flatMap((plan) =>
      plan.kind === 'update'
        ? [
            {
              row: plan.row,
              recordId: plan.recordId,
              input: plan.outcome.input,
              stored: plan.existing.stored,
            },
          ]
        : [],
    ),
    note: (changes) => insertChanges(work.db, { ...key, recordType: importable.type }, changes),
  });
  await insertRejections(
    work.db,
    key,
    plans.flatMap((plan) =>
      plan.kind === 'reject'
        ? [
            {
              row_number: plan.row,
              reason: formatReason(plan.faults),
              name: plan.outcome.name,
              raw_row: toRawRow(plan.cells),
            },
          ]
        : [],
    ),
  );
}

/** Rows that would create a record beyond the limit of the workspace's plan are skipped, with the reason. */
function limitToQuota(plans: readonly RowPlan[], { left, refusal }: QuotaLeft): RowPlan[] {
  let free = left;
  return plans.map((plan): RowPlan => {
    if (plan.kind !== 'create') return plan;
    free -= 1;
    if (free >= 0) return plan;
    const { row, record, cells, outcome } = plan;
    const faults = [{ column: null, kind: 'invalid' as const, message: refusal }];
    return { kind: 'reject', row, record, cells, outcome, isSkipped: false, faults };
  });
}

/** A row as a JSON array of its cells; an excessively long row is truncated. */
export function toRawRow(cells: readonly string[]): string {
  const text = JSON.stringify(cells);
  return text.length <= maxRawCharacters
    ? text
    : JSON.stringify(cells.slice(0, 50).map((cell) => cell.slice(0, 1_000)));
}

function rejectRecord(read: ReadRecord): ReadRecord {
  const message = 'A value in this row cannot be saved.';
  return { ...read, outcome: createRejection({ column: null, kind: 'invalid', message }, read.outcome.name) };
}

/** Classes 22 and 23: values out of range, and broken constraints. */
function isDataError(error: unknown): boolean {
  return /^2[23]/.test(getErrorCode(error));
}
