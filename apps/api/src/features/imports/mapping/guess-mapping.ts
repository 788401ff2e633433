import { createHash } from 'node:crypto';
import type { CustomField } from '@handover/contract/custom-fields.ts';
import { toCustomKey } from '@handover/contract/custom-filter.ts';
import {
  importFields,
  type ImportField,
  type ImportMapping,
  type ImportTarget,
} from '@handover/contract/imports.ts';
import { synonyms } from './synonyms.ts';

const fieldsByHeader = new Map(
  importFields.flatMap((field) =>
    synonyms[field].map((name, rank) => [comparable(name), { field, rank }] as const),
  ),
);

/**
 * A mapping for these headers: each field from the column whose heading suits it best, the first of equals.
 * A heading that is the name of a field of the workspace's own goes there.
 */
export function guessMapping(columns: readonly string[], fields: readonly CustomField[]): ImportMapping {
  const own = ownColumns(columns, fields);
  const best = new Map<ImportField, { index: number; rank: number }>();
  columns.forEach((column, index) => {
    if (own.has(index)) return;
    const found = fieldsByHeader.get(comparable(column));
    if (found === undefined) return;
    const { field, rank } = found;
    const other = best.get(field);
    if (other === undefined || rank < other.rank) best.set(field, { index, rank });
  });
  return Object.fromEntries([
    ...[...own].map(([index, target]) => [String(index), target] as const),
    ...[...best].map(([field, { index }]) => [String(index), field] as const),
  ]);
}

function ownColumns(columns: readonly string[], fields: readonly CustomField[]): Map<number, ImportTarget> {
  const names = columns.map(comparable);
  return new Map(
    fields.flatMap(({ id, name }) => {
      const index = names.indexOf(comparable(name));
      return index === -1 || names[index] === '' ? [] : [[index, toCustomKey(id)] as const];
    }),
  );
}

/** The same for files with the same headings in the same order, whatever their case and spaces. */
export function headerHash(columns: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(columns.map(comparable)))
    .digest('hex');
}

function comparable(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
