import type { WorkRunner } from '#platform/work.ts';
import { lockQuota } from '#platform/workspace-limits/quota.ts';
import { insertClaims } from '../matching/claims.queries.ts';
import type { Importer } from '../matching/existing-customers.queries.ts';
import type { NumberedRecord, ReadRecord } from '../matching/plan-rows.ts';
import { countPlans, planBatch } from '../plan-batch.ts';
import type { ImportRow } from '#features/imports/imports.queries.ts';
import { advanceRun, lockRun } from '../run.queries.ts';
import { limitToQuota } from './limit-to-quota.ts';
import { writePlans } from './write-plans.ts';

export type Run = {
  readonly runner: WorkRunner;
  readonly importer: Importer;
  readonly row: ImportRow;
};
type Batch = {
  readonly records: readonly NumberedRecord[];
  readonly rowCount: number;
  /** Set for a row that the database refused. */
  readonly judge?: (read: ReadRecord) => ReadRecord;
};

/**
 * Writes one batch in one transaction together with the import's progress, so that it happens once however
 * often it is tried. A batch that the database refuses is split until the row at fault stands alone and is
 * left out. Returns false when the import was stopped, or another worker is ahead.
 */
export async function runBatch(run: Run, batch: Batch): Promise<boolean> {
  try {
    return await writeBatch(run, batch);
  } catch (error) {
    if (!isDataError(error)) throw error;
    const { records, rowCount } = batch;
    const middle = Math.ceil(records.length / 2);
    if (records.length === 1) return runBatch(run, { records, rowCount, judge: refuse });
    return (
      (await runBatch(run, { records: records.slice(0, middle), rowCount })) &&
      runBatch(run, { records: records.slice(middle), rowCount: rowCount + middle })
    );
  }
}

function writeBatch({ runner, importer, row }: Run, { records, rowCount, judge }: Batch): Promise<boolean> {
  return runner.transact(async (work) => {
    const key = { workspaceId: importer.workspaceId, importId: row.id };
    const state = await lockRun(work.db, key);
    if (state?.status !== 'running' || state.row_count !== rowCount) return false;
    const room = await lockQuota(work, { workspaceId: key.workspaceId, kind: 'customers' });
    const { plans: planned, known } = await planBatch(work.db, {
      importer,
      row,
      records,
      isLocking: true,
      ...(judge === undefined ? {} : { judge }),
    });
    const plans = limitToQuota(planned, room);
    await writePlans(work, { importer, row, plans, known });
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
    work.publish({ workspaceId: importer.workspaceId, noun: 'import', id: row.id });
    return true;
  });
}

function refuse(read: ReadRecord): ReadRecord {
  const { outcome } = read;
  const name = outcome.kind === 'candidate' ? outcome.input.name : outcome.name;
  return {
    ...read,
    outcome: {
      kind: 'rejected',
      faults: [{ column: null, kind: 'invalid', message: 'The database refuses a value of this row.' }],
      name,
      values: {},
    },
  };
}

/** Classes 22 and 23: values out of range, and broken constraints. */
function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}
