import {
  getDealClosing,
  updateDealClosing,
  type DealClosing,
  type UpdateClosing,
} from '@handover/contract/deals/deal-closing.ts';
import { listDiligenceRequests, type DiligenceRequest } from '@handover/contract/deals/diligence-requests.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
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
  act: (input: T) => Promise<unknown>;
  /** The toast; empty for none. */
  done: string;
  onDone?: () => void;
  /** Called instead of showing a toast. */
  onError?: (error: Error) => void;
}

/** A mutation of anything that belongs to a deal. */
export function useDealChange<T>({ act, done, onDone, onError }: DealChange<T>): {
  run: (input: T) => void;
  isPending: boolean;
} {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
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
 * Changes a part of the closing, based on the version that was read. If someone else has changed it, the conflict is
 * reported and the new state is shown.
 */
export function useClosingChange(
  { dealId, version }: DealClosing,
  done = '',
): { run: (change: Omit<UpdateClosing, 'version'>) => void; isPending: boolean } {
  return useDealChange({
    act: (change: Omit<UpdateClosing, 'version'>) =>
      send(updateDealClosing, { params: { id: dealId }, body: { version, ...change } }),
    done,
  });
}
