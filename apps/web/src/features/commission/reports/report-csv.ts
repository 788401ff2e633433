import type { DealReport, ForecastMonth, Outcomes } from '@handover/contract/deals/deal-reports.ts';
import {
  dealStageNames,
  isDealEnded,
  lostReasonNames,
  type DealStage,
} from '@handover/contract/deals/deal-stages.ts';
import { csvByteOrderMark, toCsvLine } from '@handover/domain/csv.ts';

type Cell = string | number | null;

/** A report as a file: one row for each currency, never a sum over several. */
export interface Sheet {
  /** Part of the file name. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The sheet as CSV that spreadsheets read as UTF-8, with no cell that they would run as a formula. */
export function toCsv({ columns, rows }: Sheet): string {
  return csvByteOrderMark + [columns, ...rows].map(toCsvLine).join('');
}

/** In the currency of the row, with cents. */
const formatMoney = (cents: number): string => (cents / 100).toFixed(2);

export function createForecastSheet(months: readonly ForecastMonth[]): Sheet {
  return {
    name: 'pipeline-by-month',
    columns: ['Month', 'Currency', 'Deals', 'Value', 'Commission', 'Weighted commission'],
    rows: months.map(({ from, currency, count, valueCents, commissionCents, weightedCents }) => [
      from === null ? 'No date' : from.slice(0, 7),
      currency,
      count,
      formatMoney(valueCents),
      formatMoney(commissionCents),
      formatMoney(weightedCents),
    ]),
  };
}

interface FunnelColumn {
  readonly stage: DealStage;
  readonly count: number;
  readonly totals: readonly { readonly currency: string; readonly cents: number }[];
}

/** The number of deals in each stage covers all currencies; a stage has one row per currency. */
export function createFunnelSheet(columns: readonly FunnelColumn[]): Sheet {
  const open = columns.filter(({ stage }) => !isDealEnded(stage));
  return {
    name: 'open-deals-by-stage',
    columns: ['Stage', 'Deals in stage', 'Currency', 'Value'],
    rows: open.flatMap(({ stage, count, totals }): Cell[][] =>
      totals.length === 0
        ? [[dealStageNames[stage], count, null, null]]
        : totals.map(({ currency, cents }) => [dealStageNames[stage], count, currency, formatMoney(cents)]),
    ),
  };
}

/** Won deals by currency with their value, then lost deals by reason, in all currencies. */
export function createOutcomeSheet({ sources, lostReasons }: DealReport): Sheet {
  const currencies = [...new Set(sources.map(({ currency }) => currency))].toSorted();
  const won = currencies.flatMap((currency): Cell[][] => {
    const own = sources.filter((row) => row.currency === currency);
    const count = own.reduce((sum, { wonCount }) => sum + wonCount, 0);
    const cents = own.reduce((sum, { wonCents }) => sum + wonCents, 0);
    return count === 0 ? [] : [['Won', null, count, currency, formatMoney(cents)]];
  });
  return {
    name: 'won-and-lost',
    columns: ['Outcome', 'Lost reason', 'Deals', 'Currency', 'Value won'],
    rows: [
      ...won,
      ...lostReasons.map(({ reason, count }) => ['Lost', lostReasonNames[reason], count, null, null]),
    ],
  };
}

export function createStageTimeSheet({ stages }: DealReport): Sheet {
  return {
    name: 'time-in-stage',
    columns: ['Stage', 'Deals exited', 'Median days', 'Deals in stage', 'Median days so far'],
    rows: stages.map(({ stage, leftCount, leftDays, openCount, openDays }) => [
      dealStageNames[stage],
      leftCount,
      leftDays,
      openCount,
      openDays,
    ]),
  };
}

const outcomeColumns = ['Currency', 'Open', 'Open value', 'Won', 'Lost', 'Win rate (%)', 'Value won'];
const toOutcomeCells = ({
  currency,
  openCount,
  openCents,
  wonCount,
  lostCount,
  wonCents,
}: Outcomes): Cell[] => [
  currency,
  openCount,
  formatMoney(openCents),
  wonCount,
  lostCount,
  wonCount + lostCount === 0 ? null : Math.round((wonCount / (wonCount + lostCount)) * 100),
  formatMoney(wonCents),
];

export function createSourceSheet({ sources }: DealReport): Sheet {
  return {
    name: 'sources',
    columns: ['Source', ...outcomeColumns],
    rows: sources.map((row) => [row.source ?? 'No source', ...toOutcomeCells(row)]),
  };
}

export function createBrokerSheet({ brokers }: DealReport): Sheet {
  return {
    name: 'brokers',
    columns: ['Broker', ...outcomeColumns, 'Commission'],
    rows: brokers.map((row) => [
      row.broker?.displayName ?? 'Unassigned',
      ...toOutcomeCells(row),
      row.earnedCents === null ? null : formatMoney(row.earnedCents),
    ]),
  };
}
