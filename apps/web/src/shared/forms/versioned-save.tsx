import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { safeParse, type ZodMiniType } from 'zod/mini';
import { ApiError } from '#shared/api/api-error.ts';
import { submitAndWait } from './form-validation.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

/** A conflicting version saved by someone else, until the user accepts it or saves again. */
interface Conflict<T> {
  theirs: T;
  acceptTheirs: () => void;
}

export interface VersionedSave<T, C> {
  /** Resolves when the answer is there, and the error is shown if there is one. */
  save: (change: C) => Promise<void>;
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

/** Saves a record with its version. On a conflict, the user accepts the other version, or saves again to replace it. */
export function useVersionedSave<T extends { version: number }, C>({
  version,
  write,
  record,
  onRecord,
  done,
  onError,
}: SaveOptions<T, C>): VersionedSave<T, C> {
  const toasts = useToasts();
  const [theirs, setTheirs] = useState<T | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (change: C) =>
      // A live update may have brought the form to a newer version than the one of the conflict.
      theirs !== null && theirs.version > version
        ? write(change, theirs.version, theirs)
        : write(change, version),
    onSuccess: (saved) => {
      setTheirs(null);
      onRecord(saved);
      toasts.done(done);
    },
    onError: (error) => {
      const current = error instanceof ApiError ? safeParse(record, error.current) : null;
      if (current?.success === true) setTheirs(current.data);
      else onError(error);
    },
  });
  const conflict =
    theirs === null
      ? null
      : {
          theirs,
          acceptTheirs: () => {
            onRecord(theirs);
            setTheirs(null);
          },
        };
  return { save: submitAndWait((change: C) => mutateAsync(change)), isPending, conflict };
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
        Someone else changed this while you were editing. Current version: {theirs(conflict.theirs)} Save
        again to replace it.
      </p>
      <Button size="small" variant="outlined" color="inherit" sx={{ mt: 1 }} onClick={conflict.acceptTheirs}>
        Use theirs
      </Button>
    </Alert>
  );
}

/** Keeps typed values when the record is reloaded. */
export const keepTyped = { keepDirtyValues: true } as const;

/** Discards typed values, overriding the form's own `keepTyped` option. */
export const discardTyped = { keepDirtyValues: false } as const;
