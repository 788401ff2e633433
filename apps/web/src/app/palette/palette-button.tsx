import { useEffect, useState, type ReactElement } from 'react';
import { IconButton } from '@handover/ui-lite/parts/button.tsx';
// Not on demand: what is typed at once after Ctrl-K would be lost.
import { Palette } from './palette.tsx';

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
      <IconButton
        icon="solar:magnifier-linear"
        label="Search everything"
        title="Search everything (Ctrl K)"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      />
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
