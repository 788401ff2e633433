import { useSyncExternalStore } from 'react';

/** A restart of the server, or a step through a tunnel, passes before anybody need hear of it. */
const patienceMs = 5_000;

let isHeard = true;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Whether the server can be reached, as far as is known: the browser has a network and the live stream stands. */
export function useIsConnected(): boolean {
  return useSyncExternalStore(subscribe, () => isHeard && navigator.onLine);
}

/** Tells that the live stream stands, or that it broke. */
export function setStreamState(state: 'open' | 'lost'): void {
  clearTimeout(timer);
  if (state === 'open') set(true);
  else timer = setTimeout(() => set(false), patienceMs);
}

function set(next: boolean): void {
  isHeard = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
