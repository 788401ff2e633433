import { dropBadSpan, insertBadRows } from '#features/imports/row-fixes/fix-row.queries.ts';
import type { ImportKey, ImportRow } from '#features/imports/imports.queries.ts';
import type { WorkRunner } from '#platform/work.ts';
import { rawRow } from '../batch/write-plans.ts';
import { insertClaims } from '../matching/claims.queries.ts';
import type { Importer } from '../matching/existing-customers.queries.ts';
import type { NumberedRecord, RejectPlan, RowPlan } from '../matching/plan-rows.ts';
import { countPlans, planBatch } from '../plan-batch.ts';
import { advanceCheck, lockCheck, setCheckEnd } from './check.queries.ts';

type Check = ImportKey & { readonly revision: number };

/**
 * Plans one batch without writing a customer: its bad rows take the place of those found before, and what
 * its rows claim is noted for the batches behind. False when the import has started or changed meanwhile.
 */
export async function checkBatch(
  runner: WorkRunner,
  {
    row,
    importer,
    records,
    rowCount,
  }: { row: ImportRow; importer: Importer; records: readonly NumberedRecord[]; rowCount: number },
): Promise<boolean> {
  const key = { workspaceId: row.workspace_id, importId: row.id };
  return runner.transact(async (work) => {
    const state = await lockCheck(work.db, key);
    if (state?.status !== 'uploaded' || state.revision !== row.revision || state.row_count !== rowCount)
      return false;
    const { plans } = await planBatch(work.db, { importer, row, records, isLocking: false });
    await dropBadSpan(work.db, key, { first: records[0]?.row ?? 0, last: records.at(-1)?.row ?? 0 });
    await insertBadRows(work.db, key, plans.flatMap(badRowOf));
    await insertClaims(
      work.db,
      key,
      plans.flatMap((plan) => (plan.kind === 'reject' ? [] : plan.claims)),
    );
    const last = records.at(-1)?.record;
    if (last !== undefined)
      await advanceCheck(work.db, key, {
        ...countPlans(plans),
        bytesRead: last.endsAt,
        lineNumber: last.nextLine,
      });
    work.publish({ workspaceId: key.workspaceId, noun: 'import', id: key.importId });
    return true;
  });
}

/** Marks a check as complete when nothing has changed since its last batch. */
export async function endCheck(
  runner: WorkRunner,
  { check, rowCount }: { check: Check; rowCount: number },
): Promise<void> {
  await runner.transact(async (work) => {
    const state = await lockCheck(work.db, check);
    if (state?.revision !== check.revision || state.row_count !== rowCount) return;
    await setCheckEnd(work.db, check, { isComplete: true, failure: null });
    work.publish({ workspaceId: check.workspaceId, noun: 'import', id: check.importId });
  });
}

/** Says why a check does not go on. */
export async function failCheck(
  runner: WorkRunner,
  { check, failure }: { check: Check; failure: string },
): Promise<void> {
  await runner.transact(async (work) => {
    const state = await lockCheck(work.db, check);
    if (state?.revision !== check.revision) return;
    await setCheckEnd(work.db, check, { isComplete: false, failure });
    work.publish({ workspaceId: check.workspaceId, noun: 'import', id: check.importId });
  });
}

function badRowOf(plan: RowPlan) {
  if (plan.kind !== 'reject' || plan.isSkipped) return [];
  const asCame = plan.record.kind === 'row' ? plan.record.cells : [plan.record.raw];
  return [{ row: plan.row, name: plan.name, rawRow: rawRow(asCame), faults: withValues(plan) }];
}

function withValues({ faults, cells }: RejectPlan) {
  return faults.map((fault) => ({
    ...fault,
    value: fault.column === null ? '' : (cells[fault.column] ?? ''),
  }));
}
