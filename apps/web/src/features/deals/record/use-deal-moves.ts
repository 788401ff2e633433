import { moveDeal, withdrawDealRequirement, type MoveDeal } from '@handover/contract/deals/deal-moves.ts';
import type { Deal } from '@handover/contract/deals/deals.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { dealGateQuery, dealQuery } from '../deals.queries.ts';

export interface DealMoves {
  move: (body: MoveDeal, options: { onDone: () => void; onError: (error: Error) => void }) => void;
  withdraw: (requirement: string) => void;
  isPending: boolean;
}

/** Moves a deal, and withdraws overrides of its gate. */
export function useDealMoves({ id }: Pick<Deal, 'id'>): DealMoves {
  const toasts = useToasts();
  const client = useQueryClient();
  const refresh = useRefresh();
  const params = { id };
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => {
      refresh({ noun: 'deal', customerId: null });
      refresh({ noun: 'business', customerId: null });
    },
  });
  // Without the gate of the new stage, the next move would be offered based on the old gate.
  const moveTo = async (body: MoveDeal): Promise<void> => {
    const { deal } = await send(moveDeal, { params, body });
    client.setQueryData(dealQuery(id).queryKey, deal);
    await client.invalidateQueries({ queryKey: dealGateQuery(id).queryKey });
  };
  const onError = (error: Error): void => toasts.failed(getErrorMessage(error));
  return {
    move: (body, { onDone, onError: onRefused }) =>
      mutate(() => moveTo(body), { onSuccess: onDone, onError: onRefused }),
    withdraw: (requirement) =>
      mutate(() => send(withdrawDealRequirement, { params: { id, requirement } }), { onError }),
    isPending,
  };
}
