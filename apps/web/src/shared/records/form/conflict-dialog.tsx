import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { membersQuery } from '#shared/members/member-options.tsx';
import styles from './conflict-dialog.module.css';
import { conflictsOf, othersChanges, resolve } from './conflict.ts';
import { wordsOf, type FormRecord, type FormValues, type RecordField } from './record-form.ts';
import type { Conflict } from './use-record-form.tsx';
import { ValueChoice } from './value-choice.tsx';

interface ConflictDialogProps {
  conflict: Conflict<FormRecord>;
  isPending: boolean;
}

/** Somebody else saved first: mine and theirs field by field, to choose from and save again. */
export function ConflictDialog({ conflict, isPending }: ConflictDialogProps): ReactElement {
  const titleId = useId();
  const { fields, versions, theirs, close } = conflict;
  const conflicts = conflictsOf(fields, versions);
  const others = othersChanges(fields, versions);
  const [given, setGiven] = useState<readonly string[]>([]);
  const mine = conflicts.map(({ field }) => field.key).filter((key) => !given.includes(key));
  const choose = (key: string, isMine: boolean): void =>
    setGiven((last) => (isMine ? last.filter((other) => other !== key) : [...last, key]));
  const { data: members = [] } = useQuery(membersQuery());
  const show = (field: RecordField, values: FormValues): string => {
    const former = field.kind === 'member' ? field.current(theirs) : null;
    return wordsOf(field, values[field.key], former === null ? members : [...members, former]);
  };

  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={close}>
      <DialogTitle id={titleId}>Someone else saved this post</DialogTitle>
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
