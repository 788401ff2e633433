import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import styles from './palette-button.module.css';

const Palette = lazy(() => import('./palette.tsx'));

/** Opens the search over everything, as do Ctrl-K and ⌘-K wherever the focus is. */
export function PaletteButton(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isAsked = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (!isAsked || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // What another dialog asks comes first.
      if (document.querySelector('dialog[open], [role="dialog"]') === null) setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles['trigger']}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-label="Search everything"
        title="Search everything (Ctrl K)"
        onClick={() => setOpen(true)}
      >
        <Icon name="solar:magnifier-linear" size={22} />
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
