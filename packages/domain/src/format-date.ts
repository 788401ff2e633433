// Built once, because creating a format takes a hundred times as long as using it.
const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A calendar date in American format: "Nov 22, 2026". */
export function formatDate(date: string): string {
  return medium.format(new Date(`${date}T00:00:00Z`));
}

/** A calendar date in American format: "November 22, 2026". */
export function formatLongDate(date: string): string {
  return long.format(new Date(`${date}T00:00:00Z`));
}
