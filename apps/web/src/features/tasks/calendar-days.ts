import { addDays, weekdayNumber } from '@handover/domain/calendar-dates.ts';

/** Monday of the week after this one. */
export function nextMonday(date: string): string {
  return addDays(date, 8 - weekdayNumber(date));
}

/** A calendar date in the given format. */
export function dateText(date: string, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...format }).format(
    Date.parse(`${date}T00:00:00Z`),
  );
}
