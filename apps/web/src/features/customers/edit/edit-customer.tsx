import type { CustomerDetail } from '@handover/contract/customers.ts';
import { useState, type FormEvent, type ReactElement } from 'react';
import { CustomerFields } from '../fields/customer-fields.tsx';
import { valuesOf } from '../fields/customer-values.ts';
import { showServerErrors, useCustomerForm } from '../fields/use-customer-form.ts';
import { GuardedFormDialog } from '#shared/forms/form-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { useEdit } from './use-edit.ts';

interface EditCustomerProps {
  customer: CustomerDetail;
  onClose: () => void;
}

/** Edits a customer in a dialog. It keeps the record it began with, whatever arrives meanwhile. */
export default function EditCustomer({ customer, onClose }: EditCustomerProps): ReactElement {
  const [base] = useState(customer);
  const form = useCustomerForm(valuesOf(base));
  const { control, formState } = form;
  const { isDirty } = formState;
  const edit = useEdit({ base, onSaved: onClose, onRefused: (error) => showServerErrors(form, error) });
  const submit = (event: FormEvent): void => void form.handleSubmit((values) => edit.save(values))(event);

  return (
    <>
      <GuardedFormDialog
        title={`Edit ${base.name}`}
        submitLabel="Save"
        onSubmit={submit}
        onClose={onClose}
        isPending={edit.isPending}
        isDirty={isDirty}
        failure={edit.failure}
      >
        <CustomerFields control={control} broker={base.broker} />
      </GuardedFormDialog>
      {edit.collision !== null && (
        <ConflictDialog
          base={base}
          collision={edit.collision}
          isPending={edit.isPending}
          onClose={edit.abandon}
          onResolved={(values) => edit.save(values, edit.collision?.theirs)}
        />
      )}
    </>
  );
}
