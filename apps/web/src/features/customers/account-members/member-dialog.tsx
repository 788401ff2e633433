import type { AccountParty } from '@handover/contract/customers/account-members.ts';
import { useState, type ReactElement } from 'react';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { CustomerPicker, type PickedCustomer } from '#shared/customers/customer-picker.tsx';
import { useMembershipMutations } from './use-membership-mutations.ts';
import type { Side } from './memberships.tsx';

interface MemberDialogProps {
  side: Side;
  customerId: string;
  /** The membership to change; null for a new one. */
  party: AccountParty | null;
  onClose: () => void;
}

/** Adds a person to an account with a title. */
export default function MemberDialog({ side, customerId, party, onClose }: MemberDialogProps): ReactElement {
  const [picked, setPicked] = useState<PickedCustomer | null>(party);
  const [title, setTitle] = useState(party?.title ?? '');
  const [error, setError] = useState<string | undefined>();
  const { put, isPending } = useMembershipMutations();
  const isOfAccount = side === 'account';

  const confirm = (): void => {
    if (picked === null) return setError(isOfAccount ? 'Choose a person' : 'Choose an account');
    const text = title.trim();
    put(
      {
        accountId: isOfAccount ? customerId : picked.id,
        memberId: isOfAccount ? picked.id : customerId,
        title: text === '' ? null : text,
      },
      onClose,
    );
  };

  return (
    <ConfirmDialog
      title={party === null ? (isOfAccount ? 'Add member' : 'Add to an account') : party.name}
      confirmLabel={party === null ? 'Add' : 'Save'}
      hasField
      isPending={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {party === null && (
        <CustomerPicker
          label={isOfAccount ? 'Person' : 'Corporate account'}
          accountType={isOfAccount ? 'Individual' : 'Corporate'}
          value={picked}
          autoFocus
          error={error}
          hint={isOfAccount ? 'Individual customers only' : 'Corporate customers only'}
          onChange={(customer) => {
            setPicked(customer);
            setError(undefined);
          }}
        />
      )}
      <LabeledInput
        label={isOfAccount ? 'Title' : 'Title'}
        hint="For example: owner, partner, office manager"
        value={title}
        autoFocus={party !== null}
        inputProps={{ maxLength: 120 }}
        onChange={(event) => setTitle(event.target.value)}
        sx={{ mt: 2 }}
      />
    </ConfirmDialog>
  );
}
