import { addDays, getWeekday } from './calendar-dates.ts';
import { toInstant, toCalendarDate } from './local-time.ts';

/** Hour 0–23 and weekdays of digests, 1 for Monday to 7 for Sunday. */
export type DigestPlan = {
  readonly hour: number;
  readonly weekdays: readonly number[];
  readonly timeZone: string;
};

// Crossing the date line moves the last digest at most two days ahead, in addition to a week of candidates.
const daysAhead = 10;

/**
 * The first scheduled time after `after`, with its calendar date `YYYY-MM-DD`. The date is after `lastOn`, the date of
 * the previous digest, so that no day has two digests after a change of clock, hour, or time zone. Throws if no weekday
 * is selected.
 */
export function getNextDigest(
  { hour, weekdays, timeZone }: DigestPlan,
  { after, lastOn }: { after: Date; lastOn: string | null },
): { on: string; at: Date } {
  const today = toCalendarDate(after, timeZone);
  for (let days = 0; days <= daysAhead; days += 1) {
    const on = addDays(today, days);
    const at = toInstant(`${on}T${String(hour).padStart(2, '0')}:00`, timeZone);
    const isLater = at > after && (lastOn === null || on > lastOn);
    if (isLater && weekdays.includes(getWeekday(on))) return { on, at };
  }
  throw new Error('A digest needs a weekday');
}
