import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import type { TaskStatus } from '@handover/contract/tasks/task-rules.ts';
import { deleteTask, restoreTask, updateTask, type Task } from '@handover/contract/tasks/tasks.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { formatMoved } from './moving/use-day-move.ts';
import { describeMove } from './task-labels.ts';

type TaskChange = Omit<BodyInput<typeof updateTask>, 'version'>;

interface TaskMutations {
  /** Completes or reopens the task, with an undo. */
  toggle: () => void;
  moveTo: (status: TaskStatus) => void;
  postponeTo: (dueDate: string) => void;
  remove: () => void;
  restore: () => void;
  isPending: boolean;
}

interface Act {
  change: TaskChange;
  /** The change that undoes it. */
  undo: TaskChange;
  said: string;
}

/** Quick actions on a task; each can be undone. */
export function useTaskMutations(task: Task): TaskMutations {
  const toasts = useToasts();
  const refresh = useRefresh();
  const params = { id: task.id };
  const onSettled = (): void =>
    refresh({
      noun: 'task',
      customerId: task.customer?.id ?? null,
      businessId: task.business?.id ?? null,
      dealId: task.deal?.id ?? null,
    });
  const onError = (error: Error): void => toasts.failed(getErrorMessage(error));

  const undo = useMutation({
    mutationFn: (body: BodyInput<typeof updateTask>) => send(updateTask, { params, body }),
    onError,
    onSettled,
  });
  const act = useMutation({
    mutationFn: ({ change }: Act) => send(updateTask, { params, body: { ...change, version: task.version } }),
    onSuccess: ({ task: { version } }, { said, undo: back }) =>
      toasts.undoable(said, () => undo.mutate({ ...back, version })),
    onError,
    onSettled,
  });
  const restore = useMutation({ mutationFn: () => send(restoreTask, { params }), onError, onSettled });
  const remove = useMutation({
    mutationFn: () => send(deleteTask, { params }),
    onSuccess: () => toasts.undoable('Task moved to trash', () => restore.mutate()),
    onError,
    onSettled,
  });
  const start = (next: Act): void => {
    if (!act.isPending) act.mutate(next);
  };
  const moveTo = (status: TaskStatus): void =>
    start({ change: { status }, undo: { status: task.status }, said: describeMove(task, status) });

  return {
    moveTo,
    toggle: () => moveTo(task.status === 'done' ? 'open' : 'done'),
    postponeTo: (dueDate) =>
      start({ change: { dueDate }, undo: { dueDate: task.dueDate }, said: formatMoved(dueDate) }),
    remove: () => !remove.isPending && remove.mutate(),
    restore: () =>
      !restore.isPending && restore.mutate(undefined, { onSuccess: () => toasts.done('Task restored') }),
    isPending: act.isPending || remove.isPending,
  };
}
