import type { ReactElement } from 'react';

const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

/** "Nov 3, 2026", as the reader's own calendar has it. */
export function dayText(time: string): string {
  return format.format(new Date(time));
}

/** The day on which something was posted; the full time on hover. */
export function PostDate({ time }: { time: string }): ReactElement {
  return (
    <time dateTime={time} title={new Date(time).toLocaleString('en')}>
      {dayText(time)}
    </time>
  );
}
