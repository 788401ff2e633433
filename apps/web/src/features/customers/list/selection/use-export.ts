import { exportCustomers } from '@handover/contract/customers.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { downloadTicket } from '#shared/files/open-ticket.ts';
import type { ListSearch } from '../search/list-search.ts';
import { selectionOf, type Picked } from './selection-body.ts';

/** Downloads what is picked, or everything that matches, as CSV in the order shown. */
export function useExport(
  { filter, sort }: ListSearch,
  picked: Picked | null = null,
): { run: () => void; isPending: boolean } {
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      send(exportCustomers, { body: { ...selectionOf(filter, picked), sort: sort ?? '-createdAt' } }),
    onSuccess: ({ ticket }) => {
      downloadTicket(ticket);
      toasts.done('The export is on its way to your downloads');
    },
    onError: (error) => toasts.failed(messageOf(error)),
  });
  return { run: () => !isPending && mutate(), isPending };
}
