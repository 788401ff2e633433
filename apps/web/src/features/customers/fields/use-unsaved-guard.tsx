import { useEffect, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';

/**
 * Asks before unsaved changes are left: by a link, by Back (where the browser lets a page hold it), or
 * by closing the tab. Returns the dialog to draw. Navigation by code, as after saving, is not held.
 */
export function useUnsavedGuard(isDirty: boolean): ReactElement | null {
  const navigate = useNavigate();
  const [leave, setLeave] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!isDirty) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    let isLeaving = false;
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    const hold = (event: Event, go: () => void): void => {
      event.preventDefault();
      event.stopPropagation();
      setLeave(() => go);
    };
    document.addEventListener(
      'click',
      (event) => {
        const target = innerLink(event);
        if (target !== null) hold(event, () => void navigate(target));
      },
      { capture: true, signal },
    );
    if ('navigation' in window) {
      window.navigation.addEventListener(
        'navigate',
        (event) => {
          if (isLeaving || event.navigationType !== 'traverse' || !event.cancelable) return;
          const { key } = event.destination;
          hold(event, () => {
            isLeaving = true;
            window.navigation.traverseTo(key);
          });
        },
        { signal },
      );
    }
    return () => ending.abort();
  }, [isDirty, navigate]);

  if (leave === null || !isDirty) return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave"
      isDangerous
      onClose={() => setLeave(null)}
      onConfirm={() => {
        setLeave(null);
        leave();
      }}
    >
      What you entered here is not saved yet and would be lost.
    </ConfirmDialog>
  );
}

/** The path a plain click on a link of this app leads to; null for any other click. */
function innerLink(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.origin !== window.location.origin || link.hasAttribute('download')) return null;
  return `${link.pathname}${link.search}${link.hash}`;
}
