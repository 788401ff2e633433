import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { safeParse, type ZodMiniType } from 'zod/mini';
import { ApiError } from '#shared/api/api-error.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';

/** A conflicting version saved by someone else, until the user chooses one of the two. */
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
  /** The version that the change is based on. */
  version: number;
  /** `theirs` is someone else's version that is overwritten on purpose. */
  write: (change: C, version: number, theirs?: T) => Promise<T>;
  /** The schema of the current record in a STALE_VERSION error. */
  record: ZodMiniType<T>;
  /** Called with the saved or accepted record; the form then discards typed values. */
  onRecord: (record: T) => void;
  done: string;
  onError: (error: Error) => void;
}

/** Saves a record with its version. On a conflict, the user chooses which version to keep. */
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
    mutationFn: ({ change, theirs }: { change: C; theirs?: T }) =>
      write(change, theirs?.version ?? version, theirs),
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
          keepMine: () => mutate({ change: clash.mine, theirs: clash.theirs }),
          acceptTheirs: () => {
            onRecord(clash.theirs);
            setClash(null);
          },
        };
  return { save: (change) => mutate({ change }), isPending, conflict };
}

interface ConflictNoticeProps<T> {
  conflict: Conflict<T> | null;
  /** Describes the other version. */
  theirs: (record: T) => string;
}

export function ConflictNotice<T>({ conflict, theirs }: ConflictNoticeProps<T>): ReactElement | null {
  if (conflict === null) return null;
  return (
    <Alert severity="warning">
      <p>
        Someone else changed these settings while you were editing. Current settings:{' '}
        {theirs(conflict.theirs)}
      </p>
      <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
        <Button size="small" onClick={conflict.keepMine}>
          Save mine
        </Button>
        <Button size="small" variant="outlined" color="inherit" onClick={conflict.acceptTheirs}>
          Use theirs
        </Button>
      </Stack>
    </Alert>
  );
}

/** Keeps typed values when the record is reloaded. */
export const keepTyped = { keepDirtyValues: true } as const;

/** Discards typed values, overriding the form's own `keepTyped` option. */
export const discardTyped = { keepDirtyValues: false } as const;
