import Button from '@mui/material/Button';
import { useEffect, type ReactElement } from 'react';
import { removeDraft, storeDraft } from './form-draft.ts';
import styles from './unsaved-work.module.css';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

interface UnsavedWorkProps {
  /** The form's current values; `base` are its values before anything is typed. */
  typed: object;
  base: object;
  /** The version of the record that the form edits; null for a new record. */
  version: number | null;
  /** Null for data that must not be stored on this device. */
  draftKey: string | null;
  isDirty: boolean;
  /** Whether the form shows the values of an earlier draft. */
  isRestored: boolean;
  discard: () => void;
}

/**
 * Keeps what is typed into a form on this device until it is saved or discarded, and asks before the user leaves it.
 * Restored text is announced above the form.
 */
export function UnsavedWork({
  draftKey,
  typed,
  base,
  version,
  isDirty,
  isRestored,
  discard,
}: UnsavedWorkProps): ReactElement {
  const guard = useUnsavedGuard(isDirty, () => {
    if (draftKey !== null) removeDraft(draftKey);
  });
  useEffect(() => {
    if (draftKey === null) return;
    if (isDirty) storeDraft(draftKey, { typed, base, version });
    else removeDraft(draftKey);
  }, [draftKey, isDirty, typed, base, version]);
  return (
    <>
      {isRestored && isDirty && (
        <p className={styles['restored']} role="status">
          Unsaved changes restored.
          <Button size="small" variant="text" onClick={discard}>
            Discard
          </Button>
        </p>
      )}
      {guard}
    </>
  );
}
