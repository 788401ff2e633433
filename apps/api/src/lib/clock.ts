import { invalidField } from './errors.ts';

/** Source of the current time; tests pass a fake. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** By time zone, because building a format takes a hundred times as long as using it. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar date `YYYY-MM-DD` of an instant in an IANA time zone. */
export function toCalendarDate(timeZone: string, instant: Date): string {
  const format =
    dateFormats.get(timeZone) ??
    // The Swedish locale uses ISO dates.
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  dateFormats.set(timeZone, format);
  return format.format(instant);
}

/** Throws INVALID_INPUT for a calendar date after today in the time zone. */
export function checkNotAhead(
  { now }: { readonly now: Date },
  { timeZone }: { readonly timeZone: string },
  { path, date }: { readonly path: string; readonly date: string },
): void {
  if (date > toCalendarDate(timeZone, now)) throw invalidField(path, 'Must not be in the future');
}

/** A calendar date as people read it: "November 22, 2026". */
export function formatDay(date: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}
