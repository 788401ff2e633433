import Alert from '@mui/material/Alert';
import { useEffect, useState, type ReactElement } from 'react';
import { useFormState, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { readDraft, useDraftKey, withTyped } from './form-draft.ts';
import { UnsavedWork } from './unsaved-work.tsx';
import type { FormBasis } from './use-form-basis.ts';
import { useIsDirty } from './use-is-dirty.ts';

interface FormStatusProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  /** Names the form, and the record that it edits. */
  draft: string;
  basis: FormBasis;
}

/** Shown above the fields of a react-hook-form form: `UnsavedWork` and the server's errors. */
export function FormStatus<V extends FieldValues>({ form, draft, basis }: FormStatusProps<V>): ReactElement {
  const { control, reset, getValues } = form;
  const { errors } = useFormState({ control });
  const isDirty = useIsDirty(form);
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
