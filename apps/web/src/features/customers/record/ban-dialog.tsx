import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { banBody } from '@handover/contract/customers/customer-changes.ts';
import { useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import type { useCustomerMutations } from './use-customer-mutations.ts';

interface BanDialogProps {
  customer: CustomerDetail;
  mutations: ReturnType<typeof useCustomerMutations>;
  onClose: () => void;
}

/** Asks for the reason of a ban. */
export default function BanDialog({ customer, mutations, onClose }: BanDialogProps): ReactElement {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const confirm = (): void => {
    const parsed = banBody.safeParse({ version: customer.version, reason });
    if (parsed.success) mutations.ban(parsed.data.reason, onClose);
    else setError(parsed.error.issues[0]?.message);
  };
  return (
    <ConfirmDialog
      title={`Ban ${customer.name}?`}
      confirmLabel="Ban"
      isDangerous
      hasField
      isPending={mutations.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      They lose access to this workspace immediately. The record is kept, and you can lift the ban later.
      <LabeledInput
        label="Reason"
        value={reason}
        autoFocus
        error={error}
        onChange={(event) => setReason(event.target.value)}
        sx={{ mt: 2 }}
      />
    </ConfirmDialog>
  );
}
