import { useSyncExternalStore } from 'react';

/** Whether the page is scrolled, so that the header is drawn as a bar above the content. */
export function useHeaderOffset(): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > 0);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}
