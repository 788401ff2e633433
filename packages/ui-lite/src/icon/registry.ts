/** Drawings by name, such as `solar:home-2-bold-duotone`: the inside of an `<svg>` with a 24 × 24 view box. */
export type IconSet = Readonly<Record<string, string>>;

const drawings = new Map<string, string>();
const listeners = new Set<() => void>();
let loadRest: (() => Promise<IconSet>) | null = null;
let isComplete = true;

/** Makes the drawings of a bundle known. */
export function registerIcons(set: IconSet): void {
  for (const [name, body] of Object.entries(set)) drawings.set(name, body);
  for (const listener of listeners) listener();
}

/** Names the bundle that is fetched when a name is asked for that no bundle so far has. */
export function deferIcons(load: () => Promise<IconSet>): void {
  loadRest = load;
  isComplete = false;
}

/** Fetches the deferred bundle, once. */
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

/** The drawing of a name; null while it may still come, undefined when no bundle has it. */
export function findDrawing(name: string): string | null | undefined {
  return drawings.get(name) ?? (isComplete ? undefined : null);
}

export function onIcons(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
