import type { CustomerDetail } from '@handover/contract/customers/customers.ts';
import type { Tag } from '@handover/contract/records/tags.ts';
import {
  banCustomer,
  deleteCustomer,
  inviteCustomer,
  restoreCustomer,
  unbanCustomer,
  updateCustomer,
} from '@handover/contract/customers/customer-changes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useTrash, type Trash } from '#shared/records/page/use-trash.ts';
import { customerQuery } from '../customers.queries.ts';

interface RecordMutations {
  ban: (reason: string, onDone: () => void) => void;
  unban: () => void;
  trash: Trash;
  /** `onLink` receives the link to pass on manually if no mail server is configured. */
  invite: (onLink: (link: string) => void) => void;
  setTags: (tags: readonly Tag[]) => void;
  isPending: boolean;
}

/** Actions of a customer page. Errors are shown, and the record is refetched. */
export function useCustomerMutations(customer: CustomerDetail): RecordMutations {
  const toasts = useToasts();
  const client = useQueryClient();
  const refresh = useRefresh();
  const params = { id: customer.id };
  const { version } = customer;
  const show = (user: CustomerDetail): void =>
    void client.setQueryData(customerQuery(customer.id).queryKey, user);

  const setTags = useSetTags(customer);

  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'customer', customerId: customer.id }),
  });
  const run = (act: () => Promise<unknown>, onDone?: () => void): void => {
    if (!isPending) mutate(act, { onSuccess: onDone });
  };
  const trash = useTrash(
    { noun: 'customer', customerId: customer.id },
    {
      label: customer.name,
      remove: () => send(deleteCustomer, { params }),
      restore: async () => show((await send(restoreCustomer, { params })).user),
    },
  );

  return {
    ban: (reason, onDone) =>
      run(async () => show((await send(banCustomer, { params, body: { version, reason } })).user), onDone),
    unban: () =>
      run(
        async () => show((await send(unbanCustomer, { params, body: { version } })).user),
        () => toasts.done('Ban lifted'),
      ),
    trash,
    invite: (onLink) =>
      run(async () => {
        const { invite } = await send(inviteCustomer, { params });
        if (invite.link === null) toasts.done(`Invitation sent to ${invite.email}`);
        else onLink(invite.link);
      }),
    setTags,
    isPending,
  };
}

/** Shows the tags immediately, and saves one change after the other. */
function useSetTags(customer: CustomerDetail): RecordMutations['setTags'] {
  const toasts = useToasts();
  const client = useQueryClient();
  const refresh = useRefresh();
  const { queryKey } = customerQuery(customer.id);
  const mutationKey = ['customer-tags', customer.id];
  const hasOthers = (): boolean => client.isMutating({ mutationKey }) > 1;
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async (tags: readonly Tag[]) => {
      const { version } = client.getQueryData(queryKey) ?? customer;
      const body = { version, tagIds: tags.map(({ id }) => id) };
      return (await send(updateCustomer, { params: { id: customer.id }, body })).user;
    },
    onMutate: (tags) => void client.setQueryData(queryKey, (shown) => shown && { ...shown, tags: [...tags] }),
    onSuccess: (user) =>
      void client.setQueryData(queryKey, (shown) =>
        shown !== undefined && hasOthers() ? { ...user, tags: shown.tags } : user,
      ),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => {
      if (!hasOthers()) refresh({ noun: 'customer', customerId: customer.id });
    },
  });
  return mutate;
}
