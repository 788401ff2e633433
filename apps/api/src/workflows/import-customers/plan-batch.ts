import type { CustomField } from '@handover/contract/custom-fields.ts';
import { toMapping, columnsOf } from '#features/imports/imports.presenter.ts';
import type { ImportRow } from '#features/imports/imports.queries.ts';
import { toCells } from '#features/imports/row-fixes/edits.ts';
import { listEdits } from '#features/imports/row-fixes/fix-row.queries.ts';
import type { Db } from '#db/client.ts';
import { listExistingPlans, type ExistingPlan } from '#platform/billing/plans.queries.ts';
import { listActiveFields } from '#platform/records/custom-fields/custom-fields.queries.ts';
import { findClaims } from './matching/claims.queries.ts';
import {
  findExistingCustomers,
  type Importer,
  type ExistingCustomer,
} from './matching/existing-customers.queries.ts';
import { keysOf } from './matching/match.ts';
import {
  planRows,
  readRecords,
  type NumberedRecord,
  type ReadRecord,
  type RowPlan,
} from './matching/plan-rows.ts';
import type { Progress } from './run.queries.ts';

type ImportPlanRow = Pick<ImportRow, 'id' | 'columns' | 'mapping' | 'mode'>;

type Batch = {
  readonly importer: Importer;
  readonly row: ImportPlanRow;
  readonly records: readonly NumberedRecord[];
  /** Whether a write follows, and customers stay as they are until then. */
  readonly isLocking: boolean;
  /** A last word on each row before it is planned. */
  readonly judge?: (read: ReadRecord) => ReadRecord;
};

type Planned = {
  readonly plans: RowPlan[];
  readonly known: readonly ExistingCustomer[];
  readonly fields: readonly CustomField[];
  readonly clientPlans: readonly ExistingPlan[];
};

/** What becomes of the rows of a batch, the same for a trial and for the import itself. */
export async function planBatch(
  db: Db,
  { importer, row, records, isLocking, judge = (read) => read }: Batch,
): Promise<Planned> {
  const key = { workspaceId: importer.workspaceId, importId: row.id };
  const mapping = toMapping(row.mapping);
  const first = records[0]?.row ?? 0;
  const stored = await listEdits(db, key, { first, last: records.at(-1)?.row ?? 0 });
  const edits = new Map(
    stored.map(({ row_number, cells, is_skipped }) => [
      row_number,
      { cells: toCells(cells), isSkipped: is_skipped },
    ]),
  );
  const fields = await listActiveFields(db, {
    workspaceId: importer.workspaceId,
    recordType: 'customer',
    isLocking,
  });
  const clientPlans = await listExistingPlans(db, { isLocking });
  const width = columnsOf(row).length;
  const read = readRecords(records, { mapping, width, edits, fields, plans: clientPlans }).map(judge);
  const keys = read.flatMap(({ outcome }) => (outcome.kind === 'candidate' ? [keysOf(outcome.input)] : []));
  const known = await findExistingCustomers(db, importer, { keys, isLocking });
  const claims = await findClaims(db, key, { before: first, keys, known });
  const plans = planRows(read, { known, claims, mode: row.mode, mapping, plans: clientPlans });
  return { plans, known, fields, clientPlans };
}

export type BatchCounts = Pick<
  Progress,
  'rows' | 'individuals' | 'organizations' | 'created' | 'updated' | 'rejected'
>;

/** What a batch adds to the counts. */
export function countPlans(plans: readonly RowPlan[]): BatchCounts {
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
