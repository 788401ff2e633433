import {
  getCommission,
  getCommissionTotals,
  type CommissionDetail,
} from '@handover/contract/commission/commissions.ts';
import type { QueryInput, ResponseOf } from '@handover/contract/http/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { ApiError, getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useChange, type ChangeOptions } from '#shared/api/use-change.ts';

/** The commission of a deal; null for a lost deal and for brokers without a share of it. */
export const commissionQuery = (dealId: string): QueryFor<CommissionDetail | null> =>
  oneQuery({
    queryKey: ['commission', 'all', 'detail', dealId],
    queryFn: async ({ signal }) => {
      try {
        return (await send(getCommission, { params: { id: dealId }, query: {} }, { signal })).commission;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** The commission as it would be if finalized with this closing date. */
export const finalPreviewQuery = (dealId: string, closedOn: string): QueryFor<CommissionDetail> =>
  oneQuery({
    queryKey: ['commission', 'all', 'preview', dealId, closedOn],
    queryFn: async ({ signal }) =>
      (await send(getCommission, { params: { id: dealId }, query: { closedOn } }, { signal })).commission,
  });

export const totalsQuery = (
  filter: QueryInput<typeof getCommissionTotals>,
): QueryFor<ResponseOf<typeof getCommissionTotals>['totals']> =>
  oneQuery({
    queryKey: ['commission', 'all', 'totals', filter],
    queryFn: async ({ signal }) => (await send(getCommissionTotals, { query: filter }, { signal })).totals,
  });

type CommissionOptions<T> = Omit<ChangeOptions<T, { commission: CommissionDetail }>, 'onDone'> & {
  dealId: string;
  onDone: () => void;
};

export function useCommissionChange<T>({
  dealId,
  onDone,
  ...change
}: CommissionOptions<T>): ReturnType<typeof useChange<T, unknown>> {
  const client = useQueryClient();
  return useChange(['commission'], {
    ...change,
    onDone: ({ commission }) => {
      client.setQueryData(commissionQuery(dealId).queryKey, commission);
      onDone();
    },
  });
}

/** Shows errors as toasts. */
export function useFailureToast(): (error: Error) => void {
  const toasts = useToasts();
  return (error) => toasts.failed(getErrorMessage(error));
}
