import type { ImportMapping, ImportRun } from '@handover/contract/records/imports.ts';
import type { MatchedRecord, RowError, Importable, MatchKeys } from './import-spec.ts';
import { joinNames, listMappedColumns } from './read-row.ts';

/** A key that an earlier row of the file has, or the record that this row was about. */
export type Claim = { readonly key: string; readonly row: number } & Pick<MatchKeys, 'identifiers'>;

type Match = {
  /** Index of the identity. */
  readonly by: number;
  /** The first row of the file with the same key. */
  readonly earlierRow: number | null;
  readonly existing: readonly MatchedRecord[];
};

export type ExistingIndex = {
  find(keys: MatchKeys): Match | null;
  /** The row that was about this record. */
  rowOf(recordId: string): number | null;
  add(claims: readonly Claim[]): void;
};

/** The key by which a row claims a record. */
export function recordKey(id: string): string {
  return `record ${id}`;
}

/**
 * Finds the record that a row is about; the first identity that matches decides. Earlier rows count as if they had been
 * written, so that a check gives the same result as the import.
 */
export function createExistingIndex(all: readonly MatchedRecord[], earlier: readonly Claim[]): ExistingIndex {
  const existingByKey = groupBy(all, ({ keys }) => listKeysToFind(keys));
  const claimsByKey = groupBy(earlier, ({ key }) => [key]);
  const claimOn = (id: string): Claim | undefined => claimsByKey.get(recordKey(id))?.[0];
  return {
    add: (claims) => {
      for (const claim of claims) claimsByKey.set(claim.key, [...(claimsByKey.get(claim.key) ?? []), claim]);
    },
    rowOf: (id) => claimOn(id)?.row ?? null,
    find: (keys) => {
      for (const [by, texts] of keys.groups.entries()) {
        const claims = texts
          .flatMap((key) => claimsByKey.get(key) ?? [])
          .filter(({ identifiers }) => canBeSame(identifiers, keys.identifiers));
        const existing = [...new Set(texts.flatMap((key) => existingByKey.get(key) ?? []))].filter((one) =>
          canBeSame(claimOn(one.id)?.identifiers ?? one.keys.identifiers, keys.identifiers),
        );
        if (claims.length > 0 || existing.length > 0)
          return {
            by,
            earlierRow: findSmallest(claims.map(({ row }) => row)),
            existing: preferActive(existing),
          };
      }
      return null;
    },
  };
}

/** Which record a row is about, or why it is skipped; `by` is the identity that decided. */
export function decide(
  index: ExistingIndex,
  keys: MatchKeys,
  { mode, importable: { labels, spec } }: { mode: ImportRun['mode']; importable: Importable },
):
  | { readonly match: MatchedRecord | null }
  | (Pick<RowError, 'kind' | 'message'> & { readonly by: number | null }) {
  const found = index.find(keys);
  if (found === null) {
    if (mode !== 'update') return { match: null };
    return { kind: 'unknown', by: null, message: `No ${labels.one} matches this row.` };
  }
  const { by, existing, earlierRow } = found;
  const label = spec.identities[by]?.label ?? '';
  if (earlierRow !== null)
    return {
      kind: 'duplicate',
      by,
      message: `Row ${String(earlierRow)} of this file has the same ${label}.`,
    };
  const [first] = existing;
  if (first === undefined) return { match: null };
  if (first.isInTrash)
    return {
      kind: 'in_trash',
      by,
      message:
        first.isHidden === true
          ? `A ${labels.one} in the trash has this ${label}. Ask an administrator to restore that ${labels.one}, then import this row again.`
          : `“${first.name}” in the trash has this ${label}. Restore that ${labels.one}, then import this row again.`,
    };
  if (mode === 'create') return { kind: 'exists', by, message: `“${first.name}” already has this ${label}.` };
  if (existing.length > 1)
    return {
      kind: 'ambiguous',
      by,
      message: `${String(existing.length)} ${labels.many} have this ${label}: ${joinNames([...new Set(existing.map(({ name }) => name))], 3)}. Merge or correct them first.`,
    };
  const row = index.rowOf(first.id);
  return row === null
    ? { match: first }
    : {
        kind: 'duplicate',
        by,
        message: `Row ${String(row)} matches the same ${labels.one}, “${first.name}”.`,
      };
}

/** The claims of a row for later rows: its keys, the record, and the previous identity of the record. */
export function listClaims({
  row,
  keys,
  recordId,
  match,
}: {
  row: number;
  keys: MatchKeys;
  recordId: string;
  match: MatchedRecord | null;
}): Claim[] {
  const identifiers = { ...match?.keys.identifiers, ...keys.identifiers };
  const texts = [
    ...listKeysToFind(keys),
    ...(match === null ? [] : listKeysToFind(match.keys)),
    recordKey(recordId),
  ];
  return [...new Set(texts)].map((key) => ({ key, row, identifiers }));
}

function listKeysToFind({ groups, foundBy }: MatchKeys): readonly string[] {
  return foundBy ?? groups.flat();
}

function canBeSame(one: MatchKeys['identifiers'], other: MatchKeys['identifiers']): boolean {
  return Object.entries(one).every(([kind, value]) => other[kind] === undefined || other[kind] === value);
}

/** The column to fix when a row is skipped because of another: a mapped one of the identity, if possible not empty. */
export function findColumnToFix(
  by: number | null,
  {
    importable,
    mapping,
    cells,
  }: { importable: Importable; mapping: ImportMapping; cells: readonly string[] },
): number | null {
  const { identities } = importable.spec;
  const fields = by === null ? identities.flatMap(({ fields }) => fields) : (identities[by]?.fields ?? []);
  const columns = listMappedColumns(mapping, fields);
  return columns.find((column) => (cells[column] ?? '').trim() !== '') ?? columns[0] ?? null;
}

function groupBy<Item>(
  items: readonly Item[],
  keysOfItem: (item: Item) => readonly string[],
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items)
    for (const key of keysOfItem(item)) groups.set(key, [...(groups.get(key) ?? []), item]);
  return groups;
}

function findSmallest(rows: readonly number[]): number | null {
  return rows.length === 0 ? null : Math.min(...rows);
}

/** A deleted record only counts when no other matches. */
function preferActive(existing: readonly MatchedRecord[]): readonly MatchedRecord[] {
  const active = existing.filter(({ isInTrash }) => !isInTrash);
  return active.length > 0 ? active : existing;
}
