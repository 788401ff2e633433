import type { TaskStatus } from '@handover/contract/tasks/task-rules.ts';
import { type Task, type TaskTotals, updateTask } from '@handover/contract/tasks/tasks.ts';
import { useQueryClient, type InfiniteData, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type TaskPage, type TaskQuery, tasksQuery, totalsQuery } from '../tasks.queries.ts';
import { describeMove } from '../task-labels.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

interface StatusMove {
  task: Task;
  status: TaskStatus;
}

type Pages = InfiniteData<TaskPage, string | undefined>;

/** The query of a board column. */
export function columnQuery(filter: TaskQuery, status: TaskStatus): TaskQuery {
  return { ...filter, status: [status], sort: status === 'done' ? '-completedAt' : 'dueDate' };
}

/** Moves a card to another column, optimistically: the move is undone on screen if the server rejects it. */
export function useStatusMove(filter: TaskQuery): (move: StatusMove) => void {
  const client = useQueryClient();
  const keyOf = (status: TaskStatus) => tasksQuery(columnQuery(filter, status)).queryKey;
  const move = useMove({
    put: ({ task, change: { status = task.status } }) => {
      client.setQueryData<Pages>(keyOf(task.status), (pages) => pages && removeTask(pages, task.id));
      client.setQueryData<Pages>(keyOf(status), (pages) => pages && withTask(pages, { ...task, status }));
      client.setQueryData<TaskTotals>(
        totalsQuery(filter).queryKey,
        (totals) => totals && moveTotals(totals, task.status, status),
      );
    },
  });
  return ({ task, status }) => {
    if (status !== task.status)
      move({
        task,
        change: { status },
        undo: { status: task.status },
        said: describeMove(task, status),
      });
  };
}

function removeTask(pages: Pages, id: string): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, tasks: page.tasks.filter((task) => task.id !== id) })),
  };
}

function withTask(pages: Pages, task: Task): Pages {
  const [first, ...rest] = pages.pages;
  return first === undefined
    ? pages
    : { ...pages, pages: [{ ...first, tasks: [task, ...first.tasks] }, ...rest] };
}

function moveTotals(totals: TaskTotals, from: TaskStatus, to: TaskStatus): TaskTotals {
  return {
    ...totals,
    status: { ...totals.status, [from]: totals.status[from] - 1, [to]: totals.status[to] + 1 },
  };
}

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

/** Moves are sent one after another, but shown immediately. */
const scope = { id: 'task moves' };

/** Moves a task optimistically with `put`, rolls back on failure, and offers an undo. */
export function useMove({
  put,
}: {
  put: (move: Pick<Move, 'task' | 'change'>) => void;
}): (move: Move) => void {
  const client = useQueryClient();
  const toasts = useToasts();
  const refresh = useRefresh();

  // The latest version of each task, for a task that is moved again before the screen has reloaded it.
  const versions = useRef(new Map<string, number>());
  const mutationFn = async ({ task, change }: Pick<Move, 'task' | 'change'>): Promise<Task> => {
    const version = Math.max(task.version, versions.current.get(task.id) ?? 0);
    const { task: moved } = await send(updateTask, { params: { id: task.id }, body: { ...change, version } });
    versions.current.set(moved.id, moved.version);
    return moved;
  };
  const onMutate = async (asked: Pick<Move, 'task' | 'change'>) => {
    await client.cancelQueries({ queryKey: shownKey });
    const before = client.getQueriesData({ queryKey: shownKey });
    put(asked);
    return { before };
  };
  const onError = (error: Error, _asked: unknown, context?: Awaited<ReturnType<typeof onMutate>>): void => {
    for (const [queryKey, data] of context?.before ?? []) client.setQueryData(queryKey, data);
    toasts.failed(getErrorMessage(error));
  };
  const onSettled = (_data: unknown, _error: unknown, { task }: Pick<Move, 'task'>): void =>
    refresh({ noun: 'task', customerId: task.customer?.id ?? null });

  const undo = useMutation({ scope, mutationFn, onMutate, onError, onSettled });
  const move = useMutation({
    scope,
    mutationFn,
    onMutate,
    onError,
    onSettled,
    onSuccess: (moved, { said, undo: change }: Move) =>
      toasts.undoable(said, () => undo.mutate({ task: moved, change })),
  });
  return (asked) => move.mutate(asked);
}

/** The dragged task, or null. */
export function findDraggedTask(data: Record<string, unknown> | undefined): Task | null {
  return isDragged(data) ? data.task : null;
}

function isDragged(data: Record<string, unknown> | undefined): data is { task: Task } {
  return data !== undefined && 'task' in data;
}
