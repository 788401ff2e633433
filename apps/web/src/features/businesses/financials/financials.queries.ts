import { getFinancials, type Financials } from '@handover/contract/businesses/financials.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** The profit and loss and the add-backs of a business. */
export const financialsQuery = (businessId: string): QueryFor<Financials> =>
  oneQuery({
    queryKey: ['business', 'all', 'financials', businessId],
    queryFn: async ({ signal }) =>
      (await send(getFinancials, { params: { id: businessId } }, { signal })).financials,
  });

interface FinancialsChange<T> {
  businessId: string;
  act: (input: T) => Promise<{ financials: Financials }>;
  /** The toast. */
  done: string;
  onDone?: () => void;
  /** Called instead of showing a toast. */
  onError?: (error: Error) => void;
}

/** A mutation of the financials. Every response has all current financials. */
export function useFinancialsChange<T>({ businessId, act, done, onDone, onError }: FinancialsChange<T>): {
  run: (input: T) => void;
  isPending: boolean;
} {
  const toasts = useToasts();
  const client = useQueryClient();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: ({ financials }) => {
      client.setQueryData(financialsQuery(businessId).queryKey, financials);
      toasts.done(done);
      onDone?.();
    },
    onError: onError ?? ((error) => toasts.failed(getErrorMessage(error))),
    onSettled: () => refresh({ noun: 'business', customerId: null }),
  });
  return { run: (input) => mutate(input), isPending };
}
