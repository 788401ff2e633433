import { updateTask, type Task } from '@handover/contract/tasks.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';

type Change = Partial<Pick<Task, 'status' | 'dueDate'>>;

export interface Move {
  task: Task;
  change: Change;
  /** What puts it back. */
  undo: Change;
  said: string;
}

/** Lists, boards and totals of the workspace. */
const shownKey = ['task', 'all'];

/** Moves a task by hand: `put` shows it at once, a refusal takes it back, and what was done can be undone. */
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

/** What begins a drag: a mouse that moves with its button down, and a finger that rests first. */
export function useDragSensors(): ReturnType<typeof useSensors> {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
}

/** The task that a drag carries as `{ task }`. */
export function carriedTask(data: Record<string, unknown> | undefined): Task | null {
  return isCarried(data) ? data.task : null;
}

function isCarried(data: Record<string, unknown> | undefined): data is { task: Task } {
  return data !== undefined && 'task' in data;
}
