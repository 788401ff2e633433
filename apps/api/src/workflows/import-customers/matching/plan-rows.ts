import type { ImportMapping } from '@handover/contract/imports.ts';
import type { CsvRecord } from '#features/imports/csv/csv-reader.ts';
import type { ImportMode } from '#features/imports/imports.queries.ts';
import { editRecord, type RowEdit } from '#features/imports/row-fixes/edits.ts';
import type { Fault } from '#features/imports/rows/faults.ts';
import { readRow, type Candidate, type Reading, type Rejected } from '#features/imports/rows/read-row.ts';
import { newId } from '#lib/ids.ts';
import type { ExistingPlan } from '#platform/billing/plans.queries.ts';
import { archivedPlanText } from '#platform/billing/plan-names.ts';
import {
  createExistingIndex,
  customerKey,
  keysOf,
  textKeys,
  type Claim,
  type Known,
  type ExistingIndex,
  type MatchedBy,
  type MatchKeys,
} from './match.ts';

/** A record with its number as a spreadsheet counts: the header is row 1. */
export type NumberedRecord = { readonly row: number; readonly record: CsvRecord };
export type ReadRecord = {
  readonly row: number;
  /** The row as it came, without what was mended. */
  readonly record: CsvRecord;
  /** The row as it counts. */
  readonly cells: readonly string[];
  readonly isSkipped: boolean;
  readonly outcome: Candidate | Rejected;
};

/** A row that is taken, and what it claims for itself against later rows. */
export type TakenPlan<Kind extends 'create' | 'update' = 'create' | 'update'> = {
  readonly kind: Kind;
  readonly row: number;
  readonly candidate: Candidate;
  readonly customerId: string;
  readonly claims: readonly Claim[];
  readonly cells: readonly string[];
  readonly record: CsvRecord;
};
export type RejectPlan = {
  readonly kind: 'reject';
  readonly row: number;
  /** Of the row; the first explains it best. */
  readonly faults: readonly Fault[];
  readonly name: string | null;
  readonly isSkipped: boolean;
  readonly cells: readonly string[];
  readonly record: CsvRecord;
};
/** What becomes of a row. */
export type RowPlan = TakenPlan<'create'> | TakenPlan<'update'> | RejectPlan;

/** Reads records with a mapping and with what was mended; nothing is looked up yet. */
export function readRecords(
  records: readonly NumberedRecord[],
  { edits, ...reading }: Reading & { readonly edits: ReadonlyMap<number, RowEdit> },
): ReadRecord[] {
  return records.map(({ row, record }) => {
    const edit = edits.get(row);
    const mended = editRecord(record, edit);
    const isSkipped = edit?.isSkipped ?? false;
    if (mended.kind === 'row')
      return {
        row,
        record,
        cells: mended.cells,
        isSkipped,
        outcome: readRow(mended.cells, reading),
      };
    const message = `Line ${mended.line.toLocaleString('en-US')}: ${mended.reason}`;
    const faults: Fault[] = [{ column: null, kind: 'broken', message }];
    return {
      row,
      record,
      cells: [mended.raw],
      isSkipped,
      outcome: { kind: 'rejected', faults, name: null, values: {} },
    };
  });
}

type Plans = {
  readonly known: readonly Known[];
  /** Of the rows taken before these. */
  readonly claims: readonly Claim[];
  readonly mode: ImportMode;
  readonly mapping: ImportMapping;
  readonly plans: readonly ExistingPlan[];
};

/** Decides each row in the order of the file, against the customers known and the rows before it. */
export function planRows(
  records: readonly ReadRecord[],
  { known, claims, mode, mapping, plans }: Plans,
): RowPlan[] {
  const index = createExistingIndex(known, claims);
  return records.map((read): RowPlan => {
    const { row, record, cells, isSkipped, outcome } = read;
    const left = (faults: readonly Fault[], name: string | null): RejectPlan => ({
      kind: 'reject',
      row,
      faults,
      name,
      isSkipped,
      cells,
      record,
    });
    const name = outcome.kind === 'candidate' ? outcome.input.name : outcome.name;
    if (isSkipped) return left([skipped], name);
    if (outcome.kind === 'rejected') return left(outcome.faults, name);
    const keys = keysOf(outcome.input);
    const decision = decide(index, keys, mode);
    if ('kind' in decision)
      return left([{ ...decision, column: columnOf(decision.by, { mapping, cells }) }], name);
    const archived = archivedPlan(outcome, decision.match, plans);
    if (archived !== null) return left([{ ...archived, column: planColumn(mapping) }], name);
    const customerId = decision.match?.id ?? newId();
    const made = claimsOf({ row, keys, customerId, match: decision.match });
    index.add(made);
    const taken = { row, candidate: outcome, customerId, claims: made, cells, record };
    return decision.match === null ? { kind: 'create', ...taken } : { kind: 'update', ...taken };
  });
}

/** An archived plan stays with who has it, and is given to nobody else. */
function archivedPlan(
  { input }: Candidate,
  match: Known | null,
  plans: readonly ExistingPlan[],
): Pick<Fault, 'kind' | 'message'> | null {
  const plan = plans.find(({ name }) => name === input.planName);
  if (plan?.isArchived !== true) return null;
  const hasIt = match !== null && [plan.name, ...plan.formerNames].some((name) => name === match.planName);
  return hasIt ? null : { kind: 'invalid', message: `Plan: ${archivedPlanText(plan.name)}.` };
}

function planColumn(mapping: ImportMapping): number | null {
  const column = Object.keys(mapping).find((index) => mapping[index] === 'planName');
  return column === undefined ? null : Number(column);
}

const skipped: Fault = { column: null, kind: 'invalid', message: 'Skipped before the import.' };

type Refusal = Pick<Fault, 'kind' | 'message'> & { readonly by: MatchedBy | null };

function decide(
  index: ExistingIndex,
  keys: MatchKeys,
  mode: ImportMode,
): { readonly match: Known | null } | Refusal {
  const found = index.find(keys);
  if (found === null)
    return mode === 'update'
      ? {
          kind: 'unknown',
          by: null,
          message: 'No customer has this NPI, e-mail address, or name and phone number.',
        }
      : { match: null };
  const { by, known, earlierRow } = found;
  if (earlierRow !== null)
    return { kind: 'duplicate', by, message: `Row ${String(earlierRow)} of this file has the same ${by}.` };
  const [first] = known;
  if (first === undefined) return { match: null };
  if (first.isInTrash)
    return {
      kind: 'in_bin',
      by,
      message: `Matches a customer in the bin by ${by}. Restore that customer, then import this row again.`,
    };
  if (mode === 'create')
    return { kind: 'exists', by, message: `There is a customer with this ${by} already.` };
  if (known.length > 1)
    return {
      kind: 'ambiguous',
      by,
      message: `${String(known.length)} customers have this ${by}; merge them first.`,
    };
  const row = index.rowOf(first.id);
  return row === null
    ? { match: first }
    : { kind: 'duplicate', by, message: `Row ${String(row)} of this file is about the same customer.` };
}

/** A row that changes a customer also stands for what the customer was known by before. */
function claimsOf({
  row,
  keys,
  customerId,
  match,
}: {
  row: number;
  keys: MatchKeys;
  customerId: string;
  match: Known | null;
}): Claim[] {
  const npi = keys.npi ?? match?.npi ?? null;
  const texts = [keys, ...(match === null ? [] : [match])].flatMap((one) =>
    Object.values(textKeys(one)).flat(),
  );
  return [...new Set([...texts, customerKey(customerId)])].map((key) => ({ key, row, npi }));
}

/** The column to mend when a row is left out because of another. */
function columnOf(
  by: MatchedBy | null,
  { mapping, cells }: { mapping: ImportMapping; cells: readonly string[] },
): number | null {
  const fields = { NPI: ['npi'], 'e-mail address': ['email'], 'name and phone number': ['phone'] };
  const wanted = by === null ? ['npi', 'email', 'phone'] : fields[by];
  const columns = wanted.flatMap((field) =>
    Object.keys(mapping)
      .filter((index) => mapping[index] === field)
      .map(Number),
  );
  return columns.find((column) => (cells[column] ?? '').trim() !== '') ?? columns[0] ?? null;
}
