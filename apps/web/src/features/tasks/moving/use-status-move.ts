import type { TaskStatus } from '@handover/contract/task-rules.ts';
import type { Task, TaskTotals } from '@handover/contract/tasks.ts';
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { TaskPage, TaskQuery } from '../tasks.queries.ts';
import { tasksQuery, totalsQuery } from '../tasks.queries.ts';
import { movedToText } from '../task-labels.ts';
import { useMove } from './use-move.ts';

interface StatusMove {
  task: Task;
  status: TaskStatus;
}

type Pages = InfiniteData<TaskPage, string | undefined>;

/** What a column of the board asks for. */
export function columnQuery(filter: TaskQuery, status: TaskStatus): TaskQuery {
  return { ...filter, status: [status], sort: status === 'done' ? '-completedAt' : 'dueDate' };
}

/** Moves a card to another column: on screen at once, and back again when the server refuses. */
export function useStatusMove(filter: TaskQuery): (move: StatusMove) => void {
  const client = useQueryClient();
  const keyOf = (status: TaskStatus) => tasksQuery(columnQuery(filter, status)).queryKey;
  const move = useMove({
    put: ({ task, change: { status = task.status } }) => {
      client.setQueryData<Pages>(keyOf(task.status), (pages) => pages && withoutTask(pages, task.id));
      client.setQueryData<Pages>(keyOf(status), (pages) => pages && withTask(pages, { ...task, status }));
      client.setQueryData<TaskTotals>(
        totalsQuery(filter).queryKey,
        (totals) => totals && movedTotals(totals, task.status, status),
      );
    },
  });
  return ({ task, status }) => {
    if (status !== task.status)
      move({
        task,
        change: { status },
        undo: { status: task.status },
        said: movedToText(task, status),
      });
  };
}

function withoutTask(pages: Pages, id: string): Pages {
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

function movedTotals(totals: TaskTotals, from: TaskStatus, to: TaskStatus): TaskTotals {
  return {
    ...totals,
    status: { ...totals.status, [from]: totals.status[from] - 1, [to]: totals.status[to] + 1 },
  };
}
