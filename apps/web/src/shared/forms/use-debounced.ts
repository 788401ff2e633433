import { useEffect, useState } from 'react';

const pauseMs = 350;

/** The value once it has stopped changing, compared by content. */
export function useDebounced<T>(value: T): T {
  const [rested, setRested] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(
      () => setRested((last) => (JSON.stringify(last) === text ? last : value)),
      pauseMs,
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the text represents the value, which is new at every render
  }, [text]);
  return rested;
}
