import { addDays, weekdayNumber } from './calendar-dates.ts';
import { instantOf, localOf } from './local-time.ts';

/** When digests come: at an hour 0–23 of chosen weekdays, 1 for Monday to 7 for Sunday. */
export type DigestPlan = {
  readonly hour: number;
  readonly weekdays: readonly number[];
  readonly timeZone: string;
};

// A move across the date line puts the last one at most two days ahead of a week of candidates.
const daysAhead = 10;

/**
 * The first time of the plan after `after`, and its calendar date `YYYY-MM-DD` there. The date comes after
 * `lastOn`, the one of the digest before: no day has two, whatever is changed about clock, hour or zone.
 * Throws when the plan has no weekday.
 */
export function nextDigest(
  { hour, weekdays, timeZone }: DigestPlan,
  { after, lastOn }: { after: Date; lastOn: string | null },
): { on: string; at: Date } {
  const today = localOf(after, timeZone).slice(0, 10);
  for (let days = 0; days <= daysAhead; days += 1) {
    const on = addDays(today, days);
    const at = instantOf(`${on}T${String(hour).padStart(2, '0')}:00`, timeZone);
    const isLater = at > after && (lastOn === null || on > lastOn);
    if (isLater && weekdays.includes(weekdayNumber(on))) return { on, at };
  }
  throw new Error('A digest needs a weekday');
}
