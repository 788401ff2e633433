import { getFinancials, type Financials } from '@handover/contract/businesses/financials.ts';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useChange, type ChangeOptions } from '#shared/api/use-change.ts';

/** The profit and loss and the add-backs of a business. */
export const financialsQuery = (businessId: string): QueryFor<Financials> =>
  oneQuery({
    queryKey: ['business', 'all', 'financials', businessId],
    queryFn: async ({ signal }) =>
      (await send(getFinancials, { params: { id: businessId } }, { signal })).financials,
  });

type FinancialsOptions<T> = Omit<ChangeOptions<T, { financials: Financials }>, 'onDone'> & {
  businessId: string;
  onDone?: () => void;
};

/** A mutation of the financials. Every response has all current financials. */
export function useFinancialsChange<T>({
  businessId,
  onDone,
  ...change
}: FinancialsOptions<T>): ReturnType<typeof useChange<T, unknown>> {
  const client = useQueryClient();
  return useChange(['business'], {
    ...change,
    onDone: ({ financials }) => {
      client.setQueryData(financialsQuery(businessId).queryKey, financials);
      onDone?.();
    },
  });
}
