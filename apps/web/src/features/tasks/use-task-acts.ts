import type { BodyInput } from '@handover/contract/endpoint.ts';
import { deleteTask, restoreTask, updateTask, type Task } from '@handover/contract/tasks.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '../../shared/api/api-error.ts';
import { send } from '../../shared/api/client.ts';
import { useRefresh } from '../../shared/live/affected-keys.ts';

type TaskChange = Omit<BodyInput<typeof updateTask>, 'version'>;

interface TaskActs {
  /** Rejects with what the server refused. */
  update: (change: TaskChange) => Promise<unknown>;
  /** Done or open again, with an undo. */
  toggle: () => void;
  remove: () => void;
  isPending: boolean;
}

/** What can be done with a task. */
export function useTaskActs(task: Task): TaskActs {
  const toasts = useToasts();
  const refresh = useRefresh();
  const params = { id: task.id };
  const onSettled = (): void => refresh({ noun: 'task', customerId: task.customer?.id ?? null });
  const onError = (error: Error): void => toasts.failed(messageOf(error));
  const change = ({ version, ...body }: BodyInput<typeof updateTask>) =>
    send(updateTask, { params, body: { ...body, version } });

  const update = useMutation({
    mutationFn: (body: TaskChange) => change({ ...body, version: task.version }),
    onSettled,
  });
  const undo = useMutation({
    mutationFn: (version: number) => change({ status: task.status, version }),
    onError,
    onSettled,
  });
  const toggle = useMutation({
    mutationFn: () => change({ status: task.status === 'open' ? 'done' : 'open', version: task.version }),
    onSuccess: ({ task: changed }) =>
      toasts.undoable(changed.status === 'done' ? 'Task done' : 'Task open again', () =>
        undo.mutate(changed.version),
      ),
    onError,
    onSettled,
  });
  const restore = useMutation({ mutationFn: () => send(restoreTask, { params }), onError, onSettled });
  const remove = useMutation({
    mutationFn: () => send(deleteTask, { params }),
    onSuccess: () => toasts.undoable('Task deleted', () => restore.mutate()),
    onError,
    onSettled,
  });

  return {
    update: update.mutateAsync,
    toggle: () => !toggle.isPending && toggle.mutate(),
    remove: () => !remove.isPending && remove.mutate(),
    isPending: update.isPending || toggle.isPending || remove.isPending,
  };
}
