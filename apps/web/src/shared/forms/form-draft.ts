import { useUser } from '#shared/session/session-context.tsx';
import { readStored, storeOnDevice } from '#shared/session/device-storage.ts';
import { getFormDraftPrefix } from '#shared/session/session-store.ts';

/** The text typed into a form, and the form's previous values. */
export interface FormDraft {
  readonly typed: Readonly<Record<string, unknown>>;
  readonly base: Readonly<Record<string, unknown>>;
  /** The version of the record that the form edits; null for a new record. */
  readonly version: number | null;
}

/** The storage key of a form's draft in this browser, per user and workspace, so that no one else sees it. */
export function useDraftKey(name: string): string {
  const { id, workspaceId } = useUser();
  return `${getFormDraftPrefix(id)}${workspaceId ?? ''}:${name}`;
}

/** Whether text was typed into the form and neither saved nor discarded. */
export function useHasDraft(name: string): boolean {
  return readDraft(useDraftKey(name)) !== null;
}

export function readDraft(key: string): FormDraft | null {
  const stored = readStored(key);
  if (!isObject(stored)) return null;
  const { typed, base, version } = stored;
  if (!isObject(typed) || !isObject(base)) return null;
  return { typed, base, version: typeof version === 'number' ? version : null };
}

export function storeDraft(
  key: string,
  draft: { typed: object; base: object; version: number | null },
): void {
  storeOnDevice(key, draft);
}

export function removeDraft(key: string): void {
  localStorage.removeItem(key);
}

/** The typed values merged with the form's current values. Unchanged fields keep the current value. */
export function withTyped<V>(current: V, { typed, base }: FormDraft): V {
  const merged = merge(current, typed, base);
  return hasSameShape(current, merged) ? merged : current;
}

/** Whether a field was typed into and has also changed in the record. */
export function isContested(base: unknown, typed: unknown, current: unknown): boolean {
  if (isObject(base) && isObject(typed) && isObject(current))
    return Object.keys(current).some((key) => isContested(base[key], typed[key], current[key]));
  return !isSame(typed, base) && !isSame(current, base) && !isSame(typed, current);
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function merge(current: unknown, typed: unknown, base: unknown): unknown {
  if (isObject(current) && isObject(typed) && isObject(base)) {
    const keys = new Set([...Object.keys(current), ...Object.keys(typed)]);
    return Object.fromEntries([...keys].map((key) => [key, merge(current[key], typed[key], base[key])]));
  }
  return isSame(typed, base) || !hasSameShape(current, typed) ? current : typed;
}

/** Whether a stored value still fits the form, which may have changed since it was stored. */
function hasSameShape<V>(example: V, value: unknown): value is V {
  return (
    example === undefined ||
    (typeof value === typeof example && Array.isArray(value) === Array.isArray(example))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
