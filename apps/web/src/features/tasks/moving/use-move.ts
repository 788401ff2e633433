import { updateTask, type Task } from '@handover/contract/tasks.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

type Change = Partial<Pick<Task, 'status' | 'dueDate'>>;

export interface Move {
  task: Task;
  change: Change;
  /** Reverts the change. */
  undo: Change;
  said: string;
}

/** All lists, boards, and totals of the workspace. */
const shownKey = ['task', 'all'];

/** Moves a task optimistically with `put`, rolls back on failure, and offers an undo. */
export function useMove({
  put,
}: {
  put: (move: Pick<Move, 'task' | 'change'>) => void;
}): (move: Move) => void {
  const client = useQueryClient();
  const toasts = useToasts();
  const refresh = useRefresh();

  const mutationFn = async ({ task: { id, version }, change }: Pick<Move, 'task' | 'change'>) =>
    (await send(updateTask, { params: { id }, body: { ...change, version } })).task;
  const onMutate = async (asked: Pick<Move, 'task' | 'change'>) => {
    await client.cancelQueries({ queryKey: shownKey });
    const before = client.getQueriesData({ queryKey: shownKey });
    put(asked);
    return { before };
  };
  const onError = (error: Error, _asked: unknown, context?: Awaited<ReturnType<typeof onMutate>>): void => {
    for (const [queryKey, data] of context?.before ?? []) client.setQueryData(queryKey, data);
    toasts.failed(messageOf(error));
  };
  const onSettled = (_data: unknown, _error: unknown, { task }: Pick<Move, 'task'>): void =>
    refresh({ noun: 'task', customerId: task.customer?.id ?? null });

  const undo = useMutation({ mutationFn, onMutate, onError, onSettled });
  const move = useMutation({
    mutationFn,
    onMutate,
    onError,
    onSettled,
    onSuccess: (moved, { said, undo: change }: Move) =>
      toasts.undoable(said, () => undo.mutate({ task: moved, change })),
  });
  return (asked) => move.mutate(asked);
}
