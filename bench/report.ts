import type { Growth, NamedPlan, SizeResult } from './growth/growth.ts';
import type { Interaction } from './interaction.ts';
import type { MeasuredCall } from './calls/measure.ts';
import type { ScanQuality } from '../packages/domain/src/phi/samples/measure-scan.ts';
import type { Size } from './sizes.ts';
import type { MeasuredImport } from './streams/imports.ts';

export type Results = {
  calls: {
    name: string;
    callers: number;
    p50Ratio: number;
    p99Ratio: number;
    throughputShare: number;
    /** How many times faster the call's statements are than the simplest correct ones. */
    plain: number | null;
  }[];
  growth: readonly Growth[];
  memoryMb: { serverPeak: number; exportExtra: number; uploadExtra: number };
  imports: readonly MeasuredImport[];
  sizes: readonly Size[];
  phiScan: PhiScan;
  start: { warmMs: number };
};

/** The scan for patient information, on the samples that its rules were written with and on validation samples. */
type PhiScan = { written: ScanQuality; validation: ScanQuality };

/** The figures as stored in `bench/results.json`. */
export function toResults({
  measured,
  growth,
  memoryMb,
  imports,
  sizes,
  phiScan,
  warmMs,
}: {
  measured: readonly MeasuredCall[];
  growth: readonly Growth[];
  memoryMb: Results['memoryMb'];
  imports: Results['imports'];
  sizes: readonly Size[];
  phiScan: PhiScan;
  warmMs: number;
}): Results {
  return {
    calls: measured.map((call) => ({ name: call.name, callers: call.callers, ...calculateRatios(call) })),
    growth,
    memoryMb,
    imports,
    sizes,
    phiScan,
    start: { warmMs: Math.round(warmMs) },
  };
}

/** One line per call: HTTP times, its limit, and the ratios that are used to assess it. */
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
    'plain ×',
  ]);
  for (const call of measured) {
    const { p50Ratio, p99Ratio, throughputShare, plain } = calculateRatios(call);
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
      plain === null ? '' : plain.toFixed(0),
    ]);
  }
}

/** Compares searches for common words with a search for a rare word. */
export function printCommonness(measured: readonly MeasuredCall[]): void {
  process.stdout.write('\n');
  print(['common / rare', 'callers', 'p50 ×']);
  for (const rare of measured.filter(({ name }) => name === 'search, rare')) {
    const isCommon = ({ name, callers }: MeasuredCall): boolean =>
      name.startsWith('search, common') && callers === rare.callers;
    for (const { name, callers, http } of measured.filter(isCommon))
      print([name, String(callers), (http.p50Ms / rare.http.p50Ms).toFixed(2)]);
  }
}

export function printGrowth(growth: readonly Growth[], sizes: { small: number; large: number }): void {
  process.stdout.write('\n');
  print(['buffers', '', '', String(sizes.small), String(sizes.large), '×']);
  for (const { name, buffersSmall, buffersLarge } of growth) {
    const ratio = buffersLarge / Math.max(1, buffersSmall);
    print([name, '', '', String(buffersSmall), String(buffersLarge), ratio.toFixed(2)]);
  }
}

/** The cost of counting all matches of a filter at the large size. */
export function printTotals({ totals, customers }: SizeResult): void {
  process.stdout.write('\n');
  print([`exact total of ${customers.toLocaleString('en')} customers, by filter`, 'buffers', 'ms']);
  for (const { name, plan } of totals) print([name, String(plan.buffers), plan.ms.toFixed(1)]);
}

export function printPlans(plans: readonly NamedPlan[]): void {
  for (const { name, plan } of plans) process.stdout.write(`\n  ${name}\n${plan.lines}\n`);
}

/** The time from a key press to the next paint, on a CPU slowed down four times. */
export function printInteractions(interactions: readonly Interaction[]): void {
  process.stdout.write('\n');
  print(['interaction with the list', 'times', 'median ms', 'longest ms']);
  for (const { name, durationsMs } of interactions) {
    const sorted = durationsMs.toSorted((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    print([name, String(sorted.length), median.toFixed(0), (sorted.at(-1) ?? 0).toFixed(0)]);
  }
}

export function printScan(scan: PhiScan): void {
  print(['scan for patient information', 'samples', 'precision', 'recall']);
  const rows = [
    ['samples of the rules', scan.written] as const,
    ['validation samples', scan.validation] as const,
  ];
  for (const [name, { samples, precision, recall }] of rows)
    print([name, String(samples), precision.toFixed(3), recall.toFixed(3)]);
}

/**
 * Compares a call with its limit: an empty authenticated route, plus the call's own statements through the driver
 * alone.
 */
function calculateRatios({ http, empty, sql, plainMs }: MeasuredCall) {
  return {
    p50Ratio: round(http.p50Ms / (empty.p50Ms + sql.p50Ms)),
    p99Ratio: round(http.p99Ms / (empty.p99Ms + sql.p99Ms)),
    throughputShare: round(http.perSecond / sql.perSecond),
    plain: plainMs === null ? null : round(plainMs / sql.p50Ms),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function print([name = '', ...cells]: readonly string[]): void {
  process.stdout.write(`  ${name.padEnd(48)}${cells.map((cell) => cell.padStart(11)).join('')}\n`);
}
