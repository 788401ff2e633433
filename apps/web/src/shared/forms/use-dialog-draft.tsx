import Alert from '@mui/material/Alert';
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { readToken } from '#shared/api/stored-session.ts';
import { isContested, isSame, readDraft, removeDraft, useDraftKey, withTyped } from './form-draft.ts';
import { UnsavedWork } from './unsaved-work.tsx';

/** The values typed into a dialog, JSON-serializable. */
export interface DialogDraft<V extends object> {
  /** Names the form, and the record that it edits. */
  name: string;
  /** The version of that record; omitted for a new record. */
  version?: number | null;
  values: V;
  restore: (values: V) => void;
}

/** The draft of a dialog whose values are in a form of react-hook-form. */
export function createDialogDraft<V extends FieldValues>(
  name: string,
  form: Pick<UseFormReturn<V>, 'watch' | 'reset'>,
  version: number | null = null,
): DialogDraft<V> {
  return {
    name,
    version,
    values: form.watch(),
    restore: (values) => form.reset(values, { keepDefaultValues: true }),
  };
}

interface DialogDraftState {
  isDirty: boolean;
  /** Stores the draft. Must be rendered above the fields, where it announces restored values. */
  status: ReactElement | null;
}

/**
 * Stores what is typed into a dialog on this device until the dialog is closed, and restores it if the session or the
 * page ended before.
 */
export function useDialogDraft<V extends object>(draft: DialogDraft<V> | null): DialogDraftState {
  const key = useDraftKey(draft?.name ?? '');
  const [opened, setOpened] = useState(() =>
    draft === null ? null : { values: draft.values, stored: readDraft(key) },
  );
  const restore = useEffectEvent(() => {
    if (draft !== null && opened !== null && opened.stored !== null)
      draft.restore(withTyped(opened.values, opened.stored));
  });
  useEffect(() => {
    restore();
    return () => {
      // The dialog was saved or closed by the user. Without a token, the session has ended and closed it.
      if (readToken() !== null) removeDraft(key);
    };
  }, [key]);

  if (draft === null || opened === null) return { isDirty: false, status: null };
  const { values, stored } = opened;
  const { version = null } = draft;
  const isDirty = !isSame(draft.values, values);
  const isOutdated =
    stored !== null && stored.version !== version && isContested(stored.base, stored.typed, values);
  return {
    isDirty,
    status: (
      <>
        <UnsavedWork
          draftKey={key}
          typed={draft.values}
          base={isOutdated ? stored.base : values}
          version={isOutdated ? stored.version : version}
          isDirty={isDirty}
          isRestored={stored !== null}
          discard={() => {
            setOpened({ values, stored: null });
            draft.restore(values);
          }}
        />
        {isOutdated && isDirty && (
          <Alert severity="warning">
            Someone else changed this while you were editing. Saving will replace their changes.
          </Alert>
        )}
      </>
    ),
  };
}
