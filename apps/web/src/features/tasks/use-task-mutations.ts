import type { BodyInput } from '@handover/contract/http/endpoint.ts';
import type { TaskStatus } from '@handover/contract/tasks/task-rules.ts';
import { deleteTask, restoreTask, updateTask, type Task } from '@handover/contract/tasks/tasks.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { useTrash } from '#shared/records/page/use-trash.ts';
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
  message: string;
}

/** Quick actions on a task; each can be undone. */
export function useTaskMutations(task: Task): TaskMutations {
  const toasts = useToasts();
  const refresh = useRefresh();
  const params = { id: task.id };
  const related = {
    noun: 'task',
    customerId: task.customer?.id ?? null,
    businessId: task.business?.id ?? null,
    dealId: task.deal?.id ?? null,
  } as const;
  const onSettled = (): void => refresh(related);
  const onError = (error: Error): void => toasts.failed(getErrorMessage(error));

  const undo = useMutation({
    mutationFn: (body: BodyInput<typeof updateTask>) => send(updateTask, { params, body }),
    onError,
    onSettled,
  });
  const act = useMutation({
    mutationFn: ({ change }: Act) => send(updateTask, { params, body: { ...change, version: task.version } }),
    onSuccess: ({ task: { version } }, { message, undo: back }) =>
      toasts.undoable(message, () => undo.mutate({ ...back, version })),
    onError,
    onSettled,
  });
  const trash = useTrash(related, {
    label: 'Task',
    remove: () => send(deleteTask, { params }),
    restore: () => send(restoreTask, { params }),
  });
  const start = (next: Act): void => {
    if (!act.isPending) act.mutate(next);
  };
  const moveTo = (status: TaskStatus): void =>
    start({ change: { status }, undo: { status: task.status }, message: describeMove(task, status) });

  return {
    moveTo,
    toggle: () => moveTo(task.status === 'done' ? 'open' : 'done'),
    postponeTo: (dueDate) =>
      start({ change: { dueDate }, undo: { dueDate: task.dueDate }, message: formatMoved(dueDate) }),
    remove: trash.remove,
    restore: trash.restore,
    isPending: act.isPending || trash.isPending,
  };
}
