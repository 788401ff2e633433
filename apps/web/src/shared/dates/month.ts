import { addDays, weekdayNumber } from '@handover/domain/calendar-dates.ts';

/** The weeks of a month `YYYY-MM` from Monday to Sunday, filled up with days of the months beside it. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const start = addDays(first, 1 - weekdayNumber(first));
  const weeks: string[][] = [];
  for (let monday = start; monday.slice(0, 7) <= month; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(monday, day)));
  return weeks;
}

/** The month some months later, or earlier below zero. */
export function addMonths(month: string, months: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** Where a key of the keyboard leads from a day; null for any other key. */
export function dayByKey(key: string, day: string): string | null {
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
      return addDays(day, 1 - weekdayNumber(day));
    case 'End':
      return addDays(day, 7 - weekdayNumber(day));
    case 'PageUp':
      return sameDayOf(day, -1);
    case 'PageDown':
      return sameDayOf(day, 1);
    default:
      return null;
  }
}

/** The same day of another month, or its last one where it is shorter. */
function sameDayOf(day: string, months: number): string {
  const month = addMonths(day.slice(0, 7), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const wanted = `${month}-${day.slice(8, 10)}`;
  return wanted < last ? wanted : last;
}
