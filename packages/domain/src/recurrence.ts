import { addDays, countDaysInMonth, getWeekday } from './calendar-dates.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/**
 * The recurrence of a task, in calendar dates. A day that a month does not have becomes its last day: the 31st in
 * April, or February 29 in a common year.
 */
export type Recurrence =
  | { readonly frequency: 'daily' }
  /** Monday to Friday. */
  | { readonly frequency: 'weekdays' }
  | { readonly frequency: 'weekly'; readonly days: readonly Weekday[] }
  | { readonly frequency: 'monthly'; readonly day: number | 'last' }
  | { readonly frequency: 'yearly'; readonly month: number; readonly day: number };

const lastYear = 9999;

/** The next date after a date `YYYY-MM-DD`; null after the year 9999. */
export function findNextOccurrence(rule: Recurrence, after: string): string | null {
  const next = listCandidates(rule, after).find((date) => date > after);
  return next === undefined || next.length > 10 ? null : next;
}

/** The first date after `due` that is not before `today`; missed dates are skipped. */
export function findNextDue(rule: Recurrence, { due, today }: { due: string; today: string }): string | null {
  const yesterday = addDays(today, -1);
  return findNextOccurrence(rule, due > yesterday ? due : yesterday);
}

/** Ascending dates, one of which is the next date. */
function listCandidates(rule: Recurrence, after: string): string[] {
  const year = Number(after.slice(0, 4));
  const month = Number(after.slice(5, 7));
  switch (rule.frequency) {
    case 'daily':
      return [addDays(after, 1)];
    case 'weekdays':
      return listWeekAfter(after).filter((date) => getWeekday(date) <= 5);
    case 'weekly':
      return listWeekAfter(after).filter((date) =>
        rule.days.some((day) => weekdays.indexOf(day) + 1 === getWeekday(date)),
      );
    case 'monthly':
      return [
        toDate(year, month, rule.day),
        month === 12 ? toDate(year + 1, 1, rule.day) : toDate(year, month + 1, rule.day),
      ];
    default:
      return [toDate(year, rule.month, rule.day), toDate(year + 1, rule.month, rule.day)];
  }
}

function listWeekAfter(date: string): string[] {
  return [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(date, days));
}

function toDate(year: number, month: number, day: number | 'last'): string {
  const last = countDaysInMonth(year, month);
  const inMonth = day === 'last' ? last : Math.min(day, last);
  const prefix = year > lastYear ? '+' : '';
  return `${prefix}${pad(year, year > lastYear ? 6 : 4)}-${pad(month, 2)}-${pad(inMonth, 2)}`;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
