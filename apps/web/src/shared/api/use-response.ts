import { useEffect, useRef, useState } from 'react';

export interface ResponseState<T> {
  /** Null while loading. */
  readonly data: T | null;
  readonly error: unknown;
  readonly retry: () => void;
}

interface StoredResponse<T> {
  key: string;
  data: T | null;
  error: unknown;
}

/** A call for a public page, which has no query client. Repeated when `key` changes, aborted when unused. */
export function useResponse<T>(key: string, load: (signal: AbortSignal) => Promise<T>): ResponseState<T> {
  const [stored, setStored] = useState<StoredResponse<T> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const ended = new AbortController();
    latest.current(ended.signal).then(
      (data) => setStored({ key, data, error: null }),
      (error: unknown) => {
        if (!ended.signal.aborted) setStored({ key, data: null, error });
      },
    );
    return () => ended.abort();
  }, [key, attempt]);

  const current = stored?.key === key ? stored : null;
  return {
    data: current?.data ?? null,
    error: current?.error ?? null,
    retry: () => {
      setStored(null);
      setAttempt(attempt + 1);
    },
  };
}
