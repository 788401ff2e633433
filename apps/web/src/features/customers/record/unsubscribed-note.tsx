import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import { resubscribeCustomer } from '@handover/contract/customers/unsubscribe.ts';
import { useSubscription } from './use-subscription.ts';
import summary from '#shared/records/page/record-header.module.css';

interface UnsubscribedNoteProps {
  customer: CustomerDetail;
  unsubscribedAt: string;
}

/** Notice that the customer gets no bulk email, with an action to resubscribe them. */
export default function UnsubscribedNote({ customer, unsubscribedAt }: UnsubscribedNoteProps): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const { timeZone } = useUser();
  const day = new Date(unsubscribedAt).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone });
  return (
    <Alert
      severity="info"
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      className={summary['banner'] ?? ''}
      action={
        customer.abilities.canUpdate && (
          <Button size="small" color="inherit" variant="text" onClick={() => setAsking(true)}>
            Subscribe again
          </Button>
        )
      }
    >
      This email address was unsubscribed from bulk email on {day}. Emails to this customer alone are still
      sent.
      {isAsking && <ResubscribeDialog customer={customer} onClose={() => setAsking(false)} />}
    </Alert>
  );
}

function ResubscribeDialog({
  customer,
  onClose,
}: Pick<UnsubscribedNoteProps, 'customer'> & { onClose: () => void }): ReactElement {
  const mutations = useSubscription(customer);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const confirm = (): void => {
    const parsed = resubscribeCustomer.body.safeParse({ reason });
    if (parsed.success) mutations.resubscribe(parsed.data.reason);
    else setError(parsed.error.issues[0]?.message);
  };
  return (
    <ConfirmDialog
      title={`Send ${customer.name} bulk email again?`}
      confirmLabel="Subscribe again"
      hasField
      isPending={mutations.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      Only if the customer asked for it. This applies to every customer with the same email address. The
      reason is recorded in the timeline and the audit log.
      <LabeledInput
        label="Reason"
        autoFocus
        value={reason}
        error={error}
        placeholder="For example: asked by phone"
        onChange={(event) => setReason(event.target.value)}
        sx={{ mt: 2 }}
      />
    </ConfirmDialog>
  );
}
