import { toCalendarDate } from '@handover/domain/local-time.ts';
import { invalidField } from './errors.ts';

/** Source of the current time; tests pass a fake. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Throws INVALID_INPUT for a calendar date after today in the time zone. */
export function checkNotAhead(
  { now }: { readonly now: Date },
  { timeZone }: { readonly timeZone: string },
  { path, date }: { readonly path: string; readonly date: string },
): void {
  if (date > toCalendarDate(now, timeZone)) throw invalidField(path, 'Must not be in the future');
}

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}
