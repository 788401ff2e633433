import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '#shared/api/api-error.ts';
import { useSessionActions } from '#shared/session/session-context.tsx';
import { setShortcutsOn } from '#shared/shortcuts/shortcuts.ts';
import type { Choice } from './palette-item.ts';

interface Choosing {
  choose: (choice: Choice) => Promise<void>;
  /** The error of the last choice. */
  error: string | null;
}

interface Chosen {
  onClose: () => void;
  /** Called with a new initial query. */
  onAsk: (text: string) => void;
}

/** Runs the chosen item and closes the palette; an item that needs a name continues the search. */
export function useChoose({ onClose, onAsk }: Chosen): Choosing {
  const navigate = useNavigate();
  const { signOut, switchWorkspace } = useSessionActions();
  const [error, setError] = useState<string | null>(null);

  /** Returns the path to go to, or null to stay. */
  const act = async (choice: Exclude<Choice, { kind: 'ask' }>): Promise<string | null> => {
    if (choice.kind === 'open') return choice.to;
    if (choice.kind === 'workspace') {
      await switchWorkspace(choice.id);
      return '/';
    }
    if (choice.kind === 'shortcuts') {
      setShortcutsOn(choice.isOn);
      return null;
    }
    signOut();
    return '/sign-in';
  };

  const choose = async (choice: Choice): Promise<void> => {
    setError(null);
    if (choice.kind === 'ask') {
      onAsk(choice.text);
      return;
    }
    try {
      const to = await act(choice);
      onClose();
      if (to !== null) await navigate(to);
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  return { choose, error };
}
