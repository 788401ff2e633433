/** Icons by name, such as `solar:home-2-bold-duotone`: content of an `<svg>` with a 24 × 24 view box. */
export type IconSet = Readonly<Record<string, string>>;

const drawings = new Map<string, string>();
const listeners = new Set<() => void>();
let loadRest: (() => Promise<IconSet>) | null = null;
let isComplete = true;

/** Adds the icons of a bundle. */
export function registerIcons(set: IconSet): void {
  for (const [name, body] of Object.entries(set)) drawings.set(name, body);
  for (const listener of listeners) listener();
}

/** Sets the bundle to load for names that are not in any loaded bundle. */
export function deferIcons(load: () => Promise<IconSet>): void {
  loadRest = load;
  isComplete = false;
}

/** Loads the deferred bundle once. */
export async function loadDeferredIcons(): Promise<void> {
  const load = loadRest;
  loadRest = null;
  if (load === null) return;
  try {
    const set = await load();
    isComplete = true;
    registerIcons(set);
  } catch {
    loadRest = load;
  }
}

/** The icon with a name; null while it may still load, undefined if no bundle has it. */
export function findDrawing(name: string): string | null | undefined {
  return drawings.get(name) ?? (isComplete ? undefined : null);
}

export function subscribeToIcons(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
