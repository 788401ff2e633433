import { useSyncExternalStore } from 'react';

/** Whether the page is scrolled at all. */
export function useHeaderOffset(): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > 0);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}
