import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { CustomerDetail } from '@handover/contract/customers.ts';
import { resubscribeCustomer, unsubscribeCustomer } from '@handover/contract/unsubscribe.ts';
import { useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabelledInput } from '@handover/ui/forms/labelled-input.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import summary from '#shared/records/page/record-header.module.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { refresh } from '#shared/live/live-updates.tsx';
import { customerQuery } from '../customers.queries.ts';

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
      Unsubscribed from bulk email on {day}. Emails to this customer alone are still sent.
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
      Only if the customer asked for it. The reason is recorded in the timeline and the audit log.
      <LabelledInput
        label="Reason"
        autoFocus
        value={reason}
        error={error}
        placeholder="Asked for it by phone"
        onChange={(event) => setReason(event.target.value)}
        sx={{ mt: 2 }}
      />
    </ConfirmDialog>
  );
}

interface SubscriptionMutations {
  /** From mail that goes to many. */
  unsubscribe: () => void;
  resubscribe: (reason: string) => void;
  isPending: boolean;
}

/** Subscribes a customer to bulk email, or unsubscribes them. */
export function useSubscription({ id, name }: Pick<CustomerDetail, 'id' | 'name'>): SubscriptionMutations {
  const toasts = useToasts();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (reason: string | null) =>
      reason === null
        ? send(unsubscribeCustomer, { params: { id } })
        : send(resubscribeCustomer, { params: { id }, body: { reason } }),
    onSuccess: ({ user }) => {
      client.setQueryData(customerQuery(id).queryKey, user);
      toasts.done(
        user.unsubscribedAt === null
          ? `Bulk email resumed for ${name}`
          : `${name} unsubscribed from bulk email`,
      );
    },
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => refresh(client, { noun: 'customer', customerId: id }),
  });
  return { unsubscribe: () => mutate(null), resubscribe: mutate, isPending };
}
