const dayMs = 86_400_000;

/**
 * The instant of a local time `YYYY-MM-DDTHH:mm` in an IANA time zone. When clocks go back, returns the first of two
 * instants; when they go forward, a skipped time is shifted: 02:30 is 03:30.
 */
export function toInstant(local: string, timeZone: string): Date {
  const wall = Date.parse(`${local}:00Z`);
  const before = getOffsetMs(timeZone, wall - dayMs);
  const after = getOffsetMs(timeZone, wall + dayMs);
  const shown = [wall - before, wall - after].filter(
    (instant) => instant + getOffsetMs(timeZone, instant) === wall,
  );
  return new Date(shown.length > 0 ? Math.min(...shown) : wall - before);
}

/** The local time `YYYY-MM-DDTHH:mm` of an instant in an IANA time zone. */
export function toLocalTime(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + getOffsetMs(timeZone, instant.getTime())).toISOString().slice(0, 16);
}

/** By time zone, because building a format takes a hundred times as long as using it. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar date `YYYY-MM-DD` of an instant in an IANA time zone. */
export function toCalendarDate(instant: Date, timeZone: string): string {
  const format =
    dateFormats.get(timeZone) ??
    // The Swedish locale uses ISO dates.
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  dateFormats.set(timeZone, format);
  return format.format(instant);
}

/** The offset of the zone from UTC at an instant. */
function getOffsetMs(timeZone: string, instant: number): number {
  const whole = Math.floor(instant / 1000) * 1000;
  const parts = getFormat(timeZone).formatToParts(whole);
  const read = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  const isBeforeChrist = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'));
  const shown = new Date(0);
  shown.setUTCFullYear(isBeforeChrist ? 1 - read('year') : read('year'), read('month') - 1, read('day'));
  shown.setUTCHours(read('hour'), read('minute'), read('second'));
  return shown.getTime() - whole;
}

// Formats are cached, because creating one takes longer than importing a row.
const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}
