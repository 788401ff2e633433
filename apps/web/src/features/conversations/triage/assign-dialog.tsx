import type { TriageMail } from '@handover/contract/conversations/triage.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { CustomerPicker, type PickedCustomer } from '#shared/customers/customer-picker.tsx';
import styles from './triage-list.module.css';
import { useAssignEmail } from './use-assign-email.ts';

interface AssignDialogProps {
  mail: TriageMail;
  onClose: () => void;
}

/** Asks which customer sent the email. */
export default function AssignDialog({ mail, onClose }: AssignDialogProps): ReactElement {
  const titleId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [customer, setCustomer] = useState<PickedCustomer | null>(null);
  const [isMissing, setMissing] = useState(false);
  const filing = useAssignEmail(mail.id);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (filing.isPending) return;
    setMissing(customer === null);
    if (customer === null) input.current?.focus();
    else filing.run(customer);
  };

  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>Assign to customer</DialogTitle>
        <DialogContent>
          {filing.failure !== null && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {filing.failure}
            </Alert>
          )}
          <CustomerPicker
            label="Customer"
            value={customer}
            inputRef={input}
            error={isMissing && customer === null ? 'Choose a customer' : undefined}
            onChange={setCustomer}
          />
          {mail.from.address !== '' && (
            <p className={styles['hint']}>
              {mail.isSharedAddress
                ? `Only this email is assigned. ${mail.from.address} is not added to the customer.`
                : `${mail.from.address} is added to the customer. Other and future email from it is assigned to them too.`}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={filing.isPending}>
            Assign
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
