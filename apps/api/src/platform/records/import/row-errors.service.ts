import {
  importProblemKinds,
  type ImportProblemKind,
  type ImportProblemRow,
} from '@handover/contract/records/imports.ts';
import { AppError, invalidField, notFound } from '#lib/errors.ts';
import type { Work } from '#platform/work.ts';
import { listActiveFields } from '../custom-fields/custom-fields.queries.ts';
import type { ImportKey } from './import-spec.ts';
import { listHeadings, toMapping } from './imports.presenter.ts';
import type { ImportRow } from './imports.queries.ts';
import { loadUnstarted, queueCheck, type Actor, type LoadedImport } from './imports.service.ts';
import {
  deleteEdit,
  dropBadRows,
  editCells,
  findRow,
  insertBadRows,
  listEqualRows,
  listRowProblems,
  listRowsWith,
  resolveCells,
  skipRows,
  wholeRow,
  type ProblemCell,
} from './row-errors.queries.ts';
import { toCells, toRow, withEdits } from './cells.ts';

/** People fix cell after cell; the whole file is checked again when they pause. */
const pauseMs = 2_000;
/** Limits how many rows one request changes, so that it finishes in time. */
const maxRowsAtOnce = 5_000;

type CellEdit = {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  /** Whether to also set every bad cell of the column that currently has the same value. */
  readonly isForAllEqual: boolean;
};

/**
 * Sets a cell of a bad row. The row is read again immediately; duplicates and counts are updated by the next check.
 * Throws NOT_FOUND for a row without errors, RULE_BROKEN for a line that cannot be read, CONFLICT, INVALID_INPUT.
 */
export async function editCell(
  by: Actor,
  { importId, edit }: { importId: string; edit: CellEdit },
): Promise<{ row: ImportProblemRow; changedRows: number; nextRow: number | null }> {
  const run = await loadUnstarted(by, importId);
  const { work } = by;
  const key = { workspaceId: by.actor.workspaceId, importId };
  const column = Number(edit.column);
  const width = listHeadings(run.row).length;
  if (column >= width) throw invalidField('column', `The file has ${String(width)} columns.`);
  const found = await findRow(work.db, key, edit.row);
  if (found === undefined) throw notFound('row');
  const problems = await listRowProblems(work.db, key, [edit.row]);
  if (problems.some(({ column_index }) => column_index === wholeRow))
    throw new AppError(
      'RULE_BROKEN',
      'This line of the file is broken. Correct it in the file, or skip the row.',
    );
  const before = withEdits(toRow(found.raw_row), toCells(found.cells))[column] ?? '';
  const equal =
    edit.isForAllEqual && edit.value !== before
      ? await listEqualRows(work.db, key, { column, value: before, limit: maxRowsAtOnce + 1 })
      : [];
  const all = [...new Set([edit.row, ...equal])];
  const rows = all.slice(0, maxRowsAtOnce);
  await editCells(work.db, key, { rows, column, value: edit.value });
  const outcome = await rereadRow(by, { key, run, row: edit.row });
  const others = rows.filter((row) => row !== edit.row);
  if (others.length > 0)
    await resolveCells(work.db, key, {
      rows: others,
      column,
      fault: outcome?.faults.find((fault) => fault.column === column),
      value: edit.value,
    });
  await publishChange(work, key);
  return {
    row: await presentOne(work, { key, run, row: edit.row }),
    changedRows: rows.length,
    nextRow: all[maxRowsAtOnce] ?? null,
  };
}

/** Skips one bad row, or all with one kind of problem in a column. Throws NOT_FOUND, CONFLICT. */
export async function skipBadRows(
  by: Actor,
  {
    importId,
    which,
  }: { importId: string; which: { row: number } | { column: string | null; kind: ImportProblemKind } },
): Promise<{ changedRows: number; isMore: boolean }> {
  await loadUnstarted(by, importId);
  const { work } = by;
  const key = { workspaceId: by.actor.workspaceId, importId };
  const rows =
    'row' in which
      ? [which.row]
      : await listRowsWith(work.db, key, {
          column: which.column === null ? wholeRow : Number(which.column),
          kind: which.kind,
          limit: maxRowsAtOnce + 1,
        });
  const changedRows = await skipRows(work.db, key, rows.slice(0, maxRowsAtOnce));
  if ('row' in which && changedRows === 0) throw notFound('row');
  await publishChange(work, key);
  return { changedRows, isMore: rows.length > maxRowsAtOnce };
}

/** Resets a fixed or skipped row to the file. Throws NOT_FOUND, CONFLICT. */
export async function restoreRow(
  by: Actor,
  { importId, row }: { importId: string; row: number },
): Promise<void> {
  const run = await loadUnstarted(by, importId);
  const { work } = by;
  const key = { workspaceId: by.actor.workspaceId, importId };
  const found = await findRow(work.db, key, row);
  if (found === undefined || found.is_skipped === null) throw notFound('row');
  await deleteEdit(work.db, key, row);
  await readAgain(by, {
    key,
    run,
    row,
    cells: toRow(found.raw_row),
    name: found.name,
    rawRow: found.raw_row,
  });
  await publishChange(work, key);
}

type OneRow = { readonly key: ImportKey; readonly run: LoadedImport; readonly row: number };

async function rereadRow(by: Actor, one: OneRow) {
  const found = await findRow(by.work.db, one.key, one.row);
  if (found === undefined) return null;
  const cells = withEdits(toRow(found.raw_row), toCells(found.cells));
  return readAgain(by, { ...one, cells, name: found.name, rawRow: found.raw_row });
}

/** Reads a single row and stores its faults. Null when it has none. */
async function readAgain(
  { work, actor }: Actor,
  {
    key,
    run,
    row,
    cells,
    name,
    rawRow,
  }: OneRow & { cells: readonly string[]; name: string | null; rawRow: string },
) {
  const { type: recordType, spec } = run.importable;
  const [outcome] = await spec.readRows(work.db, [cells], {
    actor,
    mapping: toMapping(run.row.mapping),
    width: listHeadings(run.row).length,
    overwrite: run.row.overwrite,
    fixCapitalization: run.row.fix_capitalization,
    customFields: await listActiveFields(work.db, { ...key, recordType }),
    isLocking: false,
  });
  await dropBadRows(work.db, key, [row]);
  if (outcome?.kind !== 'rejected') return null;
  const faults = outcome.faults.map((fault) => ({
    ...fault,
    value: fault.column === null ? '' : (cells[fault.column] ?? ''),
  }));
  await insertBadRows(work.db, key, [{ row, name, rawRow, faults }]);
  return outcome;
}

async function publishChange(work: Work, key: ImportKey): Promise<void> {
  await queueCheck(work, key, { delayMs: pauseMs });
  work.publish({ workspaceId: key.workspaceId, noun: 'import', id: key.importId });
}

async function presentOne(work: Work, { key, run, row }: OneRow): Promise<ImportProblemRow> {
  const found = await findRow(work.db, key, row);
  if (found === undefined) throw notFound('row');
  const problems = await listRowProblems(work.db, key, [row]);
  return presentRow({ row_number: row, ...found }, { problems, run: run.row });
}

/** A bad or fixed row as the screen shows it: its mapped cells with the fixes. */
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
