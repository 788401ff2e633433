import Alert from '@mui/material/Alert';
import { useEffect, useState, type ReactElement } from 'react';
import { useFormState, useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { readDraft, useDraftKey, withTyped } from './form-draft.ts';
import { UnsavedWork } from './unsaved-work.tsx';
import type { FormBasis } from './use-form-basis.ts';

interface FormStatusProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  /** Names the form, and the record that it edits. */
  draft: string;
  basis: FormBasis;
}

/** Shown above the fields of a react-hook-form form: `UnsavedWork` and the server's errors. */
export function FormStatus<V extends FieldValues>({
  form: { control, reset, getValues },
  draft,
  basis,
}: FormStatusProps<V>): ReactElement {
  const { defaultValues = {}, errors } = useFormState({ control });
  useWatch({ control });
  // The form's own `isDirty` becomes false when server values arrive while other fields have typed values.
  const isDirty = JSON.stringify(getValues()) !== JSON.stringify(defaultValues);
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
        base={basis.values}
        version={basis.version}
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
