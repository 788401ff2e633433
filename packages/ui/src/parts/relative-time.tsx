import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState, type ReactElement } from 'react';
import { fullTime, relativeTime } from './time-text.ts';

const minuteMs = 60_000;

interface RelativeTimeProps {
  /** ISO 8601, UTC. */
  time: string;
  timeZone?: string;
}

/** How long ago or ahead, kept up by the minute; the full timestamp on hover and focus. */
export function RelativeTime({ time, timeZone }: RelativeTimeProps): ReactElement {
  const now = useMinute();
  const date = new Date(time);
  return (
    <Tooltip title={fullTime(date, timeZone)}>
      <time dateTime={time}>{relativeTime(date, now, timeZone)}</time>
    </Tooltip>
  );
}

function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
