/** The instant at which clocks in a time zone show `YYYY-MM-DDTHH:mm`. A time that a clock change leaves out is moved by it. */
export function instantIn(timeZone: string, local: string): Date {
  const asUtcMs = Date.parse(`${local}:00Z`);
  const nearMs = asUtcMs - offsetMs(timeZone, asUtcMs);
  return new Date(asUtcMs - offsetMs(timeZone, nearMs));
}

/** What clocks in a time zone show at an instant, as `YYYY-MM-DDTHH:mm`. */
export function localIn(timeZone: string, instant: Date): string {
  return clockText(timeZone, instant).slice(0, 16);
}

/** An instant as people of a time zone read it: "Nov 30, 2026, 9:00 AM EST". */
export function timeText(timeZone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant);
}

function offsetMs(timeZone: string, instantMs: number): number {
  return Date.parse(`${clockText(timeZone, new Date(instantMs))}Z`) - Math.floor(instantMs / 1000) * 1000;
}

function clockText(timeZone: string, instant: Date): string {
  // Swedish writes ISO dates.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(instant)
    .replace(' ', 'T');
}
