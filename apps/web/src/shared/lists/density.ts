import { useSyncExternalStore } from 'react';

export const densities = ['compact', 'standard', 'comfortable'] as const;
export type Density = (typeof densities)[number];

/** Height of a row in pixels. */
export const rowHeights = { compact: 32, standard: 48, comfortable: 64 } as const satisfies Record<
  Density,
  number
>;

const storageKey = 'listDensity';
const listeners = new Set<() => void>();

/** How tightly this browser's user wants lists. */
export function useDensity(): [Density, (density: Density) => void] {
  return [useSyncExternalStore(subscribe, read), store];
}

function read(): Density {
  const stored = localStorage.getItem(storageKey);
  return densities.find((density) => density === stored) ?? 'standard';
}

function store(density: Density): void {
  localStorage.setItem(storageKey, density);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
