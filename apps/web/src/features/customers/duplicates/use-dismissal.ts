import { dismissDuplicate, recallDismissal } from '@handover/contract/merges.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

interface Named {
  id: string;
  name: string;
}

interface Dismissal {
  dismiss: () => void;
  isPending: boolean;
}

/** Calls two customers different, so that they are no longer shown as duplicates; can be taken back. */
export function useDismissal(one: Named, other: Named, onDone?: () => void): Dismissal {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: (isDismissed: boolean) =>
      isDismissed
        ? send(dismissDuplicate, { params: { id: one.id }, body: { otherId: other.id } })
        : send(recallDismissal, { params: { id: one.id, otherId: other.id } }),
    onSuccess: (_answer, isDismissed) => {
      if (!isDismissed) return;
      toasts.undoable(`${one.name} and ${other.name} stay apart`, () => mutate(false));
      onDone?.();
    },
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => refresh({ noun: 'customer', customerId: null }),
  });
  return { dismiss: () => mutate(true), isPending };
}
