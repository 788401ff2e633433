/** `latenciesMs` is unsorted; `seconds` is the total time. */
export type Timing = { readonly latenciesMs: readonly number[]; readonly seconds: number };

/**
 * Runs `act` `count` times with `callers` in parallel. Each caller starts its next turn when the last one has ended.
 */
export async function timeCalls({
  count,
  callers,
  act,
}: {
  count: number;
  callers: number;
  act: (turn: number) => Promise<unknown>;
}): Promise<Timing> {
  const latenciesMs: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const caller = async (): Promise<void> => {
    while (next < count) {
      const turn = next;
      next += 1;
      const turnStartedAt = performance.now();
      await act(turn);
      latenciesMs.push(performance.now() - turnStartedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { latenciesMs, seconds: (performance.now() - startedAt) / 1000 };
}

export type Summary = { readonly p50Ms: number; readonly p99Ms: number; readonly perSecond: number };

/** Combines several rounds of the same measurement. */
export function summarize(rounds: readonly Timing[]): Summary {
  const all = rounds.flatMap(({ latenciesMs }) => latenciesMs).toSorted((one, other) => one - other);
  const seconds = rounds.reduce((sum, round) => sum + round.seconds, 0);
  const at = (share: number): number => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), perSecond: all.length / seconds };
}
