import type { ResponseOf } from '@handover/contract/http/endpoint.ts';
import { openTaskStatuses } from '@handover/contract/tasks/task-rules.ts';
import { listCustomerTasks, type Task } from '@handover/contract/tasks/tasks.ts';
import { send } from '#shared/api/client.ts';
import { pagesQuery, type PagesFor } from '#shared/api/query-factory.ts';
import { answerClientTask } from '@handover/contract/tasks/client-tasks.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** The client's open tasks by due date. */
export const clientTasksQuery = (customerId: string): PagesFor<ResponseOf<typeof listCustomerTasks>> =>
  pagesQuery({
    queryKey: ['task', customerId, 'asked'],
    fetchPage: ({ cursor, signal }) =>
      send(
        listCustomerTasks,
        { params: { id: customerId }, query: { status: [...openTaskStatuses], cursor } },
        { signal },
      ),
  });

/** Marks a task as done by the client, with an undo. */
export function useFinishTask(customerId: string): { finish: (task: Task) => void; isPending: boolean } {
  const toasts = useToasts();
  const refresh = useRefresh();
  const onSettled = (): void => refresh({ noun: 'task', customerId });
  const onError = (error: Error): void => toasts.failed(getErrorMessage(error));
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
