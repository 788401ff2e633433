import Button from '@mui/material/Button';
import { useSnackbar } from 'notistack';
import { useMemo } from 'react';

const undoMs = 8000;

export interface Toasts {
  /** Something was done. */
  done: (message: string) => void;
  /** Something failed: stays until it is replaced or its time is over. */
  failed: (message: string) => void;
  /** Something was done that `undo` takes back, for 8 s. */
  undoable: (message: string, undo: () => void) => void;
}

/** Short messages at the edge of the screen, read out politely. */
export function useToasts(): Toasts {
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  return useMemo(
    () => ({
      done: (message) => void enqueueSnackbar(message, { variant: 'default' }),
      failed: (message) => void enqueueSnackbar(message, { variant: 'error', autoHideDuration: undoMs }),
      undoable: (message, undo) =>
        void enqueueSnackbar(message, {
          variant: 'default',
          autoHideDuration: undoMs,
          action: (key) => (
            <Button
              size="small"
              variant="text"
              color="inherit"
              onClick={() => {
                closeSnackbar(key);
                undo();
              }}
            >
              Undo
            </Button>
          ),
        }),
    }),
    [enqueueSnackbar, closeSnackbar],
  );
}
