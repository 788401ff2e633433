import type { Task } from '@handover/contract/tasks/tasks.ts';
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { TaskPage } from '../tasks.queries.ts';
import { addDays } from '@handover/domain/calendar-dates.ts';
import type { MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { formatDate, getNextMonday } from '../due.ts';
import { useMove } from './use-move.ts';

type Pages = InfiniteData<TaskPage, string | undefined>;

/**
 * Moves a task to another day of the calendar, optimistically: the move is undone on screen if the server rejects it.
 */
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
        said: formatMoved(dueDate),
      });
  };
}

/** The message after a task was moved to another day. */
export function formatMoved(dueDate: string): string {
  return `Moved to ${formatDate(dueDate, { weekday: 'long', month: 'short', day: 'numeric' })}`;
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

interface DueMoveParts {
  task: Task;
  today: string;
  moveTo: (dueDate: string) => void;
}

/** The menu options for the due date of a task. */
export type DueMoves = (parts: DueMoveParts) => MenuAction[];

/** Moves to a nearby day, for lists of things to do. */
export const listPostponements: DueMoves = ({ today, moveTo }) => [
  {
    label: 'Postpone to tomorrow',
    icon: 'solar:clock-circle-linear',
    onSelect: () => moveTo(addDays(today, 1)),
  },
  {
    label: 'Postpone to next week',
    icon: 'solar:calendar-linear',
    onSelect: () => moveTo(getNextMonday(today)),
  },
];

/** Moves a task by days, as dragging on the calendar does. */
export const listCalendarMoves: DueMoves = ({ task: { dueDate }, moveTo }) => {
  if (dueDate === null) return [];
  const steps = [
    ['Move a day earlier', -1],
    ['Move a day later', 1],
    ['Move a week earlier', -7],
    ['Move a week later', 7],
  ] as const;
  return steps.map(([label, days]) => ({
    label,
    icon: 'solar:calendar-linear',
    onSelect: () => moveTo(addDays(dueDate, days)),
  }));
};
