const dayMs = 86_400_000;

/**
 * The instant at which clocks in an IANA time zone show `local`, a wall-clock time `YYYY-MM-DDTHH:mm`.
 * A time that is shown twice when clocks go back is the first of the two; one that is left out when they
 * go forward is as much later as they were moved: 02:30 becomes 03:30.
 */
export function instantOf(local: string, timeZone: string): Date {
  const wall = Date.parse(`${local}:00Z`);
  const before = offsetMs(timeZone, wall - dayMs);
  const after = offsetMs(timeZone, wall + dayMs);
  const shown = [wall - before, wall - after].filter(
    (instant) => instant + offsetMs(timeZone, instant) === wall,
  );
  return new Date(shown.length > 0 ? Math.min(...shown) : wall - before);
}

/** The wall-clock time `YYYY-MM-DDTHH:mm` that an instant has in an IANA time zone. */
export function localOf(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(timeZone, instant.getTime())).toISOString().slice(0, 16);
}

/** How far clocks of the zone are ahead of UTC at an instant. */
function offsetMs(timeZone: string, instant: number): number {
  const whole = Math.floor(instant / 1000) * 1000;
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(whole);
  const read = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  const isBeforeChrist = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'));
  const shown = new Date(0);
  shown.setUTCFullYear(isBeforeChrist ? 1 - read('year') : read('year'), read('month') - 1, read('day'));
  shown.setUTCHours(read('hour'), read('minute'), read('second'));
  return shown.getTime() - whole;
}
