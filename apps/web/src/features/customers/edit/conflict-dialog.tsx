import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { CustomField } from '@handover/contract/custom-fields.ts';
import { customIdOf } from '@handover/contract/custom-filter.ts';
import type { CustomerDetail } from '@handover/contract/customers.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { customText, useCustomFields } from '#shared/customers/custom-fields.ts';
import { customerFieldLabel } from '#shared/labels/customer-fields.ts';
import { membersQuery } from '#shared/members/member-options.tsx';
import { valuesOf, type CustomerValues, type FieldKey } from '../fields/customer-values.ts';
import { ValueChoice } from '../fields/value-choice.tsx';
import styles from './conflict-dialog.module.css';
import { conflictsOf, othersChanges, resolve } from './conflict.ts';
import type { Collision } from './use-edit.ts';

interface ConflictDialogProps {
  base: CustomerDetail;
  collision: Collision;
  isPending: boolean;
  onResolved: (values: CustomerValues) => void;
  onClose: () => void;
}

/** Somebody else saved first: mine and theirs field by field, to choose from and save again. */
export function ConflictDialog({
  base,
  collision,
  isPending,
  onResolved,
  onClose,
}: ConflictDialogProps): ReactElement {
  const titleId = useId();
  const versions = { base: valuesOf(base), mine: collision.mine, theirs: valuesOf(collision.theirs) };
  const conflicts = conflictsOf(versions);
  const others = othersChanges(versions);
  const [given, setGiven] = useState<ReadonlySet<FieldKey>>(new Set());
  const kept = conflicts.map(({ field }) => field).filter((field) => !given.has(field));
  const choose = (field: FieldKey, isMine: boolean): void =>
    setGiven(new Set(isMine ? [...given].filter((other) => other !== field) : [...given, field]));
  const { labelOf, textOf: show } = useFieldLabels(collision.theirs);

  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>Somebody else saved first</DialogTitle>
      <DialogContent>
        <p className={styles['lead']}>Choose what to keep for each field that you changed.</p>
        {conflicts.map(({ field, isContested }) => (
          <fieldset key={field} className={styles['field']}>
            <legend>
              {labelOf(field)}
              {isContested && ' (changed by both)'}
            </legend>
            <ValueChoice
              name={`${titleId}-${field}`}
              label="Mine"
              text={show(field, versions.mine)}
              isChosen={!given.has(field)}
              onChoose={() => choose(field, true)}
            />
            <ValueChoice
              name={`${titleId}-${field}`}
              label="Theirs"
              text={show(field, versions.theirs)}
              isChosen={given.has(field)}
              onChoose={() => choose(field, false)}
            />
          </fieldset>
        ))}
        {others.length > 0 && (
          <p className={styles['others']}>
            They also changed, and it stays: {others.map(labelOf).join(', ')}.
          </p>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Back to editing
        </Button>
        <Button loading={isPending} onClick={() => onResolved(resolve(versions, kept))}>
          Save again
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface FieldLabels {
  labelOf: (field: FieldKey) => string;
  textOf: (field: FieldKey, values: CustomerValues) => string;
}

/** A field's name and value in words. */
function useFieldLabels(theirs: CustomerDetail): FieldLabels {
  const { data: members = [] } = useQuery(membersQuery());
  const { all, currency } = useCustomFields();
  const people = theirs.broker === null ? members : [...members, theirs.broker];
  const ownField = (field: FieldKey): CustomField | undefined =>
    all.find(({ id }) => id === customIdOf(field));
  return {
    labelOf: (field) => ownField(field)?.name ?? customerFieldLabel(field),
    textOf: (field, { custom, ...plain }) => {
      const own = ownField(field);
      if (own !== undefined) return customText(own, custom[own.id], currency);
      const value = Object.entries(plain).find(([name]) => name === field)?.[1] ?? '';
      if (field === 'brokerId') return people.find(({ id }) => id === value)?.displayName ?? '';
      if (typeof value === 'boolean') return value ? 'Yes' : 'No';
      return typeof value === 'string' ? value : value.map(({ name }) => name).join(', ');
    },
  };
}
