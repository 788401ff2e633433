import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState, type ReactElement } from 'react';
import { useFormState, useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { readDraft, removeDraft, storeDraft, useDraftKey, withTyped, type FormDraft } from './form-draft.ts';
import styles from './unsaved-work.module.css';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

interface UnsavedWorkProps extends FormDraft {
  draftKey: string;
  isDirty: boolean;
  /** The form shows what an earlier draft held. */
  isRestored: boolean;
  discard: () => void;
}

/**
 * Keeps what is typed into a form on this device until it is saved or discarded, and asks before it is left.
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
  const guard = useUnsavedGuard(isDirty, () => removeDraft(draftKey));
  useEffect(() => {
    if (isDirty) storeDraft(draftKey, { typed, base, version });
    else removeDraft(draftKey);
  }, [draftKey, isDirty, typed, base, version]);
  return (
    <>
      {isRestored && isDirty && (
        <p className={styles['restored']} role="status">
          Restored what you typed.
          <Button size="small" variant="text" onClick={discard}>
            Discard
          </Button>
        </p>
      )}
      {guard}
    </>
  );
}

interface FormStatusProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  /** Names the form, and the record that it edits. */
  draft: string;
}

/** Above the fields of a react-hook-form form: `UnsavedWork`, and what the server refused. */
export function FormStatus<V extends FieldValues>({
  form: { control, reset, getValues },
  draft,
}: FormStatusProps<V>): ReactElement {
  const { isDirty, defaultValues = {}, errors } = useFormState({ control });
  useWatch({ control });
  const draftKey = useDraftKey(draft);
  const [stored, setStored] = useState(() => readDraft(draftKey));
  useEffect(() => {
    if (stored === null) return;
    reset(withTyped(getValues(), stored), { keepDefaultValues: true, keepDirtyValues: false });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form appears
  }, []);
  return (
    <>
      <UnsavedWork
        draftKey={draftKey}
        typed={getValues()}
        base={defaultValues}
        version={null}
        isDirty={isDirty}
        isRestored={stored !== null}
        discard={() => {
          setStored(null);
          reset(undefined, { keepDirtyValues: false });
        }}
      />
      {errors.root !== undefined && <Alert severity="error">{errors.root.message}</Alert>}
    </>
  );
}
