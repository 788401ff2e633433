import { type ReactElement, useId, useState } from 'react';
import { GuardedFormDialog } from '#shared/forms/form-dialog.tsx';
import {
  type FormRecord,
  type FormValues,
  type RecordForm,
  formatValue,
  type RecordField,
} from './record-form.ts';
import { useRecordForm, type Conflict } from './use-record-form.tsx';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '#shared/members/member-options.tsx';
import styles from './conflict-dialog.module.css';
import { listConflicts, listRemoteChanges, resolve } from './conflict.ts';
import { ValueChoice } from './value-choice.tsx';

export interface RecordFormDialogProps<R extends FormRecord> {
  form: RecordForm<R>;
  /** The record to edit; null for a new record. */
  record: R | null;
  /** The initial values of a new record. */
  start?: FormValues;
  /** Identifies the draft of a new record; otherwise all new records share it. */
  draft?: string;
  maxWidth?: 'sm' | 'md';
  onSaved?: (record: R) => void;
  onClose: () => void;
}

/** Creates or edits a record in a dialog. */
export function RecordFormDialog<R extends FormRecord>({
  form,
  record,
  start,
  draft,
  maxWidth = 'md',
  onSaved = () => undefined,
  onClose,
}: RecordFormDialogProps<R>): ReactElement {
  const state = useRecordForm({
    form,
    record,
    ...(start && { start }),
    ...(draft !== undefined && { draft }),
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

interface ConflictDialogProps {
  conflict: Conflict<FormRecord>;
  isPending: boolean;
}

/** Shown if someone else saved first: lists both versions field by field, to choose from and save again. */
export function ConflictDialog({ conflict, isPending }: ConflictDialogProps): ReactElement {
  const titleId = useId();
  const { fields, versions, theirs, close } = conflict;
  const conflicts = listConflicts(fields, versions);
  const others = listRemoteChanges(fields, versions);
  const [given, setGiven] = useState<readonly string[]>([]);
  const mine = conflicts.map(({ field }) => field.key).filter((key) => !given.includes(key));
  const choose = (key: string, isMine: boolean): void =>
    setGiven((last) => (isMine ? last.filter((other) => other !== key) : [...last, key]));
  const { data: members = [] } = useQuery(membersQuery());
  const show = (field: RecordField, values: FormValues): string => {
    const former = field.kind === 'member' ? field.current(theirs) : null;
    return formatValue(field, values[field.key], former === null ? members : [...members, former]);
  };

  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={close}>
      <DialogTitle id={titleId}>Someone else saved changes first</DialogTitle>
      <DialogContent>
        <p className={styles['lead']}>Choose what to keep for each field that you changed.</p>
        {conflicts.map(({ field, isContested }) => (
          <fieldset key={field.key} className={styles['field']}>
            <legend>
              {field.label}
              {isContested && ' (changed by both)'}
            </legend>
            {(['mine', 'theirs'] as const).map((side) => (
              <ValueChoice
                key={side}
                name={`${titleId}-${field.key}`}
                label={side === 'mine' ? 'Mine' : 'Theirs'}
                text={show(field, versions[side])}
                isChosen={given.includes(field.key) === (side === 'theirs')}
                onChoose={() => choose(field.key, side === 'mine')}
              />
            ))}
          </fieldset>
        ))}
        {others.length > 0 && (
          <p className={styles['others']}>
            They also changed: {others.map(({ label }) => label).join(', ')}.
          </p>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={close}>
          Back to editing
        </Button>
        <Button loading={isPending} onClick={() => conflict.resolve(resolve(versions, mine))}>
          Save again
        </Button>
      </DialogActions>
    </Dialog>
  );
}
