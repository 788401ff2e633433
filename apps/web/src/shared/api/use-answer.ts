import { useEffect, useRef, useState } from 'react';

export interface Answer<T> {
  /** Null until it is there. */
  readonly data: T | null;
  /** What the call threw. */
  readonly error: unknown;
  readonly retry: () => void;
}

interface Held<T> {
  key: string;
  data: T | null;
  error: unknown;
}

/** One call of a public page, which has no query client: made anew when `key` changes, ended when nobody waits for it. */
export function useAnswer<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [held, setHeld] = useState<Held<T> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const ended = new AbortController();
    latest.current(ended.signal).then(
      (data) => setHeld({ key, data, error: null }),
      (error: unknown) => {
        if (!ended.signal.aborted) setHeld({ key, data: null, error });
      },
    );
    return () => ended.abort();
  }, [key, attempt]);

  const current = held?.key === key ? held : null;
  return {
    data: current?.data ?? null,
    error: current?.error ?? null,
    retry: () => {
      setHeld(null);
      setAttempt(attempt + 1);
    },
  };
}
