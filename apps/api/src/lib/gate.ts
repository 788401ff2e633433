export type Gate = <T>(act: () => Promise<T>) => Promise<T>;

/** Runs at most `limit` tasks concurrently; the others queue. */
export function createGate(limit: number): Gate {
  const waiting: (() => void)[] = [];
  let free = limit;
  return async (act) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
