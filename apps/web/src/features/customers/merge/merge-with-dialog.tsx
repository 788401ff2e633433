import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useRef, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { CustomerPicker, type PickedCustomer } from '#shared/customers/customer-picker.tsx';

interface MergeWithDialogProps {
  customer: Pick<CustomerDetail, 'id' | 'name'>;
  onClose: () => void;
}

/** Selects a customer to merge with, for pairs that the duplicate check has not found. */
export default function MergeWithDialog({ customer, onClose }: MergeWithDialogProps): ReactElement {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [other, setOther] = useState<PickedCustomer | null>(null);
  const [hasAsked, setAsked] = useState(false);
  const problem = findProblem(customer, other);
  const compare = (): void => {
    setAsked(true);
    if (problem !== null || other === null) input.current?.focus();
    else void navigate(`/admin/users/duplicates/${customer.id}/${other.id}`);
  };
  return (
    <ConfirmDialog
      title="Merge with another customer"
      confirmLabel="Compare"
      hasField
      onConfirm={compare}
      onClose={onClose}
    >
      <CustomerPicker
        label="Customer"
        value={other}
        inputRef={input}
        error={hasAsked ? (problem ?? undefined) : undefined}
        hint="You can compare both customers before merging."
        onChange={setOther}
      />
    </ConfirmDialog>
  );
}

function findProblem(customer: { id: string; name: string }, other: PickedCustomer | null): string | null {
  if (other === null) return 'Choose a customer';
  return other.id === customer.id ? `This is ${customer.name}. Choose another customer.` : null;
}
