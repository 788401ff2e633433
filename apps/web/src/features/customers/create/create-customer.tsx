import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { createCustomer, type CustomerDetail } from '@handover/contract/customers.ts';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { CustomerFields } from '../fields/customer-fields.tsx';
import { emptyValues, type CustomerValues } from '../fields/customer-values.ts';
import { DuplicateWarning } from '../fields/duplicate-warning.tsx';
import { showServerErrors, useCustomerForm, validBody } from '../fields/use-customer-form.ts';
import { useUnsavedGuard } from '#shared/forms/use-unsaved-guard.tsx';
import styles from './create-customer.module.css';

interface CreateCustomerProps {
  /** What is known already, and a word on where from. */
  initial?: Partial<CustomerValues>;
  note?: ReactNode;
  /** Where Cancel leads; else to the list. */
  cancelTo?: string;
  /** What follows with the new customer, and where to; else the form leads to the record. */
  onCreated?: (customer: CustomerDetail) => void;
}

/** The form for a new customer; it leads to the new record. */
export function CreateCustomer({
  initial,
  note,
  cancelTo = '/admin/users',
  onCreated,
}: CreateCustomerProps): ReactElement {
  const user = useUser();
  const brokerId = user.isMember ? user.id : '';
  const form = useCustomerForm({ ...emptyValues({ brokerId, today: user.today }), ...initial });
  const { control, formState } = form;
  const create = useCreate((error) => showServerErrors(form, error), onCreated);
  const guard = useUnsavedGuard(formState.isDirty && !create.isSuccess);
  const warning = <DuplicateWarning {...useIdentity(control)} />;
  // Beside the form where there is room; else before its button, where it moves no field.
  const isWide = useMediaQuery('(min-width: 1200px)', { noSsr: true });

  return (
    <form
      noValidate
      className={styles['layout']}
      onSubmit={(event) => void form.handleSubmit((values) => create.run(values))(event)}
    >
      <div className={styles['card']}>
        {note}
        <CustomerFields control={control} />
        {!isWide && warning}
        {/* Where the button is that was pressed: the top of a long form may be out of sight. */}
        {create.failure !== null && (
          <Alert severity="error" sx={{ my: 2 }}>
            {create.failure}
          </Alert>
        )}
        <div className={styles['actions']}>
          <Button component={Link} to={cancelTo} variant="outlined" color="inherit">
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create customer
          </Button>
        </div>
      </div>
      {isWide && warning}
      {guard}
    </form>
  );
}

function useIdentity(
  control: ReturnType<typeof useCustomerForm>['control'],
): Pick<CustomerValues, 'name' | 'email' | 'phone' | 'npi'> {
  const [name, email, phone, npi] = useWatch({ control, name: ['name', 'email', 'phone', 'npi'] });
  return { name, email, phone, npi };
}

/** Creates once however often it is pressed. `onRefused` shows what belongs to fields and says whether anything did. */
function useCreate(
  onRefused: (error: unknown) => boolean,
  onCreated: CreateCustomerProps['onCreated'],
): {
  run: (values: CustomerValues) => void;
  isPending: boolean;
  isSuccess: boolean;
  failure: string | null;
} {
  const navigate = useNavigate();
  const toasts = useToasts();
  const refresh = useRefresh();
  const submitKey = useSubmitKey();
  const { mutate, isPending, isSuccess, error, data } = useMutation({
    mutationFn: async (values: CustomerValues) => {
      const body = validBody(values);
      try {
        return {
          user: (await send(createCustomer, { body }, { idempotencyKey: submitKey.keyFor(body) })).user,
        };
      } catch (refusal) {
        if (onRefused(refusal)) return { user: null };
        throw refusal;
      }
    },
    onSuccess: ({ user }) => {
      if (user === null) return;
      submitKey.renew();
      refresh({ noun: 'customer', customerId: user.id });
      toasts.done(`${user.name} was added`);
      if (onCreated !== undefined) return onCreated(user);
      // In place of the entry that guarded the form against Back.
      void navigate(`/admin/users/view/${user.id}`, { replace: true });
    },
  });
  const isCreated = isSuccess && data.user !== null;
  return {
    run: (values) => !isPending && mutate(values),
    isPending,
    isSuccess: isCreated,
    failure: error === null ? null : messageOf(error),
  };
}
