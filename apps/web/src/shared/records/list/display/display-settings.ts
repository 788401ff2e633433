import { parseCustomFieldKey, toCustomKey } from '@handover/contract/records/custom-filter.ts';
import {
  customRecordTypes,
  type CustomField,
  type CustomFieldKind,
} from '@handover/contract/records/custom-fields.ts';
import { listDensities, type ListDensity, type SavedView } from '@handover/contract/records/saved-views.ts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { formatCustomValue, useCustomFields, type CustomFields } from '#shared/customers/custom-fields.ts';
import { useUser } from '#shared/session/session-context.tsx';
import type { ListNavigation } from '../list-search.ts';
import type { AnyList, CellContext, ListColumn, ListRow } from '../record-list.ts';

export type AnyColumn = ListColumn<ListRow>;

export interface DisplaySettings {
  readonly columns: readonly AnyColumn[];
  /** All columns to choose from. */
  readonly available: readonly AnyColumn[];
  readonly defaultKeys: readonly string[];
  readonly density: ListDensity;
  /** Passing `defaultKeys` itself resets the columns. */
  setColumns: (keys: readonly string[]) => void;
  setDensity: (density: ListDensity) => void;
}

/** The number of custom fields on a card; with more, it would look like a form. */
export const maxFacts = 3;

export const selectWidth = 48;

/** Height of a row in pixels. */
export const rowHeights = { compact: 32, standard: 48, comfortable: 64 } as const satisfies Record<
  ListDensity,
  number
>;

/**
 * The columns and row height of a list. If a saved view is open or the URL has display settings, they come from there,
 * so that the view can be saved with them. Otherwise they are this browser's settings for every list of the noun.
 */
export function useDisplaySettings(
  list: AnyList,
  { search, setDisplay }: ListNavigation,
  view: SavedView | null,
): DisplaySettings {
  const ownDensity = useSyncExternalStore(subscribe, readDensity);
  const { id: userId, workspaceId } = useUser();
  // Custom fields belong to a workspace.
  const storageKey = `${list.recordType ?? list.nouns[0]}Columns:${userId}:${workspaceId ?? ''}`;
  const ownKeys = useSyncExternalStore(
    subscribe,
    useCallback(() => localStorage.getItem(storageKey), [storageKey]),
  );
  const fields = useRecordFields(list);
  const available = useMemo(() => listColumns(list, fields), [list, fields]);
  const defaultKeys = useMemo(() => listDefaultKeys(list), [list]);
  const key = (search.columns ?? view?.settings.columns)?.join(',') ?? ownKeys;
  const keys = useMemo(() => key?.split(',') ?? defaultKeys, [key, defaultKeys]);
  const columns = useMemo(() => listChosenColumns(keys, available), [keys, available]);
  return {
    columns,
    available,
    defaultKeys,
    density: search.density ?? view?.settings.density ?? ownDensity,
    setColumns: (shown) => {
      const chosen = shown === defaultKeys ? shown : withUnknown(shown, keys, available);
      if (view !== null || search.columns !== null) setDisplay({ columns: chosen });
      else store(storageKey, chosen.join(',') === defaultKeys.join(',') ? null : chosen.join(','));
    },
    setDensity: (density) => {
      if (view !== null || search.density !== null) setDisplay({ density });
      else store(densityKey, density);
    },
  };
}

/** The custom fields of the list's noun; none for a noun without them. */
export function useRecordFields({ recordType, customValues }: AnyList): CustomFields {
  const type = customRecordTypes.find((each) => each === recordType) ?? null;
  return useCustomFields(customValues === undefined ? null : type);
}

/** The columns that are shown by default. */
export function listDefaultKeys({ columns }: AnyList): string[] {
  return columns.filter(({ isOptional = false }) => !isOptional).map(({ key }) => key);
}

/** All columns of a list: the built-in columns, and one for each custom field. */
export function listColumns(list: AnyList, { active }: Pick<CustomFields, 'active'>): AnyColumn[] {
  return [...list.columns, ...active.map((field) => toCustomColumn(list, field))];
}

function listChosenColumns(keys: readonly string[], available: readonly AnyColumn[]): AnyColumn[] {
  return keys.flatMap((key) => available.find((column) => column.key === key) ?? []);
}

/**
 * The selected keys, plus the previous keys of custom fields that are not loaded or are archived, in their previous
 * positions.
 */
function withUnknown(
  shown: readonly string[],
  before: readonly string[],
  available: readonly AnyColumn[],
): readonly string[] {
  return before.reduce((keys, key, index) => {
    const isUnknown = parseCustomFieldKey(key) !== null && available.every((column) => column.key !== key);
    return isUnknown ? keys.toSpliced(index, 0, key) : keys;
  }, shown);
}

const customWidths = {
  text: 200,
  number: 130,
  money: 160,
  date: 150,
  choice: 160,
} as const satisfies Record<CustomFieldKind, number>;

function toCustomColumn(list: AnyList, field: CustomField): AnyColumn {
  const { id, name, kind } = field;
  const key = toCustomKey(id);
  return {
    key,
    header: name,
    width: customWidths[kind],
    sort: key,
    isOptional: true,
    isNumeric: kind === 'number' || kind === 'money',
    field,
    text: (row, { currency }: CellContext) =>
      formatCustomValue(field, list.customValues?.(row)[id], currency),
    ...(list.form !== undefined && { edit: key }),
  };
}

/** The keys with a column moved by a number of positions. */
export function moveKey(keys: readonly string[], key: string, by: number): string[] {
  const from = keys.indexOf(key);
  const to = Math.min(Math.max(from + by, 0), keys.length - 1);
  return keys.toSpliced(from, 1).toSpliced(to, 0, key);
}

/**
 * The columns with other custom fields: they replace the previous custom fields in place, and additional ones come
 * last.
 */
export function withCustomFields(columns: readonly AnyColumn[], custom: readonly string[]): string[] {
  const left = [...custom];
  const keys = columns.flatMap(({ key, field }): string[] =>
    field === undefined ? [key] : left.splice(0, 1),
  );
  return [...keys, ...left];
}

const densityKey = 'listDensity';

/** The row height that the user of this browser has chosen for all lists. */
function readDensity(): ListDensity {
  const stored = localStorage.getItem(densityKey);
  return listDensities.find((density) => density === stored) ?? 'standard';
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null for the default. */
function store(storageKey: string, value: string | null): void {
  if (value === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, value);
  for (const listener of listeners) listener();
}
