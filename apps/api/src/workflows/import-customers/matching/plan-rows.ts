import type { ImportMapping } from '@handover/contract/imports.ts';
import { newId } from '../../../lib/ids.ts';
import type { CsvRecord } from '../../../features/imports/csv/csv-reader.ts';
import type { ImportMode } from '../../../features/imports/imports.queries.ts';
import { readRow, type Candidate } from '../../../features/imports/rows/read-row.ts';
import { createKnownIndex, keysOf, type Known, type KnownIndex, type MatchKeys } from './match.ts';

/** A record with its number as a spreadsheet counts: the header is row 1. */
export type NumberedRecord = { readonly row: number; readonly record: CsvRecord };
export type ReadRecord = NumberedRecord & { readonly outcome: ReturnType<typeof readRow> };

/** What becomes of a row. */
export type RowPlan =
  | {
      readonly kind: 'create';
      readonly row: number;
      readonly candidate: Candidate;
      readonly customerId: string;
    }
  | {
      readonly kind: 'update';
      readonly row: number;
      readonly candidate: Candidate;
      readonly customerId: string;
    }
  | {
      readonly kind: 'reject';
      readonly row: number;
      readonly reason: string;
      readonly name: string | null;
      readonly cells: readonly string[];
    };

/** Reads records with a mapping; nothing is looked up yet. */
export function readRecords(
  records: readonly NumberedRecord[],
  { mapping, width }: { mapping: ImportMapping; width: number },
): ReadRecord[] {
  return records.map(({ row, record }) => {
    if (record.kind === 'row') return { row, record, outcome: readRow(record.cells, { mapping, width }) };
    return {
      row,
      record,
      outcome: {
        kind: 'rejected',
        reason: `Line ${record.line.toLocaleString('en-US')}: ${record.reason}`,
        name: null,
        values: {},
      },
    };
  });
}

/** Decides each row in the order of the file, against the customers known and the rows before it. */
export function planRows(
  records: readonly ReadRecord[],
  { known, mode }: { known: readonly Known[]; mode: ImportMode },
): RowPlan[] {
  const index = createKnownIndex(known);
  return records.map(({ row, record, outcome }) => {
    const cells = record.kind === 'row' ? record.cells : [record.raw];
    if (outcome.kind === 'rejected')
      return { kind: 'reject', row, reason: outcome.reason, name: outcome.name, cells };
    const keys = keysOf(outcome.input);
    const decision = decide(index, keys, mode);
    if ('reason' in decision)
      return { kind: 'reject', row, reason: decision.reason, name: outcome.input.name, cells };
    const customerId = decision.customerId ?? newId();
    index.add({ ...keys, id: customerId, isInBin: false, row });
    return { kind: decision.customerId === null ? 'create' : 'update', row, candidate: outcome, customerId };
  });
}

type Decision = { readonly customerId: string | null } | { readonly reason: string };

function decide(index: KnownIndex, keys: MatchKeys, mode: ImportMode): Decision {
  const match = index.find(keys);
  if (match === null)
    return mode === 'update'
      ? { reason: 'No customer has this NPI, e-mail address, or name and phone number.' }
      : { customerId: null };
  const { known, by } = match;
  const [first] = known;
  if (first === undefined) return { customerId: null };
  const earlier = known.find(({ row }) => row !== null);
  if (earlier !== undefined) return { reason: `Row ${String(earlier.row)} of this file has the same ${by}.` };
  if (first.isInBin)
    return {
      reason: `Matches a customer in the bin by ${by}. Restore that customer, then import this row again.`,
    };
  if (mode === 'create') return { reason: `There is a customer with this ${by} already.` };
  return known.length > 1
    ? { reason: `${String(known.length)} customers have this ${by}; merge them first.` }
    : { customerId: first.id };
}
