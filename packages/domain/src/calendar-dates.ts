const dayMs = 86_400_000;

/** The calendar date `YYYY-MM-DD` shifted by a number of days, negative for earlier. */
export function addDays(date: string, days: number): string {
  return fromEpochDay(toEpochDay(date) + days);
}

/** Whole days between two calendar dates. */
export function daysBetween(from: string, to: string): number {
  return toEpochDay(to) - toEpochDay(from);
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayNumber(date: string): number {
  // 1970-01-01 was a Thursday.
  return ((((toEpochDay(date) + 3) % 7) + 7) % 7) + 1;
}

/** Number of days in a month; months count from 1. */
export function daysInMonth(year: number, month: number): number {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
}

function toEpochDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs;
}

function fromEpochDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
