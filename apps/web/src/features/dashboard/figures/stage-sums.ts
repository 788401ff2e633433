import type { StageTotal } from '@handover/contract/dashboard.ts';

/** Several stages as one; amounts of different currencies stay apart, sorted by currency. */
export function sumOf(totals: readonly StageTotal[]): Omit<StageTotal, 'stage'> {
  const cents = new Map<string, number>();
  for (const { currency, cents: amount } of totals.flatMap(({ asking }) => asking))
    cents.set(currency, (cents.get(currency) ?? 0) + amount);
  return {
    count: totals.reduce((sum, { count }) => sum + count, 0),
    unpricedCount: totals.reduce((sum, { unpricedCount }) => sum + unpricedCount, 0),
    asking: [...cents]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, amount]) => ({ currency, cents: amount })),
  };
}
