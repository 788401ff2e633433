const dayMs = 86_400_000;

/** The calendar date `YYYY-MM-DD` shifted by a number of days, negative for earlier. */
export function addDays(date: string, days: number): string {
  return fromEpochDay(toEpochDay(date) + days);
}

/** The same day a number of months later, or the last day of the month if it is shorter. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  const [targetYear, targetMonth] = [Math.floor(index / 12), (index % 12) + 1];
  const last = Math.min(day, countDaysInMonth(targetYear, targetMonth));
  const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');
  return `${pad(targetYear, 4)}-${pad(targetMonth, 2)}-${pad(last, 2)}`;
}

/** Whole days between two calendar dates. */
export function daysBetween(from: string, to: string): number {
  return toEpochDay(to) - toEpochDay(from);
}

/** 1 for Monday to 7 for Sunday. */
export function getWeekday(date: string): number {
  // 1970-01-01 was a Thursday.
  return ((((toEpochDay(date) + 3) % 7) + 7) % 7) + 1;
}

/** Number of days in a month; months count from 1. */
export function countDaysInMonth(year: number, month: number): number {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
}

/**
 * A calendar date `YYYY-MM-DD` from `2026-01-31`, `01/31/2026`, or `31.01.2026`, each also followed by a time. If the
 * first of two numbers cannot be a month, it is the day. Null for anything else.
 */
export function parseDate(text: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso !== null) return toDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const local = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?: .*)?$/.exec(text);
  if (local === null) return null;
  const [first, second, year] = [Number(local[1]), Number(local[3]), Number(local[4])];
  const isDayFirst = local[2] === '.' || first > 12;
  return isDayFirst ? toDate(year, second, first) : toDate(year, first, second);
}

function toEpochDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs;
}

function fromEpochDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

function toDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 && year <= 2200;
  return isReal ? date.toISOString().slice(0, 10) : null;
}
