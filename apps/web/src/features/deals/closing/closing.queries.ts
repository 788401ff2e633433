import {
  getDealClosing,
  updateDealClosing,
  type DealClosing,
  type UpdateClosing,
} from '@handover/contract/deals/deal-closing.ts';
import { listDiligenceRequests, type DiligenceRequest } from '@handover/contract/deals/diligence-requests.ts';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useChange, type ChangeOptions } from '#shared/api/use-change.ts';

export const requestsQuery = (dealId: string): QueryFor<{ requests: DiligenceRequest[]; canAdd: boolean }> =>
  oneQuery({
    queryKey: ['deal', 'all', 'requests', dealId],
    queryFn: ({ signal }) => send(listDiligenceRequests, { params: { id: dealId } }, { signal }),
  });

export const closingQuery = (dealId: string): QueryFor<DealClosing> =>
  oneQuery({
    queryKey: ['deal', 'all', 'closing', dealId],
    queryFn: async ({ signal }) =>
      (await send(getDealClosing, { params: { id: dealId } }, { signal })).closing,
  });

/** A mutation of anything that belongs to a deal. */
export function useDealChange<T>(
  change: ChangeOptions<T, unknown>,
): ReturnType<typeof useChange<T, unknown>> {
  return useChange(['deal'], change);
}

/**
 * Changes a part of the closing, based on the version that was read or that the previous change returned. If someone
 * else has changed it, the conflict is reported and the new state is shown.
 */
export function useClosingChange(
  { dealId, version }: DealClosing,
  options: Omit<ChangeOptions<unknown, unknown>, 'act' | 'scope'> = {},
): { run: (change: Omit<UpdateClosing, 'version'>) => void; isPending: boolean } {
  const client = useQueryClient();
  const { queryKey } = closingQuery(dealId);
  return useDealChange({
    scope: `closing-${dealId}`,
    act: async (change: Omit<UpdateClosing, 'version'>) => {
      const current = client.getQueryData(queryKey)?.version ?? version;
      const body = { version: current, ...change };
      const { closing } = await send(updateDealClosing, { params: { id: dealId }, body });
      // A reload that started before the change would bring back the old version.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, closing);
    },
    ...options,
  });
}
