import type { Db } from '#db/client.ts';
import { newId } from '#lib/ids.ts';
import type { Member } from '#platform/session/actor.ts';
import { listActiveFields } from '../custom-fields/custom-fields.queries.ts';
import { findClaims } from './changes.queries.ts';
import type { CsvRecord } from './csv/csv-reader.ts';
import { editRecord, toCells } from './cells.ts';
import type { Candidate, MatchedRecord, RowError, Importable, Outcome } from './import-spec.ts';
import { listHeadings, toMapping } from './imports.presenter.ts';
import type { ImportRow } from './imports.queries.ts';
import { listClaims, findColumnToFix, createExistingIndex, decide, type Claim } from './match.ts';
import { listMappedColumns } from './read-row.ts';
import { listEdits } from './row-errors.queries.ts';
import type { Progress } from './runs.queries.ts';

/** A record with its row number as in a spreadsheet, where the header is row 1. */
export type NumberedRecord = { readonly row: number; readonly record: CsvRecord };

type PlannedRow = {
  readonly row: number;
  /** The row of the file, without fixes. */
  readonly record: CsvRecord;
  /** The cells with fixes. */
  readonly cells: readonly string[];
};
/** A row that was read; nothing is looked up yet. */
export type ReadRecord = PlannedRow & { readonly isSkipped: boolean; readonly outcome: Outcome };
type TakenPlan = PlannedRow & {
  readonly outcome: Candidate;
  readonly recordId: string;
  readonly claims: readonly Claim[];
};
export type CreatePlan = TakenPlan & { readonly kind: 'create' };
export type UpdatePlan = TakenPlan & { readonly kind: 'update'; readonly existing: MatchedRecord };
export type RejectPlan = ReadRecord & { readonly kind: 'reject'; readonly faults: readonly RowError[] };
/** The result of a row. */
export type RowPlan = CreatePlan | UpdatePlan | RejectPlan;

export type Batch = {
  readonly importable: Importable;
  readonly actor: Member;
  readonly row: Pick<ImportRow, 'id' | 'columns' | 'mapping' | 'mode' | 'overwrite' | 'fix_capitalization'>;
  readonly records: readonly NumberedRecord[];
  /** Whether a write follows, so that records must not change until then. */
  readonly isLocking: boolean;
  /** Can change the outcome of a row before it is planned. */
  readonly judge?: (read: ReadRecord) => ReadRecord;
};

/** The results of the rows of a batch, the same for a check and for the import. */
export async function planBatch(db: Db, batch: Batch): Promise<{ plans: RowPlan[] }> {
  const { importable, actor, row, records, isLocking, judge = (read) => read } = batch;
  const key = { workspaceId: actor.workspaceId, importId: row.id };
  const read = (await readRecords(db, batch)).map(judge);
  const keys = read.flatMap(({ outcome }) => (outcome.kind === 'candidate' ? [outcome.keys] : []));
  const existing = await importable.spec.listExisting(db, actor, { keys, isLocking });
  const claims = await findClaims(db, key, { before: records[0]?.row ?? 0, keys, existing });
  return { plans: planRows(read, { existing, claims, importable, row }) };
}

/** Reads records with the mapping and with their fixes. */
async function readRecords(
  db: Db,
  { importable, actor, row, records, isLocking }: Batch,
): Promise<ReadRecord[]> {
  const { workspaceId } = actor;
  const span = { first: records[0]?.row ?? 0, last: records.at(-1)?.row ?? 0 };
  const stored = await listEdits(db, { workspaceId, importId: row.id }, span);
  const edits = new Map(
    stored.map(({ row_number, cells, is_skipped }) => [
      row_number,
      { cells: toCells(cells), isSkipped: is_skipped },
    ]),
  );
  const edited = records.map((one) => editRecord(one.record, edits.get(one.row)));
  const outcomes = await importable.spec.readRows(
    db,
    edited.map((record) => (record.kind === 'row' ? record.cells : [])),
    {
      actor,
      mapping: toMapping(row.mapping),
      width: listHeadings(row).length,
      overwrite: row.overwrite,
      fixCapitalization: row.fix_capitalization,
      customFields: await listActiveFields(db, { workspaceId, recordType: importable.type, isLocking }),
      isLocking,
    },
  );
  return edited.map((record, index): ReadRecord => {
    const { row: number = 0, record: original = record } = records[index] ?? {};
    const planned = { row: number, record: original, isSkipped: edits.get(number)?.isSkipped ?? false };
    const outcome = outcomes[index];
    if (record.kind === 'row' && outcome !== undefined) return { ...planned, cells: record.cells, outcome };
    const { raw, line, reason } = record.kind === 'broken' ? record : { raw: '', line: 0, reason: '' };
    const message = `Line ${line.toLocaleString('en-US')}: ${reason}`;
    return {
      ...planned,
      cells: [raw],
      outcome: createRejection({ column: null, kind: 'broken', message }, null),
    };
  });
}

type Plans = {
  readonly existing: readonly MatchedRecord[];
  /** Claims of the previous rows. */
  readonly claims: readonly Claim[];
  readonly importable: Importable;
  readonly row: Batch['row'];
};

/** Decides each row in the order of the file, against existing records and the rows before it. */
function planRows(
  records: readonly ReadRecord[],
  { existing, claims, importable, row: run }: Plans,
): RowPlan[] {
  const index = createExistingIndex(existing, claims);
  const mapping = toMapping(run.mapping);
  return records.map((read): RowPlan => {
    const { row, record, cells, isSkipped, outcome } = read;
    const reject = (faults: readonly RowError[]): RejectPlan => ({ kind: 'reject', ...read, faults });
    if (isSkipped) return reject([{ column: null, kind: 'invalid', message: 'Skipped before the import.' }]);
    if (outcome.kind === 'rejected') return reject(outcome.faults);
    const decision = decide(index, outcome.keys, { mode: run.mode, importable });
    if ('kind' in decision)
      return reject([{ ...decision, column: findColumnToFix(decision.by, { importable, mapping, cells }) }]);
    const { match } = decision;
    const problem = outcome.findProblem?.(match?.stored ?? null) ?? null;
    if (problem !== null) {
      const column = listMappedColumns(mapping, [problem.field])[0] ?? null;
      return reject([{ column, kind: 'invalid', message: problem.message }]);
    }
    const recordId = match?.id ?? newId();
    const made = listClaims({ row, keys: outcome.keys, recordId, match });
    index.add(made);
    const taken = { row, record, cells, outcome, recordId, claims: made };
    return match === null ? { kind: 'create', ...taken } : { kind: 'update', ...taken, existing: match };
  });
}

/** An outcome with one fault. */
export function createRejection(fault: RowError, name: string | null): Outcome {
  return { kind: 'rejected', faults: [fault], name, show: () => ({}) };
}

/** Every problem of a row, as one text. */
export function formatReason(faults: readonly RowError[]): string {
  return faults.map(({ message }) => message).join(' ');
}

/** The amounts that a batch adds to the counts. */
export function countPlans(plans: readonly RowPlan[]): Omit<Progress, 'bytesRead' | 'lineNumber'> {
  const taken = plans.flatMap((plan) => (plan.kind === 'reject' ? [] : [plan]));
  const inGroup = (group: Candidate['group']): number =>
    taken.filter(({ outcome }) => outcome.group === group).length;
  const created = taken.filter(({ kind }) => kind === 'create').length;
  return {
    rows: plans.length,
    individuals: inGroup('individual'),
    organizations: inGroup('organization'),
    created,
    updated: taken.length - created,
    rejected: plans.length - taken.length,
  };
}
