import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { safeParse, type ZodMiniType } from 'zod/mini';
import { ApiError } from '#shared/api/api-error.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';

/** What somebody else saved in between, until the person has chosen. */
interface Conflict<T> {
  theirs: T;
  keepMine: () => void;
  acceptTheirs: () => void;
}

export interface VersionedSave<T, C> {
  save: (change: C) => void;
  isPending: boolean;
  conflict: Conflict<T> | null;
}

interface SaveOptions<T, C> {
  /** The version that the form shows. */
  version: number;
  write: (change: C, version: number) => Promise<T>;
  /** The shape of the record that a stale version is answered with. */
  record: ZodMiniType<T>;
  /** Shows the record as it is now, saved or taken over; the form gives up what was typed. */
  onRecord: (record: T) => void;
  done: string;
  onError: (error: Error) => void;
}

/** Saves a record that others may change meanwhile; a stale version asks which of the two stays. */
export function useVersionedSave<T extends { version: number }, C>({
  version,
  write,
  record,
  onRecord,
  done,
  onError,
}: SaveOptions<T, C>): VersionedSave<T, C> {
  const toasts = useToasts();
  const [clash, setClash] = useState<{ theirs: T; mine: C } | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ change, seen }: { change: C; seen: number }) => write(change, seen),
    onSuccess: (saved) => {
      setClash(null);
      onRecord(saved);
      toasts.done(done);
    },
    onError: (error, { change: mine }) => {
      const current = error instanceof ApiError ? safeParse(record, error.current) : null;
      if (current?.success === true) setClash({ theirs: current.data, mine });
      else onError(error);
    },
  });
  const conflict =
    clash === null
      ? null
      : {
          theirs: clash.theirs,
          keepMine: () => mutate({ change: clash.mine, seen: clash.theirs.version }),
          acceptTheirs: () => {
            onRecord(clash.theirs);
            setClash(null);
          },
        };
  return { save: (change) => mutate({ change, seen: version }), isPending, conflict };
}

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

/** What was typed stays when the record comes anew from the server. */
export const keepTyped = { keepDirtyValues: true } as const;

/** What was typed goes: the record is saved or was taken over. A reset would keep it, as the form's own option says. */
export const discardTyped = { keepDirtyValues: false } as const;
