import type { ReactElement } from 'react';
import { GuardedFormDialog } from '#shared/forms/form-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { FormRecord, FormValues, RecordForm } from './record-form.ts';
import { useRecordForm } from './use-record-form.tsx';

export interface RecordFormDialogProps<R extends FormRecord> {
  form: RecordForm<R>;
  /** The record to edit; null for a new one. */
  record: R | null;
  /** What a new one starts with. */
  start?: FormValues;
  maxWidth?: 'sm' | 'md';
  onSaved?: (record: R) => void;
  onClose: () => void;
}

/** Creates or edits a record in a dialog. */
export function RecordFormDialog<R extends FormRecord>({
  form,
  record,
  start,
  maxWidth = 'md',
  onSaved = () => undefined,
  onClose,
}: RecordFormDialogProps<R>): ReactElement {
  const state = useRecordForm({
    form,
    record,
    ...(start && { start }),
    onSaved: (saved) => {
      onClose();
      onSaved(saved);
    },
  });
  return (
    <>
      <GuardedFormDialog
        title={record === null ? `New ${form.noun}` : `Edit ${form.noun}`}
        submitLabel={record === null ? `Create ${form.noun}` : 'Save'}
        maxWidth={maxWidth}
        isDirty={state.isDirty}
        isPending={state.isPending}
        status={
          <>
            {state.draft}
            {state.failure}
          </>
        }
        onSubmit={state.submit}
        onDiscard={state.discard}
        onClose={onClose}
      >
        {state.fields}
      </GuardedFormDialog>
      {state.conflict !== null && <ConflictDialog conflict={state.conflict} isPending={state.isPending} />}
    </>
  );
}
