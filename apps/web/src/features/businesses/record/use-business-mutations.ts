import {
  deleteBusiness,
  moveBusiness,
  restoreBusiness,
  type BusinessDetail,
} from '@handover/contract/businesses.ts';
import type { BusinessStage } from '@handover/contract/business-stages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useStageNames } from '#shared/businesses/stage-names.ts';
import { refresh } from '#shared/live/live-updates.tsx';
import { businessQuery } from '../businesses.queries.ts';

export interface BusinessMutations {
  move: (stage: BusinessStage, options: { reason: string | null; onDone: () => void }) => void;
  /** To the trash, with an undo. */
  remove: () => void;
  restore: () => void;
  isPending: boolean;
}

/** Actions of a business page. Errors are shown, and the record is refetched. */
export function useBusinessMutations({ id, name, version }: BusinessDetail): BusinessMutations {
  const toasts = useToasts();
  const names = useStageNames();
  const client = useQueryClient();
  const params = { id };
  const show = (business: BusinessDetail): void =>
    void client.setQueryData(businessQuery(id).queryKey, business);

  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => refresh(client, { noun: 'business', customerId: null }),
  });
  const run = (act: () => Promise<unknown>, onDone: () => void): void => {
    if (!isPending) mutate(act, { onSuccess: onDone });
  };
  const restore = (): void =>
    run(
      async () => show((await send(restoreBusiness, { params })).business),
      () => toasts.done(`${name} was restored`),
    );

  return {
    move: (stage, { reason, onDone }) =>
      run(
        async () => show((await send(moveBusiness, { params, body: { version, stage, reason } })).business),
        () => {
          toasts.done(`Moved to ${names[stage]}`);
          onDone();
        },
      ),
    remove: () =>
      run(
        () => send(deleteBusiness, { params }),
        () => toasts.undoable(`${name} was moved to the trash`, restore),
      ),
    restore,
    isPending,
  };
}
