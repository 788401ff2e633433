import { addDays } from '@handover/domain/calendar-dates.ts';

/** An all-day event on the calendar date `YYYY-MM-DD`. */
export type DayEvent = {
  readonly uid: string;
  readonly date: string;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** Counts changes, from 0. */
  readonly sequence: number;
  readonly isUrgent: boolean;
};

const maxLineBytes = 75;

/** A calendar of all-day events as iCalendar (RFC 5545). Deterministic. */
export function toICalendar({ name, events }: { name: string; events: readonly DayEvent[] }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Handover//Tasks//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    formatProperty('X-WR-CALNAME', name),
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(formatEvent),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function formatEvent(event: DayEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${toUtc(event.changedAt)}`,
    `CREATED:${toUtc(event.createdAt)}`,
    `LAST-MODIFIED:${toUtc(event.changedAt)}`,
    `SEQUENCE:${String(event.sequence)}`,
    // Dates instead of times, so that the day is the same in every time zone. The end is exclusive.
    `DTSTART;VALUE=DATE:${toCompactDate(event.date)}`,
    `DTEND;VALUE=DATE:${toCompactDate(addDays(event.date, 1))}`,
    formatProperty('SUMMARY', event.title),
    ...(event.description === '' ? [] : [formatProperty('DESCRIPTION', event.description)]),
    `URL:${event.url}`,
    ...(event.isUrgent ? ['PRIORITY:1'] : []),
    'TRANSP:TRANSPARENT',
    'CLASS:PRIVATE',
    'END:VEVENT',
  ];
}

function formatProperty(name: string, text: string): string {
  const escaped = text
    .replace(/\\/g, '\\\\')
    .replace(/[;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|\r|\n/g, '\\n');
  return `${name}:${escaped}`;
}

/** Breaks a line after at most 75 octets, never inside a character. */
function fold(line: string): string {
  let folded = '';
  let length = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (length + size > maxLineBytes) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += size;
  }
  return folded;
}

function toCompactDate(date: string): string {
  return date.replaceAll('-', '');
}

function toUtc(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d{3}/g, '');
}
