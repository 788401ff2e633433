import { useEffect, useRef, useSyncExternalStore } from 'react';

const storageKey = 'singleKeyShortcuts';

export interface Shortcut {
  /** A single character, such as `?` or `c`. */
  readonly key: string;
  /** The description in the help panel. */
  readonly label: string;
}

interface RegisteredShortcut extends Shortcut {
  readonly run: () => void;
}

let registered: readonly RegisteredShortcut[] = [];
/** The shortcuts that keys currently run. */
let inForce: readonly RegisteredShortcut[] = [];
const listeners = new Set<() => void>();

/**
 * Binds a single key while the component is mounted. If several components bind it, the last one handles it. Inactive
 * while the user is typing or a dialog is open.
 */
export function useShortcut(key: string, label: string, run: () => void): void {
  useBinding({ key, label, run }, bindLast);
}

/** Binds a key on every page; a page's own binding takes precedence. */
export function useGlobalShortcut(key: string, label: string, run: () => void): void {
  useBinding({ key, label, run }, bindFirst);
}

function bindLast(shortcut: RegisteredShortcut): void {
  set([...registered, shortcut]);
}

function bindFirst(shortcut: RegisteredShortcut): void {
  set([shortcut, ...registered]);
}

function useBinding(
  { key, label, run }: RegisteredShortcut,
  bind: (shortcut: RegisteredShortcut) => void,
): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const shortcut = { key, label, run: () => latest.current() };
    bind(shortcut);
    return () => set(registered.filter((other) => other !== shortcut));
  }, [key, label, bind]);
}

/** The shortcuts available on the current page. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(subscribe, () => inForce);
}

/** Listens to the keyboard for the whole app. Returns a function that stops it. */
export function startShortcuts(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.defaultPrevented ||
      isTyping(event.target) ||
      !areShortcutsOn()
    )
      return;
    if (document.querySelector('dialog[open], [role="dialog"]') !== null) return;
    const shortcut = inForce.find((candidate) => candidate.key === event.key);
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.run();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

export function areShortcutsOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function setShortcutsOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"]), textarea, select, [role="combobox"]'))
  );
}

function set(next: readonly RegisteredShortcut[]): void {
  registered = next;
  inForce = next.filter((shortcut) => next.findLast(({ key }) => key === shortcut.key) === shortcut);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
