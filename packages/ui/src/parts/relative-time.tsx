import { useSyncExternalStore, type ReactElement } from 'react';
import { getCurrentMinute, onMinute } from './minute-clock.ts';
import { formatFullTime, formatRelativeTime } from './time-text.ts';

interface RelativeTimeProps {
  /** ISO 8601, UTC. */
  time: string;
  timeZone?: string;
}

/** The time relative to now, updated every minute; the full timestamp on hover. */
export function RelativeTime({ time, timeZone }: RelativeTimeProps): ReactElement {
  const now = useSyncExternalStore(onMinute, getCurrentMinute);
  const date = new Date(time);
  return (
    <time dateTime={time} title={formatFullTime(date, timeZone)}>
      {formatRelativeTime(date, new Date(now), timeZone)}
    </time>
  );
}
