const dayMs = 86_400_000;

/** A calendar date `YYYY-MM-DD` some days later; no clock and no time zone is involved. */
export function addDays(date: string, days: number): string {
  return new Date(epochMs(date) + days * dayMs).toISOString().slice(0, 10);
}

/** Whole days from one calendar date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((epochMs(to) - epochMs(from)) / dayMs);
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(date: string): number {
  return (new Date(epochMs(date)).getUTCDay() + 6) % 7;
}

/** Monday of the week after this one. */
export function nextMonday(date: string): string {
  return addDays(date, 7 - weekdayOf(date));
}

/** A calendar date in words of one's choice. */
export function dateText(date: string, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...format }).format(epochMs(date));
}

function epochMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}
