import { addDays, daysBetween, getWeekday } from '@handover/domain/calendar-dates.ts';

/**
 * The weeks of a month `YYYY-MM`, padded with days of the adjacent months. `firstDay` is the first day of the week,
 * from 1 for Monday to 7 for Sunday.
 */
export function listWeeks(month: string, firstDay: number): string[][] {
  const start = getWeekStart(`${month}-01`, firstDay);
  const count = Math.ceil(daysBetween(start, `${addMonths(month, 1)}-01`) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(start, 7 * week + day)),
  );
}

/** The first day of the week that contains a day. */
function getWeekStart(day: string, firstDay: number): string {
  return addDays(day, -((getWeekday(day) - firstDay + 7) % 7));
}

/** The days of the week in order, 1 for Monday to 7 for Sunday. */
export function listWeekdays(firstDay: number): number[] {
  return Array.from({ length: 7 }, (_, index) => ((firstDay - 1 + index) % 7) + 1);
}

/** The month a number of months later, or earlier if the number is negative. */
export function addMonths(month: string, months: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The day that a key moves to; null for other keys. */
export function findDayByKey(key: string, day: string, firstDay: number): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return getWeekStart(day, firstDay);
    case 'End':
      return addDays(getWeekStart(day, firstDay), 6);
    case 'PageUp':
      return shiftMonths(day, -1);
    case 'PageDown':
      return shiftMonths(day, 1);
    default:
      return null;
  }
}

/** The same day of another month, or its last day if that month is shorter. */
function shiftMonths(day: string, months: number): string {
  const month = addMonths(day.slice(0, 7), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const wanted = `${month}-${day.slice(8, 10)}`;
  return wanted < last ? wanted : last;
}
