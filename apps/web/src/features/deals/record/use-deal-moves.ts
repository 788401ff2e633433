import { moveDeal, withdrawDealRequirement, type MoveDeal } from '@handover/contract/deal-moves.ts';
import type { Deal } from '@handover/contract/deals.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

export interface DealMoves {
  move: (body: MoveDeal, options: { onDone: () => void; onError: (error: Error) => void }) => void;
  withdraw: (requirement: string) => void;
  isPending: boolean;
}

/** Moves a deal, and withdraws overrides of its gate. */
export function useDealMoves({ id }: Pick<Deal, 'id'>): DealMoves {
  const toasts = useToasts();
  const refresh = useRefresh();
  const params = { id };
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => {
      refresh({ noun: 'deal', customerId: null });
      refresh({ noun: 'business', customerId: null });
    },
  });
  const onError = (error: Error): void => toasts.failed(messageOf(error));
  return {
    move: (body, { onDone, onError: onRefused }) =>
      mutate(() => send(moveDeal, { params, body }), { onSuccess: onDone, onError: onRefused }),
    withdraw: (requirement) =>
      mutate(() => send(withdrawDealRequirement, { params: { id, requirement } }), { onError }),
    isPending,
  };
}
