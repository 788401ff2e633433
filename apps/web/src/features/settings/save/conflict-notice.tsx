import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactElement } from 'react';
import type { Conflict } from './use-versioned-save.ts';

interface ConflictNoticeProps<T> {
  conflict: Conflict<T> | null;
  /** What the other person saved, in words. */
  theirs: (record: T) => string;
}

/** Somebody else saved in between: says what, and asks which of the two stays. */
export function ConflictNotice<T>({ conflict, theirs }: ConflictNoticeProps<T>): ReactElement | null {
  if (conflict === null) return null;
  return (
    <Alert severity="warning">
      <p>
        Somebody else changed the settings while you were editing. They read now: {theirs(conflict.theirs)}
      </p>
      <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
        <Button size="small" onClick={conflict.keepMine}>
          Save mine
        </Button>
        <Button size="small" variant="outlined" color="inherit" onClick={conflict.acceptTheirs}>
          Take theirs
        </Button>
      </Stack>
    </Alert>
  );
}
