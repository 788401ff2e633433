import {
  getDealClosing,
  updateDealClosing,
  type DealClosing,
  type UpdateClosing,
} from '@handover/contract/deals/deal-closing.ts';
import { listDiligenceRequests, type DiligenceRequest } from '@handover/contract/deals/diligence-requests.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery, type QueryFor } from '#shared/api/query-factory.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

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

interface DealChange<T> {
  /** Changes with the same scope are sent one after another. */
  scope?: string;
  act: (input: T) => Promise<unknown>;
  /** The toast; empty for none. */
  done: string;
  onDone?: () => void;
  /** Called instead of showing a toast. */
  onError?: (error: Error) => void;
}

/** A mutation of anything that belongs to a deal. */
export function useDealChange<T>({ scope, act, done, onDone, onError }: DealChange<T>): {
  run: (input: T) => void;
  isPending: boolean;
} {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    ...(scope !== undefined && { scope: { id: scope } }),
    mutationFn: act,
    onSuccess: () => {
      if (done !== '') toasts.done(done);
      onDone?.();
    },
    onError: onError ?? ((error) => toasts.failed(getErrorMessage(error))),
    onSettled: () => refresh({ noun: 'deal', customerId: null }),
  });
  return { run: (input) => mutate(input), isPending };
}

/**
 * Changes a part of the closing, based on the version that was read or that the previous change returned. If someone
 * else has changed it, the conflict is reported and the new state is shown.
 */
export function useClosingChange(
  { dealId, version }: DealClosing,
  { done = '', ...callbacks }: Partial<Omit<DealChange<unknown>, 'act' | 'scope'>> = {},
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
    done,
    ...callbacks,
  });
}
