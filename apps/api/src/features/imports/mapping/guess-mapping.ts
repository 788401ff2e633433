import { createHash } from 'node:crypto';
import { importFields, type ImportField, type ImportMapping } from '@handover/contract/imports.ts';
import { synonyms } from './synonyms.ts';

const fieldsByHeader = new Map(
  importFields.flatMap((field) =>
    synonyms[field].map((name, rank) => [comparable(name), { field, rank }] as const),
  ),
);

/** A mapping for these headers: each field from the column whose heading suits it best, the first of equals. */
export function guessMapping(columns: readonly string[]): ImportMapping {
  const best = new Map<ImportField, { index: number; rank: number }>();
  columns.forEach((column, index) => {
    const found = fieldsByHeader.get(comparable(column));
    if (found === undefined) return;
    const { field, rank } = found;
    const other = best.get(field);
    if (other === undefined || rank < other.rank) best.set(field, { index, rank });
  });
  return Object.fromEntries([...best].map(([field, { index }]) => [String(index), field] as const));
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
