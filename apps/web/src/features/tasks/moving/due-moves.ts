import type { Task } from '@handover/contract/tasks.ts';
import type { MenuAction } from '@handover/ui/parts/menu-button.tsx';
import { addDays, nextMonday } from '../calendar-days.ts';

interface DueMoveParts {
  task: Task;
  today: string;
  moveTo: (dueDate: string) => void;
}

/** What a menu offers to do with the due date of a task. */
export type DueMoves = (parts: DueMoveParts) => MenuAction[];

/** To a day that is near: what a list of things to do asks for. */
export const postponements: DueMoves = ({ today, moveTo }) => [
  {
    label: 'Postpone to tomorrow',
    icon: 'solar:clock-circle-linear',
    onSelect: () => moveTo(addDays(today, 1)),
  },
  {
    label: 'Postpone to next week',
    icon: 'solar:calendar-linear',
    onSelect: () => moveTo(nextMonday(today)),
  },
];

/** To a day beside the one it stands on: what a drag over the calendar does. */
export const calendarMoves: DueMoves = ({ task: { dueDate }, moveTo }) => {
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
