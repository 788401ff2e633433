import {
  importProblemKinds,
  type ImportProblemKind,
  type ImportProblemRow,
} from '@handover/contract/imports.ts';
import { AppError, invalidField, notFound } from '#lib/errors.ts';
import { listExistingPlans } from '#platform/billing/plans.queries.ts';
import { listActiveFields } from '#platform/records/custom-fields/custom-fields.queries.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Work } from '#platform/work.ts';
import { queueCheck } from '../checks/queue-check.ts';
import { columnsOf, toMapping } from '../imports.presenter.ts';
import type { ImportKey, ImportRow } from '../imports.queries.ts';
import { loadUnstarted } from '../imports.service.ts';
import { readRow } from '../rows/read-row.ts';
import { toCells, toRow, withEdits } from './edits.ts';
import {
  deleteEdit,
  dropBadRows,
  editCells,
  insertBadRows,
  listEqualRows,
  listRowsWith,
  resolveCells,
  skipRows,
} from './fix-row.queries.ts';
import { findRow, listProblemsOf, wholeRow, type ProblemCell } from './row-fixes.queries.ts';

/** People mend cell after cell; what the rest of the file makes of it is worked out when they pause. */
const pauseMs = 2_000;
/** How many rows one request changes at the most, so that it ends in time. */
const rowsAtOnce = 5_000;

type CellEdit = {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  /** Also every bad cell of the column that has the same value now. */
  readonly isForAllEqual: boolean;
};

/**
 * Writes a value over a cell of a row that would be left out. The row is read anew at once; duplicates and
 * counts follow with the next check. Throws NOT_FOUND for a row that is not bad, RULE_BROKEN for a line that
 * cannot be read at all, CONFLICT, INVALID_INPUT.
 */
export async function editCell(
  work: Work,
  actor: Member,
  { importId, edit }: { importId: string; edit: CellEdit },
): Promise<{ row: ImportProblemRow; changedRows: number; nextRow: number | null }> {
  const run = await loadUnstarted(work, actor, importId);
  const key = { workspaceId: actor.workspaceId, importId };
  const column = Number(edit.column);
  if (column >= columnsOf(run).length)
    throw invalidField('column', `The file has ${String(columnsOf(run).length)} columns.`);
  const found = await findRow(work.db, key, edit.row);
  if (found === undefined) throw notFound('row');
  const problems = await listProblemsOf(work.db, key, [edit.row]);
  if (problems.some(({ column_index }) => column_index === wholeRow))
    throw new AppError(
      'RULE_BROKEN',
      'This line of the file is broken. Mend it in the file, or skip the row.',
    );
  const before = withEdits(toRow(found.raw_row), toCells(found.cells))[column] ?? '';
  const equal =
    edit.isForAllEqual && edit.value !== before
      ? await listEqualRows(work.db, key, { column, value: before, limit: rowsAtOnce + 1 })
      : [];
  const all = [...new Set([edit.row, ...equal])];
  const rows = all.slice(0, rowsAtOnce);
  await editCells(work.db, key, { rows, column, value: edit.value });
  const outcome = await rereadRow(work, { key, run, row: edit.row });
  const others = rows.filter((row) => row !== edit.row);
  if (others.length > 0)
    await resolveCells(work.db, key, {
      rows: others,
      column,
      fault: outcome?.faults.find((fault) => fault.column === column),
      value: edit.value,
    });
  await announce(work, key);
  return {
    row: await presentOne(work, { key, run, row: edit.row }),
    changedRows: rows.length,
    nextRow: all[rowsAtOnce] ?? null,
  };
}

/** Leaves out one bad row, or all with one kind of problem in a column. Throws NOT_FOUND, CONFLICT. */
export async function skip(
  work: Work,
  actor: Member,
  {
    importId,
    which,
  }: { importId: string; which: { row: number } | { column: string | null; kind: ImportProblemKind } },
): Promise<{ changedRows: number; isMore: boolean }> {
  await loadUnstarted(work, actor, importId);
  const key = { workspaceId: actor.workspaceId, importId };
  const rows =
    'row' in which
      ? [which.row]
      : await listRowsWith(work.db, key, {
          column: which.column === null ? wholeRow : Number(which.column),
          kind: which.kind,
          limit: rowsAtOnce + 1,
        });
  const changedRows = await skipRows(work.db, key, rows.slice(0, rowsAtOnce));
  if ('row' in which && changedRows === 0) throw notFound('row');
  await announce(work, key);
  return { changedRows, isMore: rows.length > rowsAtOnce };
}

/** Takes a mended or skipped row as it stands in the file again. Throws NOT_FOUND, CONFLICT. */
export async function restoreRow(
  work: Work,
  actor: Member,
  { importId, row }: { importId: string; row: number },
): Promise<void> {
  const run = await loadUnstarted(work, actor, importId);
  const key = { workspaceId: actor.workspaceId, importId };
  const found = await findRow(work.db, key, row);
  if (found === undefined || found.is_skipped === null) throw notFound('row');
  await deleteEdit(work.db, key, row);
  await readAgain(work, {
    key,
    run,
    row,
    cells: toRow(found.raw_row),
    name: found.name,
    rawRow: found.raw_row,
  });
  await announce(work, key);
}

type OneRow = { readonly key: ImportKey; readonly run: ImportRow; readonly row: number };

async function rereadRow(work: Work, one: OneRow) {
  const found = await findRow(work.db, one.key, one.row);
  if (found === undefined) return null;
  const cells = withEdits(toRow(found.raw_row), toCells(found.cells));
  return readAgain(work, { ...one, cells, name: found.name, rawRow: found.raw_row });
}

/** Reads a row by itself and writes down whether it is still bad. Null when it is not. */
async function readAgain(
  work: Work,
  {
    key,
    run,
    row,
    cells,
    name,
    rawRow,
  }: OneRow & { cells: readonly string[]; name: string | null; rawRow: string },
) {
  const outcome = readRow(cells, {
    mapping: toMapping(run.mapping),
    width: columnsOf(run).length,
    fields: await listActiveFields(work.db, { workspaceId: key.workspaceId, recordType: 'customer' }),
    plans: await listExistingPlans(work.db),
  });
  await dropBadRows(work.db, key, [row]);
  if (outcome.kind === 'candidate') return null;
  const faults = outcome.faults.map((fault) => ({
    ...fault,
    value: fault.column === null ? '' : (cells[fault.column] ?? ''),
  }));
  await insertBadRows(work.db, key, [{ row, name, rawRow, faults }]);
  return outcome;
}

async function announce(work: Work, key: ImportKey): Promise<void> {
  await queueCheck(work, key, { delayMs: pauseMs });
  work.publish({ workspaceId: key.workspaceId, noun: 'import', id: key.importId });
}

async function presentOne(work: Work, { key, run, row }: OneRow): Promise<ImportProblemRow> {
  const found = await findRow(work.db, key, row);
  if (found === undefined) throw notFound('row');
  const problems = await listProblemsOf(work.db, key, [row]);
  return presentRow({ row_number: row, ...found }, { problems, run });
}

/** A bad or mended row as the screen shows it: its mapped cells as they count now. */
export function presentRow(
  stored: {
    row_number: number;
    name: string | null;
    raw_row: string;
    cells: unknown;
    is_skipped: boolean | null;
  },
  { problems, run }: { problems: readonly ProblemCell[]; run: Pick<ImportRow, 'mapping'> },
): ImportProblemRow {
  const edited = toCells(stored.cells);
  const cells = withEdits(toRow(stored.raw_row), edited);
  return {
    row: stored.row_number,
    name: stored.name,
    cells: Object.fromEntries(
      Object.keys(toMapping(run.mapping)).map((column) => [column, cells[Number(column)] ?? '']),
    ),
    editedColumns: Object.keys(edited),
    isSkipped: stored.is_skipped ?? false,
    problems: problems.map(({ column_index, kind, message, equal }) => ({
      column: column_index === wholeRow ? null : String(column_index),
      kind: toKind(kind),
      message,
      equal,
    })),
  };
}

/** A kind as stored. */
export function toKind(stored: string): ImportProblemKind {
  return importProblemKinds.find((kind) => kind === stored) ?? 'invalid';
}
