import type { Agreement } from '@handover/contract/agreements/agreements.ts';
import { formatDate } from '@handover/ui/parts/time-text.ts';

/** The day of a time in the workspace's time zone; null if there is none. */
export function findDay(time: string | null, timeZone: string): string | null {
  if (time === null) return null;
  return formatDate(
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(time)),
  );
}

/** The name and version of the template that was sent. */
export function formatVersion({ name, textNumber }: NonNullable<Agreement['template']>): string {
  return `${name}, version ${String(textNumber)}`;
}
