import { z } from 'zod';
import type { CsvRecord } from '../csv/csv-reader.ts';

const storedCells = z.record(z.string(), z.string());

/** What a person made of a row: cells by column index, or that it is left out. */
export type RowEdit = { readonly cells: Readonly<Record<string, string>>; readonly isSkipped: boolean };

/** Cells of an edit as stored; what is no such record counts as none. */
export function toCells(stored: unknown): Readonly<Record<string, string>> {
  return storedCells.safeParse(stored).data ?? {};
}

/** The cells of a row kept as a JSON array. */
export function toRow(rawRow: string): string[] {
  const cells: unknown = JSON.parse(rawRow);
  return Array.isArray(cells) ? cells.map(String) : [];
}

/** A row with edited cells in the place of the file's. */
export function withEdits(cells: readonly string[], edited: RowEdit['cells']): string[] {
  const width = Math.max(cells.length, ...Object.keys(edited).map((column) => Number(column) + 1));
  return Array.from({ length: width }, (_, column) => edited[String(column)] ?? cells[column] ?? '');
}

/** A record of the file with what a person made of it; a broken line cannot be mended, only skipped. */
export function editRecord(record: CsvRecord, edit: RowEdit | undefined): CsvRecord {
  if (edit === undefined || record.kind === 'broken') return record;
  return { ...record, cells: withEdits(record.cells, edit.cells) };
}
