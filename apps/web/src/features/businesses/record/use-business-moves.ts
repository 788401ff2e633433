import {
  confirmBusinessRequirement,
  withdrawBusinessRequirement,
} from '@handover/contract/businesses/business-gates.ts';
import {
  moveBusiness,
  updateBusiness,
  type BusinessDetail,
  type MoveBusiness,
} from '@handover/contract/businesses/businesses.ts';
import type { BusinessType } from '@handover/contract/businesses/business-list.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { businessTypeLabels, useStageNames } from '#shared/labels/businesses.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { businessGateQuery, businessQuery } from '../businesses.queries.ts';

interface BusinessMoves {
  move: (body: MoveBusiness, options: { onDone: () => void; onError: (error: Error) => void }) => void;
  /** Confirms a requirement that the product cannot check. */
  confirm: (requirement: string, note: string | null, onDone: () => void) => void;
  withdraw: (requirement: string) => void;
  chooseType: (type: BusinessType) => void;
  isPending: boolean;
}

/** Moves a business, and confirms or overrides what its gate requires. */
export function useBusinessMoves({ id, version }: BusinessDetail): BusinessMoves {
  const toasts = useToasts();
  const names = useStageNames();
  const client = useQueryClient();
  const refresh = useRefresh();
  const params = { id };
  const show = ({ business }: { business: BusinessDetail }): void =>
    void client.setQueryData(businessQuery(id).queryKey, business);
  // Without the gate of the new stage, the next move would be offered based on the old gate.
  const moveTo = async (body: MoveBusiness): Promise<void> => {
    show(await send(moveBusiness, { params, body }));
    await client.invalidateQueries({ queryKey: businessGateQuery(id).queryKey });
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => refresh({ noun: 'business', customerId: null }),
  });
  const onError = (error: Error): void => toasts.failed(getErrorMessage(error));
  return {
    move: (body, { onDone, onError: onRefused }) =>
      mutate(() => moveTo(body), {
        onSuccess: () => {
          toasts.done(`Moved to ${names[body.stage]}`);
          onDone();
        },
        onError: onRefused,
      }),
    confirm: (requirement, note, onDone) =>
      mutate(() => send(confirmBusinessRequirement, { params, body: { requirement, note } }), {
        onSuccess: onDone,
        onError,
      }),
    withdraw: (requirement) =>
      mutate(() => send(withdrawBusinessRequirement, { params: { id, requirement } }), { onError }),
    chooseType: (type) =>
      mutate(async () => show(await send(updateBusiness, { params, body: { version, type } })), {
        onSuccess: () => toasts.done(`Saved as ${businessTypeLabels[type]}`),
        onError,
      }),
    isPending,
  };
}
