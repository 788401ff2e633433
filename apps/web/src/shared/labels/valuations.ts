import type { Confidence } from '@handover/contract/businesses/valuation-tables.ts';
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
const upToThree = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

/** "1.50–3.00×", or "0.75×" if both ends are equal; null if there is no multiple. */
export function formatMultipleRange({
  low,
  high,
}: {
  low: number | null;
  high: number | null;
}): string | null {
  if (low === null || high === null) return null;
  return low === high ? formatMultiple(low) : `${twoOrThree.format(low)}–${formatMultiple(high)}`;
}

/** "3.30×". */
export function formatMultiple(multiple: number): string {
  return `${twoOrThree.format(multiple)}×`;
}

/** "Q3 2025" of a calendar date. */
export function formatQuarter(date: string): string {
  const [year, month] = date.split('-');
  return `Q${String(Math.ceil(Number(month) / 3))} ${String(year)}`;
}

/** "10.5%". */
export function formatPercent(percent: number): string {
  return `${upToThree.format(percent)}%`;
}
