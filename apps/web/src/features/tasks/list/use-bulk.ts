import {
  bulkTasks,
  maxBulkTasks,
  undoBulkTasks,
  type BulkTaskAction,
  type BulkTaskResult,
} from '@handover/contract/task-bulk.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/affected-keys.ts';

type Undoable = NonNullable<BulkTaskResult['undo']>;

const words: Readonly<Record<BulkTaskAction['kind'], string>> = {
  done: 'done',
  postpone: 'postponed',
  assign: 'assigned',
  delete: 'deleted',
};

interface Bulk {
  act: (ids: readonly string[], action: BulkTaskAction) => void;
  isPending: boolean;
}

/** Acts on several tasks at once, says what became of them, and offers to undo it. */
export function useBulk({ onDone }: { onDone: () => void }): Bulk {
  const toasts = useToasts();
  const refresh = useRefresh();
  const onSettled = (): void => refresh({ noun: 'task', customerId: null });
  const onError = (error: Error): void => toasts.failed(messageOf(error));

  const undo = useMutation({
    mutationFn: (tasks: Undoable[]) =>
      inTurn(tasks, async (part) => (await send(undoBulkTasks, { body: { tasks: part } })).results),
    onSuccess: (results) => {
      const left = results.filter(({ outcome }) => outcome === 'skipped').length;
      if (left > 0) toasts.failed(`${tasksText(left)} changed meanwhile and stayed as they are`);
    },
    onError,
    onSettled,
  });
  const act = useMutation({
    mutationFn: ({ ids, action }: { ids: readonly string[]; action: BulkTaskAction }) =>
      inTurn(ids, async (part) => (await send(bulkTasks, { body: { ids: [...part], action } })).results),
    onSuccess: (results, { action }) => {
      const undoable = results.flatMap((result) => (result.undo === null ? [] : [result.undo]));
      const skipped = results.filter(({ outcome }) => outcome === 'skipped');
      const left =
        skipped.length === 0 ? '' : `, ${String(skipped.length)} left: ${skipped[0]?.reason ?? ''}`;
      if (undoable.length === 0) toasts.failed(`Nothing changed${left}`);
      else
        toasts.undoable(`${tasksText(undoable.length)} ${words[action.kind]}${left}`, () =>
          undo.mutate(undoable),
        );
      onDone();
    },
    onError,
    onSettled,
  });
  return {
    act: (ids, action) => {
      if (!act.isPending) act.mutate({ ids, action });
    },
    isPending: act.isPending,
  };
}

/** More than fit into one request go in several, one after the other. */
async function inTurn<T>(
  all: readonly T[],
  call: (part: T[]) => Promise<BulkTaskResult[]>,
): Promise<BulkTaskResult[]> {
  const results: BulkTaskResult[] = [];
  for (let start = 0; start < all.length; start += maxBulkTasks)
    results.push(...(await call(all.slice(start, start + maxBulkTasks))));
  return results;
}

function tasksText(count: number): string {
  return count === 1 ? '1 task' : `${count.toLocaleString('en')} tasks`;
}
