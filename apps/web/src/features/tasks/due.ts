import type { DueGroup } from '@handover/contract/tasks/tasks.ts';
import { daysBetween, addDays, getWeekday } from '@handover/domain/calendar-dates.ts';
import { getDateFormat } from '@handover/ui/parts/formats.ts';
import { formatDate as shortDate } from '@handover/ui/parts/time-text.ts';

export type DueTone = 'error' | 'warning' | 'neutral';

/**
 * Formats a due date relative to a day, both `YYYY-MM-DD`: “Overdue by 2 days”, “Today”, “Tomorrow”, or else the date.
 */
export function getDueLabel(dueDate: string, today: string): { text: string; tone: DueTone } {
  const days = daysBetween(today, dueDate);
  if (days < 0)
    return { text: days === -1 ? 'Overdue by 1 day' : `Overdue by ${String(-days)} days`, tone: 'error' };
  if (days === 0) return { text: 'Today', tone: 'warning' };
  if (days === 1) return { text: 'Tomorrow', tone: 'neutral' };
  return { text: shortDate(dueDate), tone: 'neutral' };
}

/** The heading of the group that an open task is in on a given day. */
export function getDueGroup(dueDate: string | null, today: string): DueGroup {
  if (dueDate === null) return 'none';
  const days = daysBetween(today, dueDate);
  if (days < 0) return 'overdue';
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  return days <= 7 ? 'next7Days' : 'later';
}

/** The Monday of next week. */
export function getNextMonday(date: string): string {
  return addDays(date, 8 - getWeekday(date));
}

/** A calendar date in the given format. */
export function formatDate(date: string, format: Intl.DateTimeFormatOptions): string {
  return getDateFormat({ timeZone: 'UTC', ...format }).format(Date.parse(`${date}T00:00:00Z`));
}
