import { dateText } from '@handover/ui/parts/time-text.ts';

export type DueTone = 'error' | 'warning' | 'neutral';

/** How a due date reads on a given day, both `YYYY-MM-DD`: “Overdue by 2 days”, “Today”, “Tomorrow”, else the date. */
export function dueLabel(dueDate: string, today: string): { text: string; tone: DueTone } {
  const days = daysBetween(today, dueDate);
  if (days < 0)
    return {
      text: days === -1 ? 'Overdue since yesterday' : `Overdue by ${String(-days)} days`,
      tone: 'error',
    };
  if (days === 0) return { text: 'Today', tone: 'warning' };
  if (days === 1) return { text: 'Tomorrow', tone: 'neutral' };
  return { text: dateText(dueDate), tone: 'neutral' };
}

/** Whole days from one calendar date to another; no clock and no time zone is involved. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
