import type { MeasuredCall } from './measure.ts';
import type { Size } from './sizes.ts';
import type { Plan } from './statements.ts';

export type Growth = { readonly name: string; readonly small: Plan; readonly large: Plan };

export type Results = {
  calls: { name: string; callers: number; p50Ratio: number; p99Ratio: number; throughputShare: number }[];
  growth: { name: string; buffersSmall: number; buffersLarge: number }[];
  /** What a run did not measure is absent. */
  memoryMb: { serverPeak: number; exportExtra?: number; uploadExtra?: number };
  sizes: readonly Size[];
  start: { warmMs: number };
};

/** The figures as `bench/results.json` keeps them. */
export function toResults({
  measured,
  growth,
  serverPeak,
  sizes,
  warmMs,
}: {
  measured: readonly MeasuredCall[];
  growth: readonly Growth[];
  serverPeak: number;
  sizes: readonly Size[];
  warmMs: number;
}): Results {
  return {
    calls: measured.map((call) => ({ name: call.name, callers: call.callers, ...ratios(call) })),
    growth: growth.map(({ name, small, large }) => ({
      name,
      buffersSmall: small.buffers,
      buffersLarge: large.buffers,
    })),
    memoryMb: { serverPeak },
    sizes,
    start: { warmMs: Math.round(warmMs) },
  };
}

/** One line per call: HTTP, its limit, and the ratios that quality is judged by. */
export function printCalls(measured: readonly MeasuredCall[]): void {
  print([
    'call',
    'callers',
    'statements',
    'p50 ms',
    'p99 ms',
    'req/s',
    'SQL p50',
    'SQL/s',
    'p50 ×',
    'p99 ×',
    'share',
  ]);
  for (const call of measured) {
    const { p50Ratio, p99Ratio, throughputShare } = ratios(call);
    print([
      call.name,
      String(call.callers),
      String(call.statements),
      call.http.p50Ms.toFixed(2),
      call.http.p99Ms.toFixed(2),
      call.http.perSecond.toFixed(0),
      call.sql.p50Ms.toFixed(2),
      call.sql.perSecond.toFixed(0),
      p50Ratio.toFixed(2),
      p99Ratio.toFixed(2),
      throughputShare.toFixed(2),
    ]);
  }
}

export function printGrowth(growth: readonly Growth[], sizes: { small: number; large: number }): void {
  process.stdout.write('\n');
  print(['buffers', '', '', String(sizes.small), String(sizes.large), '×']);
  for (const { name, small, large } of growth)
    print([
      name,
      '',
      '',
      String(small.buffers),
      String(large.buffers),
      (large.buffers / Math.max(1, small.buffers)).toFixed(2),
    ]);
}

export function printPlans(growth: readonly Growth[]): void {
  for (const { name, large } of growth) process.stdout.write(`\n  ${name}\n${large.lines}\n`);
}

/** Against the limit: an empty signed-in route, and the call's own statements through the driver alone. */
function ratios({ http, empty, sql }: MeasuredCall) {
  return {
    p50Ratio: round(http.p50Ms / (empty.p50Ms + sql.p50Ms)),
    p99Ratio: round(http.p99Ms / (empty.p99Ms + sql.p99Ms)),
    throughputShare: round(http.perSecond / sql.perSecond),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function print([name = '', ...cells]: readonly string[]): void {
  process.stdout.write(`  ${name.padEnd(48)}${cells.map((cell) => cell.padStart(11)).join('')}\n`);
}
