import type { Task } from '@handover/contract/tasks.ts';
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { dateText } from '../calendar-days.ts';
import type { TaskPage } from '../tasks.queries.ts';
import { useMove } from './use-move.ts';

type Pages = InfiniteData<TaskPage, string | undefined>;

/** Moves a task to another day of the calendar: on screen at once, and back again when the server refuses. */
export function useDayMove(): (move: { task: Task; dueDate: string }) => void {
  const client = useQueryClient();
  const move = useMove({
    put: ({ task, change: { dueDate = task.dueDate } }) =>
      client.setQueriesData<Pages>(
        { queryKey: ['task', 'all', 'list'] },
        (pages) => pages && withDay(pages, { ...task, dueDate }),
      ),
  });
  return ({ task, dueDate }) => {
    if (dueDate !== task.dueDate)
      move({
        task,
        change: { dueDate },
        undo: { dueDate: task.dueDate },
        said: movedText(dueDate),
      });
  };
}

/** What is said of a task that has gone to another day. */
export function movedText(dueDate: string): string {
  return `Moved to ${dateText(dueDate, { weekday: 'long', month: 'short', day: 'numeric' })}`;
}

function withDay(pages: Pages, moved: Task): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      tasks: page.tasks.map((task) => (task.id === moved.id ? moved : task)),
    })),
  };
}
