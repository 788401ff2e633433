import { profitLines, type ProfitAndLoss } from './recast.ts';

/** A calendar year, or a month of it, from 1 to 12. */
export type Period = { readonly year: number; readonly month: number | null };
export type PeriodStatement = Period & { readonly lines: ProfitAndLoss };

/** The figures of twelve months. */
export type YearStatement = {
  /** The year, or `ttm` for the twelve months up to the last entered month. */
  readonly basis: number | 'ttm';
  /** The last month of a `ttm` or of a year entered by month; null for a year entered as a whole. */
  readonly lastMonth: Period | null;
  readonly lines: ProfitAndLoss;
};

/**
 * The years of a business, newest first: years entered as a whole, and years with all twelve months entered. The
 * trailing twelve months come first if they end after the newest of these years.
 */
export function listYearStatements(periods: readonly PeriodStatement[]): YearStatement[] {
  const months = new Map(
    periods.flatMap((period) => (period.month === null ? [] : [[toMonthIndex(period), period] as const])),
  );
  const whole = new Map(
    periods.flatMap((period) => (period.month === null ? [[period.year, period.lines]] : [])),
  );
  const years = [...new Set(periods.map(({ year }) => year))].sort((one, other) => other - one);
  const statements = years.flatMap((year): YearStatement[] => {
    const lines = whole.get(year);
    if (lines !== undefined) return [{ basis: year, lastMonth: null, lines }];
    const summed = sumTwelveMonths(months, year * 12 + 11);
    return summed === null ? [] : [{ basis: year, lastMonth: { year, month: 12 }, lines: summed }];
  });
  const last = Math.max(-1, ...months.keys());
  const newest = statements[0]?.basis;
  if (last < 0 || last % 12 === 11 || (typeof newest === 'number' && last <= newest * 12 + 11))
    return statements;
  const trailing = sumTwelveMonths(months, last);
  if (trailing === null) return statements;
  return [{ basis: 'ttm', lastMonth: toPeriod(last), lines: trailing }, ...statements];
}

/** The sum of the twelve months that end with a month; null if any of them is missing. */
function sumTwelveMonths(months: ReadonlyMap<number, PeriodStatement>, last: number): ProfitAndLoss | null {
  const found = Array.from({ length: 12 }, (_, back) => months.get(last - back)?.lines);
  const all = found.filter((lines) => lines !== undefined);
  return all.length < 12 ? null : sumStatements(all);
}

/** The sum of statements, line by line. */
export function sumStatements(statements: readonly ProfitAndLoss[]): ProfitAndLoss {
  return Object.fromEntries(
    profitLines.flatMap((line) => {
      const amounts = statements.flatMap((lines) => lines[line] ?? []);
      return amounts.length === 0 ? [] : [[line, amounts.reduce((sum, amount) => sum + amount, 0)]];
    }),
  );
}

function toMonthIndex({ year, month }: Period): number {
  return year * 12 + (month ?? 1) - 1;
}

function toPeriod(index: number): Period {
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}
