import { useEffect, useState } from 'react';

const maxWaitMs = 1000;

/** What comes together is shown together, so that one part does not push the other; none waits long for another. */
export function useFirstWait(isLoading: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLoading && !isOver) setOver(true);
  return isLoading && !isOver;
}
