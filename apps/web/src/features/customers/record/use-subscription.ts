import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import { resubscribeCustomer, unsubscribeCustomer } from '@handover/contract/customers/unsubscribe.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { customerQuery } from '../customers.queries.ts';

interface SubscriptionMutations {
  /** Unsubscribes the customer from bulk email. */
  unsubscribe: () => void;
  resubscribe: (reason: string) => void;
  isPending: boolean;
}

/** Subscribes a customer to bulk email, or unsubscribes them. */
export function useSubscription({ id, name }: Pick<CustomerDetail, 'id' | 'name'>): SubscriptionMutations {
  const toasts = useToasts();
  const client = useQueryClient();
  const refresh = useRefresh();
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
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'customer', customerId: id }),
  });
  return { unsubscribe: () => mutate(null), resubscribe: mutate, isPending };
}
