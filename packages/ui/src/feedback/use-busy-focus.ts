import { useEffect } from 'react';

/**
 * A button that is disabled during its own action loses the focus to the page, so keyboard users lose their place. The
 * focus returns when the button is enabled, unless something else was focused or pressed.
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
