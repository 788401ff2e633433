import { useContext, useMemo } from 'react';
import { ToastContext } from './toast-provider.tsx';

const shortMs = 5000;
const longMs = 8000;

export interface Toasts {
  /** Reports a success. */
  done: (message: string) => void;
  /** Reports a failure, in the server's words. */
  failed: (message: string) => void;
  /** Reports an action that `undo` can reverse, for 8 s. */
  undoable: (message: string, undo: () => void) => void;
}

/** Short messages at the edge of the screen, announced politely. */
export function useToasts(): Toasts {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('No ToastProvider above this component');
  return useMemo(
    () => ({
      done: (message) => show({ message, tone: 'plain', durationMs: shortMs }),
      failed: (message) => show({ message, tone: 'error', durationMs: longMs }),
      undoable: (message, undo) => show({ message, tone: 'plain', durationMs: longMs, undo }),
    }),
    [show],
  );
}
