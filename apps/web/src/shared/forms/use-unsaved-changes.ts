import { useEffect } from 'react';

const question = 'You have changes that are not saved. Leave this page and lose them?';

/**
 * Asks before the page is left while there is something to lose: by a link, back and forward, reload or closing.
 * The browser's Navigation API tells of moves inside the app; a browser without it asks on reload and closing only.
 */
export function useUnsavedChanges(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return undefined;
    const shown = window.location.pathname;
    const onNavigate = (event: NavigateEvent): void => {
      const isLeaving = event.cancelable && new URL(event.destination.url).pathname !== shown;
      if (isLeaving && !window.confirm(question)) event.preventDefault();
    };
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.navigation?.addEventListener('navigate', onNavigate);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      window.navigation?.removeEventListener('navigate', onNavigate);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [hasChanges]);
}
