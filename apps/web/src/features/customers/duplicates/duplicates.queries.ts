import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import {
  listDuplicatePairs,
  listDuplicatesOf,
  type DuplicatePair,
  dismissDuplicate,
  recallDismissal,
  type DuplicateReason,
} from '@handover/contract/records/merges.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, pagesQuery, type PagesFor, type QueryFor } from '#shared/api/query-factory.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** Possible duplicate customers, the most likely first. */
export const duplicatePairsQuery = (): PagesFor<ResponseOf<typeof listDuplicatePairs>> =>
  pagesQuery({
    queryKey: ['customer', 'all', 'duplicate-pairs', 'list'],
    fetchPage: ({ cursor, signal }) => send(listDuplicatePairs, { query: { cursor } }, { signal }),
  });

/** The number of pairs. */
export const duplicateCountQuery = (): QueryFor<number> =>
  oneQuery({
    queryKey: ['customer', 'all', 'duplicate-pairs', 'count'],
    queryFn: async ({ signal }) =>
      (await send(listDuplicatePairs, { query: { limit: 1 } }, { signal })).total,
  });

/** Possible duplicates of this customer. */
export const duplicatesOfQuery = (customerId: string): QueryFor<DuplicatePair[]> =>
  oneQuery({
    queryKey: ['customer', 'all', 'duplicate-pairs', customerId],
    queryFn: async ({ signal }) =>
      (await send(listDuplicatesOf, { params: { id: customerId } }, { signal })).duplicatePairs,
  });

interface NamedCustomer {
  id: string;
  name: string;
}

interface Dismissal {
  dismiss: () => void;
  isPending: boolean;
}

/** Dismisses a pair of possible duplicates, with Undo. */
export function useDismissal(one: NamedCustomer, other: NamedCustomer, onDone?: () => void): Dismissal {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: (isDismissed: boolean) =>
      isDismissed
        ? send(dismissDuplicate, { params: { id: one.id }, body: { otherId: other.id } })
        : send(recallDismissal, { params: { id: one.id, otherId: other.id } }),
    onSuccess: (_answer, isDismissed) => {
      if (!isDismissed) return;
      toasts.undoable(`${one.name} and ${other.name} marked as different`, () => mutate(false));
      onDone?.();
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'customer', customerId: null }),
  });
  return { dismiss: () => mutate(true), isPending };
}

/** Why two customers may be duplicates. */
export const reasonLabels: Readonly<Record<DuplicateReason, string>> = {
  npi: 'Same NPI',
  email: 'Same email',
  phone: 'Same phone',
  name: 'Similar name',
};
