import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { CustomerDetail } from '@handover/contract/customers.ts';
import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { CustomerFields } from '../fields/customer-fields.tsx';
import { valuesOf } from '../fields/customer-values.ts';
import { showServerErrors, useCustomerForm } from '../fields/use-customer-form.ts';
import { useUnsavedGuard } from '../../../shared/forms/use-unsaved-guard.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import styles from './edit-customer.module.css';
import { useEdit } from './use-edit.ts';

interface EditCustomerProps {
  customer: CustomerDetail;
  onClose: () => void;
}

/** Edits a customer in a dialog. It keeps the record it began with, whatever arrives meanwhile. */
export default function EditCustomer({ customer, onClose }: EditCustomerProps): ReactElement {
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const [base] = useState(customer);
  const [isLeaving, setLeaving] = useState(false);
  const form = useCustomerForm(valuesOf(base));
  const { control, formState } = form;
  const { isDirty } = formState;
  const edit = useEdit({ base, onSaved: onClose, onRefused: (error) => showServerErrors(form, error) });
  const guard = useUnsavedGuard(isDirty);
  const submit = (event: FormEvent): void => void form.handleSubmit((values) => edit.save(values))(event);
  const close = (): void => (isDirty ? setLeaving(true) : onClose());

  return (
    <>
      <Dialog open fullWidth fullScreen={isPhone} maxWidth="md" aria-labelledby={titleId} onClose={close}>
        <DialogTitle id={titleId}>Edit {base.name}</DialogTitle>
        <form className={styles['form']} noValidate onSubmit={submit}>
          <DialogContent>
            {edit.failure !== null && (
              <Alert severity="error" role="alert" sx={{ mb: 2 }}>
                {edit.failure}
              </Alert>
            )}
            <CustomerFields control={control} broker={base.broker} />
          </DialogContent>
          <DialogActions>
            <Button variant="outlined" color="inherit" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={edit.isPending}>
              Save
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {edit.collision !== null && (
        <ConflictDialog
          base={base}
          collision={edit.collision}
          isPending={edit.isPending}
          onClose={edit.giveUp}
          onResolved={(values) => edit.save(values, edit.collision?.theirs)}
        />
      )}
      {isLeaving && (
        <ConfirmDialog
          title="Close without saving?"
          confirmLabel="Close"
          isDangerous
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          What you changed is not saved yet and would be lost.
        </ConfirmDialog>
      )}
      {guard}
    </>
  );
}
