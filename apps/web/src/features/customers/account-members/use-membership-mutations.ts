import {
  removeAccountMember,
  saveAccountMember,
  type AccountParty,
} from '@handover/contract/customers/account-members.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

export interface Membership {
  readonly accountId: string;
  readonly memberId: string;
  readonly title: string | null;
}

interface MembershipMutations {
  /** Adds a member or changes their title. */
  put: (membership: Membership, onDone?: () => void) => void;
  /** Ends a membership, with undo. `name` is the other side's. */
  remove: (membership: Membership, name: string) => void;
  isPending: boolean;
}

/** Mutations for the memberships of a customer; they update both records on screen. */
export function useMembershipMutations(): MembershipMutations {
  const toasts = useToasts();
  const refresh = useRefresh();
  const options = {
    onError: (error: Error) => toasts.failed(getErrorMessage(error)),
    onSettled: (_answer: unknown, _error: Error | null, { accountId, memberId }: Membership) => {
      for (const customerId of [accountId, memberId]) refresh({ noun: 'customer', customerId });
    },
  };
  const put = useMutation<{ member: AccountParty }, Error, Membership>({
    mutationFn: ({ accountId, memberId, title }) =>
      send(saveAccountMember, { params: { id: accountId, memberId }, body: { title } }),
    ...options,
  });
  const remove = useMutation<unknown, Error, Membership>({
    mutationFn: ({ accountId, memberId }) =>
      send(removeAccountMember, { params: { id: accountId, memberId } }),
    ...options,
  });
  return {
    put: (membership, onDone) => put.mutate(membership, { onSuccess: () => onDone?.() }),
    remove: (membership, name) =>
      remove.mutate(membership, {
        onSuccess: () => toasts.undoable(`${name} is no longer a member`, () => put.mutate(membership)),
      }),
    isPending: put.isPending || remove.isPending,
  };
}
