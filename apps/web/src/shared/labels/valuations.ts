import type { Confidence } from '@handover/contract/valuation-tables.ts';
import type { ValuationMethod } from '@handover/domain/valuation/valuation.ts';

export const methodLabels: Readonly<Record<ValuationMethod, string>> = {
  sde: 'SDE',
  ebitda: 'EBITDA',
  revenue: 'Revenue',
};

export const confidenceLabels: Readonly<Record<Confidence, string>> = {
  low: 'Low confidence',
  medium: 'Medium confidence',
  high: 'High confidence',
};

const twoOrThree = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 3 });

/** "1.50–3.00×", or "0.75×" if both ends are equal; null if there is no multiple. */
export function multipleText({ low, high }: { low: number | null; high: number | null }): string | null {
  if (low === null || high === null) return null;
  return low === high ? timesText(low) : `${twoOrThree.format(low)}–${timesText(high)}`;
}

/** "3.30×". */
export function timesText(multiple: number): string {
  return `${twoOrThree.format(multiple)}×`;
}

/** "Q3 2025" of a calendar date. */
export function quarterText(date: string): string {
  const [year, month] = date.split('-');
  return `Q${String(Math.ceil(Number(month) / 3))} ${String(year)}`;
}

/** "10.5%". */
export function percentText(percent: number): string {
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 3 }).format(percent)}%`;
}
