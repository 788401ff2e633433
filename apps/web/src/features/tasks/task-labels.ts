import type { Task } from '@handover/contract/tasks/tasks.ts';
import type { TaskStatus } from '@handover/contract/tasks/task-rules.ts';
import { getDateFormat } from '@handover/ui/parts/formats.ts';
import { formatDate } from './due.ts';

export const statusNames: Readonly<Record<TaskStatus, string>> = {
  open: 'Open',
  in_progress: 'In progress',
  waiting: 'Waiting',
  done: 'Done',
};

export const priorityNames: Readonly<Record<Task['priority'], string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
};

/** In the contract's order, from Monday. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export const weekdayNames = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} as const;

/** The recurrence of a task, as in "every Monday and Thursday". */
export function formatRecurrence(rule: NonNullable<Task['recurrence']>): string {
  switch (rule.frequency) {
    case 'daily':
      return 'every day';
    case 'weekdays':
      return 'every weekday';
    case 'weekly':
      return `every ${new Intl.ListFormat('en').format(rule.days.map((day) => weekdayNames[day]))}`;
    case 'yearly':
      return `yearly on ${formatMonthDay(rule.month, rule.day)}`;
    default:
      return `monthly on ${rule.day === 'last' ? 'the last day' : `day ${String(rule.day)}`}`;
  }
}

/** "February 29": uses a leap year, so that every day exists. */
export function formatMonthDay(month: number, day: number): string {
  const date = `2024-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return formatDate(date, { month: 'long', day: 'numeric' });
}

/** The time of a reminder, in the workspace's time zone. */
export function formatReminder({ reminder }: Pick<Task, 'reminder'>): string | null {
  if (reminder === null) return null;
  if (reminder.kind === 'dueDay') return `on the due date at ${formatTime(reminder.time)}`;
  const [date = '', time = ''] = reminder.at.split('T');
  return `${formatDate(date, { month: 'short', day: 'numeric', year: 'numeric' })} at ${formatTime(time)}`;
}

/** "14:00" as "2:00 PM". */
function formatTime(time: string): string {
  return getDateFormat({ timeZone: 'UTC', timeStyle: 'short' }).format(new Date(`2024-01-01T${time}Z`));
}

/** The message after a task's status was changed. */
export function describeMove(task: Pick<Task, 'status' | 'recurrence'>, status: TaskStatus): string {
  if (status === 'done')
    return task.recurrence === null ? 'Task completed' : 'Task completed, next one created';
  return task.status === 'done' && status === 'open' ? 'Task reopened' : `Moved to ${statusNames[status]}`;
}
