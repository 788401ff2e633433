import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { CustomerDetail } from '@handover/contract/customers.ts';
import type { ReactElement, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { textOf, type FormValues } from '#shared/records/form/record-form.ts';
import { useRecordForm } from '#shared/records/form/use-record-form.tsx';
import { customerForm } from '../customers.form.tsx';
import styles from './create-customer.module.css';
import { DuplicateWarning } from './duplicate-warning.tsx';

interface CreateCustomerProps {
  /** The values to start with, and a note on where they are from. */
  initial?: FormValues;
  note?: ReactNode;
  /** Names the draft of a form that starts with values of its own. */
  draft?: string;
  cancelTo?: string;
  /** What follows with the new customer; otherwise their page opens. */
  onCreated?: (customer: CustomerDetail) => void;
}

/** The page for a new customer. */
export function CreateCustomer({
  initial,
  note,
  draft,
  cancelTo = '/admin/users',
  onCreated,
}: CreateCustomerProps): ReactElement {
  const navigate = useNavigate();
  const state = useRecordForm({
    form: customerForm,
    record: null,
    ...(initial && { start: initial }),
    ...(draft !== undefined && { draft }),
    // In place of the history entry that guards the form against Back.
    onSaved: onCreated ?? (({ id }) => void navigate(`/admin/users/view/${id}`, { replace: true })),
  });
  const { name, email, phone, npi } = state.values;
  const warning = (
    <DuplicateWarning name={textOf(name)} email={textOf(email)} phone={textOf(phone)} npi={textOf(npi)} />
  );
  // Next to the form if there is room; otherwise above its button, where it moves no field.
  const isWide = useMediaQuery('(min-width: 1200px)', { noSsr: true });

  return (
    <form noValidate className={styles['layout']} onSubmit={state.submit}>
      <div className={styles['card']}>
        {note}
        {state.draft}
        {state.fields}
        {!isWide && warning}
        <div className={styles['actions']}>
          {/* Beside the button: the top of a long form may be out of sight. */}
          {state.failure}
          <Button component={Link} to={cancelTo} variant="outlined" color="inherit">
            Cancel
          </Button>
          <Button type="submit" loading={state.isPending}>
            Create customer
          </Button>
        </div>
      </div>
      {isWide && warning}
    </form>
  );
}
