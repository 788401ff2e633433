import { getDateFormat } from './formats.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/**
 * "just now", "5 minutes ago"; after 24 hours by the calendar of the time zone, such as "yesterday"; after a week the
 * date, with the year if it is not the current one.
 */
export function formatRelativeTime(date: Date, now: Date, timeZone?: string): string {
  const distanceMs = date.getTime() - now.getTime();
  const size = Math.abs(distanceMs);
  if (size < minuteMs) return 'just now';
  if (size < hourMs) return relative.format(Math.trunc(distanceMs / minuteMs), 'minute');
  if (size < dayMs) return relative.format(Math.trunc(distanceMs / hourMs), 'hour');
  const [day, today] = [formatCalendarDay(date, timeZone), formatCalendarDay(now, timeZone)];
  const days = (Date.parse(`${day} UTC`) - Date.parse(`${today} UTC`)) / dayMs;
  if (Math.abs(days) < 7) return relative.format(days, 'day');
  return getDateFormat({
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(day.slice(-4) !== today.slice(-4) && { year: 'numeric' }),
  }).format(date);
}

/** "11/21/2026" */
function formatCalendarDay(date: Date, timeZone: string | undefined): string {
  return getDateFormat({ timeZone, day: '2-digit', month: '2-digit', year: 'numeric' }).format(date);
}

/** The full timestamp: "Saturday, November 21, 2026 at 9:56 AM CST". */
export function formatFullTime(date: Date, timeZone?: string): string {
  return getDateFormat({ timeZone, dateStyle: 'full', timeStyle: 'short' }).format(date);
}

/** A calendar date `YYYY-MM-DD` in a readable format. It has no time zone and never shifts by a day. */
export function formatDate(calendarDate: string): string {
  return getDateFormat({
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(`${calendarDate}T00:00:00Z`));
}
