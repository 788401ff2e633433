import { levelOf } from '@handover/contract/roles.ts';
import { useEffect, useState, type ReactElement } from 'react';
import { IconButton } from '@handover/ui-lite/parts/button.tsx';
// Not lazy: text typed right after Ctrl-K would be lost.
import { useUser } from '#shared/session/session-context.tsx';
import { useGlobalShortcut } from '#shared/shortcuts/shortcuts.ts';
import { Palette } from './palette.tsx';

/** Ctrl-K and ⌘-K open the search from anywhere. */
export function PaletteButton(): ReactElement {
  /** The initial query; null while closed. */
  const [start, setStart] = useState<string | null>(null);
  const { role } = useUser();
  useGlobalShortcut('/', 'Search everything', () => setStart(''));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isAsked = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (!isAsked || event.altKey || event.shiftKey) return;
      event.preventDefault();
      // Not while another dialog is open.
      if (document.querySelector('dialog[open], [role="dialog"]') === null) setStart('');
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
        onClick={() => setStart('')}
      />
      {levelOf(role) >= levelOf('STAFF') && <CreateKey onPress={() => setStart('create ')} />}
      {start !== null && <Palette start={start} onClose={() => setStart(null)} />}
    </>
  );
}

/** The `c` key lists what can be created, unless the page has its own create form. */
function CreateKey({ onPress }: { onPress: () => void }): null {
  useGlobalShortcut('c', 'Create', onPress);
  return null;
}
