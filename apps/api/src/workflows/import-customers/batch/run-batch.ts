import type { ImportMode } from '../../../features/imports/imports.queries.ts';
import type { WorkRunner } from '../../../platform/work.ts';
import { findKnownCustomers, type Importer } from '../matching/known-customers.queries.ts';
import { keysOf } from '../matching/match.ts';
import { planRows, type ReadRecord, type RowPlan } from '../matching/plan-rows.ts';
import { advanceRun, lockRun } from '../run.queries.ts';
import { writePlans } from './write-plans.ts';

export type Run = {
  readonly runner: WorkRunner;
  readonly importer: Importer;
  readonly importId: string;
  readonly mode: ImportMode;
};

/**
 * Writes one batch in one transaction together with the import's progress, so that it happens once however
 * often it is tried. A batch that the database refuses is split until the row at fault stands alone and is
 * left out. Returns false when the import was stopped, or another worker is ahead.
 */
export async function runBatch(
  run: Run,
  batch: { readonly records: readonly ReadRecord[]; readonly rowCount: number },
): Promise<boolean> {
  try {
    return await writeBatch(run, batch);
  } catch (error) {
    if (!isDataError(error)) throw error;
    const { records, rowCount } = batch;
    const middle = Math.ceil(records.length / 2);
    if (records.length === 1) return runBatch(run, { records: records.map(refused), rowCount });
    return (
      (await runBatch(run, { records: records.slice(0, middle), rowCount })) &&
      runBatch(run, { records: records.slice(middle), rowCount: rowCount + middle })
    );
  }
}

function writeBatch(
  { runner, importer, importId, mode }: Run,
  { records, rowCount }: { records: readonly ReadRecord[]; rowCount: number },
): Promise<boolean> {
  return runner.transact(async (work) => {
    const key = { workspaceId: importer.workspaceId, importId };
    const state = await lockRun(work.db, key);
    if (state?.status !== 'running' || state.row_count !== rowCount) return false;
    const keys = records.flatMap(({ outcome }) =>
      outcome.kind === 'candidate' ? [keysOf(outcome.input)] : [],
    );
    const known = await findKnownCustomers(work.db, importer, { keys, importId, isLocking: true });
    const plans = planRows(records, { known, mode });
    await writePlans(work, { importer, importId, plans, known });
    const last = records.at(-1)?.record;
    if (last !== undefined)
      await advanceRun(work.db, key, {
        ...countPlans(plans),
        bytesRead: last.endsAt,
        lineNumber: last.nextLine,
      });
    work.publish({ workspaceId: importer.workspaceId, noun: 'import', id: importId });
    return true;
  });
}

function countPlans(plans: readonly RowPlan[]) {
  const taken = plans.flatMap((plan) => (plan.kind === 'reject' ? [] : [plan]));
  const organizations = taken.filter(({ candidate }) => candidate.input.accountType === 'Corporate').length;
  const created = taken.filter(({ kind }) => kind === 'create').length;
  return {
    rows: plans.length,
    individuals: taken.length - organizations,
    organizations,
    created,
    updated: taken.length - created,
    rejected: plans.length - taken.length,
  };
}

function refused({ row, record, outcome }: ReadRecord): ReadRecord {
  const name = outcome.kind === 'candidate' ? outcome.input.name : outcome.name;
  return {
    row,
    record,
    outcome: { kind: 'rejected', reason: 'The database refuses a value of this row.', name, values: {} },
  };
}

/** Classes 22 and 23: values out of range, and broken constraints. */
function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}
