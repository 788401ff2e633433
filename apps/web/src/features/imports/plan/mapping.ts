import {
  importFields,
  type ImportField,
  type ImportMapping,
  type ImportRun,
  type importPreviewRow,
} from '@handover/contract/imports.ts';
import type * as z from 'zod/mini';

export type PreviewRow = z.infer<typeof importPreviewRow>;

/** A column of the file with where it goes. */
export interface MappedColumn {
  /** Index in the file, as the mapping's key. */
  readonly key: string;
  readonly header: string;
  readonly field: ImportField | null;
  /** What the first rows have in it, once it goes somewhere. */
  readonly samples: readonly string[];
}

const samplesShown = 3;

/** The columns of a file in its order, with samples of those that are taken. */
export function columnsOf(
  run: Pick<ImportRun, 'columns'>,
  mapping: ImportMapping,
  rows: readonly PreviewRow[],
): MappedColumn[] {
  return run.columns.map((header, index) => {
    const key = String(index);
    const field = mapping[key] ?? null;
    return { key, header, field, samples: field === null ? [] : samplesOf(field, rows) };
  });
}

/** The mapping with a column going elsewhere, or nowhere. */
export function withColumn(mapping: ImportMapping, key: string, field: string): ImportMapping {
  const { [key]: _before, ...others } = mapping;
  const chosen = importFields.find((candidate) => candidate === field);
  return chosen === undefined ? others : { ...others, [key]: chosen };
}

/** Whether the rows will have names: without one nothing can be taken. */
export function hasName(mapping: ImportMapping): boolean {
  return Object.values(mapping).some(
    (field) =>
      field === 'name' || field === 'lastName' || field === 'firstName' || field === 'organizationName',
  );
}

function samplesOf(field: ImportField, rows: readonly PreviewRow[]): string[] {
  const values = rows.flatMap((row) => row.values[field] ?? []).filter((value) => value !== '');
  return [...new Set(values)].slice(0, samplesShown);
}
