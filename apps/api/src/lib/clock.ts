/** Source of the current time; tests pass their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The calendar date `YYYY-MM-DD` of an instant in an IANA time zone. */
export function dateIn(timeZone: string, instant: Date): string {
  // The Swedish locale uses ISO dates.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);
}

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000);
}
