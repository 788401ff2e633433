import { customIdOf, toCustomKey } from '@handover/contract/custom-filter.ts';
import {
  importFields,
  type ImportDetail,
  type ImportMapping,
  type ImportTarget,
} from '@handover/contract/imports.ts';

/** A column of the file with where it goes. */
export interface MappedColumn {
  /** Index in the file, as the mapping's key. */
  readonly key: string;
  readonly header: string;
  readonly field: ImportTarget | null;
  /** What the first rows have in it, as it stands in the file. */
  readonly samples: readonly string[];
}

/** The columns of a file in its order, with samples. */
export function columnsOf(
  run: Pick<ImportDetail, 'columns' | 'samples'>,
  mapping: ImportMapping,
): MappedColumn[] {
  return run.columns.map((header, index) => {
    const key = String(index);
    return { key, header, field: mapping[key] ?? null, samples: run.samples[index] ?? [] };
  });
}

/** The mapping with a column going elsewhere, or nowhere. */
export function withColumn(mapping: ImportMapping, key: string, field: string): ImportMapping {
  const fieldId = customIdOf(field);
  const { [key]: _before, ...others } = mapping;
  const chosen =
    fieldId === null ? importFields.find((candidate) => candidate === field) : toCustomKey(fieldId);
  return chosen === undefined ? others : { ...others, [key]: chosen };
}

/** Whether the rows will have names: without one nothing can be taken. */
export function hasName(mapping: ImportMapping): boolean {
  return Object.values(mapping).some((field) => naming.has(field));
}

const naming: ReadonlySet<ImportTarget> = new Set([
  'name',
  'firstName',
  'lastName',
  'organizationName',
  'company',
  'email',
]);
