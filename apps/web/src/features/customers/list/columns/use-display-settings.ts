import { useMemo, useSyncExternalStore } from 'react';
import type { ListDensity, SavedView } from '@handover/contract/saved-views.ts';
import { useDensity } from '#shared/lists/density.ts';
import type { ListNavigation } from '../search/use-list-search.ts';
import { useCustomFields } from '#shared/customers/custom-fields.ts';
import { allColumns, columnsOf, defaultKeys, type ListColumn } from './columns.ts';

const storageKey = 'customerColumns';
const listeners = new Set<() => void>();

export interface DisplaySettings {
  readonly columns: readonly ListColumn[];
  /** All that can be chosen. */
  readonly available: readonly ListColumn[];
  /** Of the workspace's amounts. */
  readonly currency: string;
  readonly density: ListDensity;
  setColumns: (keys: readonly string[]) => void;
  setDensity: (density: ListDensity) => void;
}

/**
 * Which columns are shown and how tightly. The address says it where a saved view is open, so that the
 * view can take it over; otherwise it is this browser's user's own choice for every list.
 */
export function useDisplaySettings(
  { search, setLooks }: ListNavigation,
  view: SavedView | null,
): DisplaySettings {
  const [ownDensity, setOwnDensity] = useDensity();
  const ownKeys = useSyncExternalStore(subscribe, read);
  const stored = search.columns ?? view?.settings.columns ?? null;
  const key = stored?.join(',') ?? ownKeys;
  const { active, currency } = useCustomFields();
  const available = useMemo(() => allColumns(active), [active]);
  const columns = useMemo(
    () => columnsOf(key === null ? defaultKeys : key.split(','), available),
    [key, available],
  );
  return {
    columns,
    available,
    currency,
    density: search.density ?? view?.settings.density ?? ownDensity,
    setColumns: (keys) => (view === null ? store(keys) : setLooks({ columns: keys })),
    setDensity: (density) => (view === null ? setOwnDensity(density) : setLooks({ density })),
  };
}

function read(): string | null {
  return localStorage.getItem(storageKey);
}

function store(keys: readonly string[]): void {
  if (keys.join(',') === defaultKeys.join(',')) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, keys.join(','));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
