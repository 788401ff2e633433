import { ignoreTriageMail, restoreTriageMail, type TriageMail } from '@handover/contract/triage.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

export type TriageMutation = 'ignore' | 'spam' | 'restore';

interface TriageMutations {
  act: (act: TriageMutation) => void;
  isPending: boolean;
}

/** Puts a mail aside, with its sender as spam, or lets it wait again; each can be taken back. */
export function useTriageMutations({ id, from }: TriageMail): TriageMutations {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: (act: TriageMutation) =>
      act === 'restore'
        ? send(restoreTriageMail, { params: { id } })
        : send(ignoreTriageMail, { params: { id }, body: { asSpam: act === 'spam' } }),
    onSuccess: (_answer, act) => {
      const undo = (): void => mutate('restore');
      if (act === 'ignore') toasts.undoable('The email is ignored', undo);
      if (act === 'spam') toasts.undoable(`Mail from ${from.address || 'this sender'} is spam now`, undo);
      if (act === 'restore') toasts.done('It waits to be filed again');
    },
    onError: (error) => toasts.failed(messageOf(error)),
    onSettled: () => refresh({ noun: 'triage', customerId: null }),
  });
  return { act: mutate, isPending };
}
