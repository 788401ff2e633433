import { withWorkspace } from '#shared/api/stored-session.ts';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { CustomerDetail, Duplicate } from '@handover/contract/customers/customers.ts';
import type { ReactElement, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { toText, type FormValues } from '#shared/records/form/record-form.ts';
import { useRecordForm } from '#shared/records/form/use-record-form.tsx';
import { customerForm } from '../customers.form.tsx';
import styles from './create-customer.module.css';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { duplicatesQuery, type DuplicateQuery } from '../customers.queries.ts';
import { useDebounced } from '#shared/forms/use-debounced.ts';

interface CreateCustomerProps {
  /** Initial values, and a note that says where they come from. */
  initial?: FormValues;
  note?: ReactNode;
  /** Identifies the draft of a form with initial values. */
  draft?: string;
  cancelTo?: string;
  /** Called with the new customer; by default their page opens. */
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
    // Replaces the history entry that guards the form against Back.
    onSaved: onCreated ?? (({ id }) => void navigate(`/admin/users/view/${id}`, { replace: true })),
  });
  const { name, email, phone, npi } = state.values;
  const warning = (
    <DuplicateWarning name={toText(name)} email={toText(email)} phone={toText(phone)} npi={toText(npi)} />
  );
  // On a wide screen the warning is next to the form. Otherwise it is above the button, where it does not shift any
  // fields.
  const isWide = useMediaQuery('(min-width: 1200px)', { noSsr: true });

  return (
    <form noValidate className={styles['layout']} onSubmit={state.submit}>
      <div className={styles['card']}>
        {note}
        {state.draft}
        {state.fields}
        {!isWide && warning}
        <div className={styles['actions']}>
          {/* Shown next to the button, because the top of a long form may be out of view. */}
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

const reasonTexts = {
  email: 'same email',
  npi: 'same NPI',
  phone: 'same phone',
  name: 'same name',
  similarName: 'similar name',
} as const satisfies Record<Duplicate['reasons'][number], string>;

/** As typed. */
type DuplicateWarningProps = Readonly<Record<'name' | 'email' | 'phone' | 'npi', string>>;

/** Possible duplicates of the customer being typed in. They open in a new tab, so that nothing typed is lost. */
export function DuplicateWarning(values: DuplicateWarningProps): ReactElement {
  const query = useDebounced(toDuplicateQuery(values));
  const { data = [] } = useQuery({ ...duplicatesQuery(query), enabled: Object.keys(query).length > 0 });
  return (
    <div className={styles['place']} role="status" aria-label="Possible duplicates">
      {data.length > 0 && (
        <div className={styles['warning']}>
          <p className={styles['title']}>
            <Icon name="solar:danger-triangle-bold" size={20} />
            {data.length === 1
              ? 'This customer may already exist'
              : `${String(data.length)} customers may be the same`}
          </p>
          <ul className={styles['list']}>
            {data.map((duplicate) => (
              <li key={duplicate.id}>
                <a href={withWorkspace(`/admin/users/view/${duplicate.id}`)} target="_blank" rel="noopener">
                  {duplicate.name}
                </a>
                <p className={styles['detail']}>
                  {[duplicate.company, duplicate.email, duplicate.phone].filter(Boolean).join(' · ')}
                </p>
                <p className={styles['detail']}>
                  {duplicate.reasons.map((reason) => reasonTexts[reason]).join(', ')}
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Only includes values that are long enough to identify someone. */
function toDuplicateQuery({ name, email, phone, npi }: DuplicateWarningProps): DuplicateQuery {
  return {
    ...(name.trim().length > 2 && { name: name.trim() }),
    ...(email.includes('@') && { email: email.trim() }),
    ...(phone.replace(/\D/g, '').length > 6 && { phone: phone.trim() }),
    ...(/^\d{10}$/.test(npi.trim()) && { npi: npi.trim() }),
  };
}
