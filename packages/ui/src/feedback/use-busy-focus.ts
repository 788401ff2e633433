import { useEffect } from 'react';

/**
 * A button that is disabled while its work goes on loses the focus to the page, and with it the place of who works
 * by keyboard. Once it is enabled again it has the focus back, unless something else took it or was pressed.
 */
export function useBusyFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const remember = ({ target }: Event): void => {
      last = target;
    };
    const restoreMerged = (): void => {
      if (last instanceof HTMLButtonElement && !last.disabled && document.activeElement === document.body)
        last.focus();
    };
    const observer = new MutationObserver(restoreMerged);
    observer.observe(document.body, { subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', remember);
    };
  }, []);
}
