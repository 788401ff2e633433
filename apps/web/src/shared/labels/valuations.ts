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

/** "1.50–3.00×", or "0.75×" where both ends are one; null where there is no multiple. */
export function multipleText({ low, high }: { low: number | null; high: number | null }): string | null {
  if (low === null || high === null) return null;
  return low === high
    ? `${twoOrThree.format(low)}×`
    : `${twoOrThree.format(low)}–${twoOrThree.format(high)}×`;
}

/** "10.5%". */
export function percentText(percent: number): string {
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 3 }).format(percent)}%`;
}
