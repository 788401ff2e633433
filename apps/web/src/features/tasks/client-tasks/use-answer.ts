import { answerClientTask } from '@handover/contract/dashboard.ts';
import type { Task } from '@handover/contract/tasks.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** A client says that they have done what was asked of them, with an undo. */
export function useAnswer(customerId: string): { finish: (task: Task) => void; isPending: boolean } {
  const toasts = useToasts();
  const refresh = useRefresh();
  const onSettled = (): void => refresh({ noun: 'task', customerId });
  const onError = (error: Error): void => toasts.failed(messageOf(error));
  const answer = useMutation({
    mutationFn: ({ id, version, isDone }: Pick<Task, 'id' | 'version'> & { isDone: boolean }) =>
      send(answerClientTask, { params: { id }, body: { version, isDone } }),
    onSuccess: ({ task: { id, version } }, { isDone }) => {
      if (isDone) toasts.undoable('Marked as done', () => answer.mutate({ id, version, isDone: false }));
    },
    onError,
    onSettled,
  });
  return {
    finish: ({ id, version }) => answer.mutate({ id, version, isDone: true }),
    isPending: answer.isPending,
  };
}
