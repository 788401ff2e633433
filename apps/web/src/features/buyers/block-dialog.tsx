import { blockBuyer, type Buyer } from '@handover/contract/buyers/buyers.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { useRefresh } from '#shared/live/live-updates.tsx';

export default function BlockDialog({ buyer, onClose }: { buyer: Buyer; onClose: () => void }): ReactElement {
  const refresh = useRefresh();
  const toasts = useToasts();
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      send(blockBuyer, { params: { id: buyer.id }, body: { version: buyer.version, reason } }),
    onSuccess: () => {
      toasts.done(`${buyer.customer.name} was blocked`);
      onClose();
    },
    onSettled: () => refresh({ noun: 'buyer', customerId: null }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (reason.trim() !== '') mutate();
  };
  return (
    <FormDialog
      draft={{
        name: `buyer-block:${buyer.id}`,
        values: { reason },
        restore: (typed) => setReason(typed.reason),
      }}
      title={`Block ${buyer.customer.name}?`}
      submitLabel="Block"
      isDangerous
      isPending={isPending}
      failure={error === null ? undefined : getErrorMessage(error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <LabeledInput
        autoFocus
        label="Reason *"
        value={reason}
        hint="Only your team sees it. A blocked buyer is not matched with any business."
        error={isChecked && reason.trim() === '' ? 'Required' : undefined}
        inputProps={{ maxLength: 300 }}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
