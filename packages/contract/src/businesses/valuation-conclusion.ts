import type { Caution, WaterfallStep, WeightedMethod } from '@handover/domain/valuation/conclusion.ts';
import type { ValuationMethod } from '@handover/domain/valuation/valuation.ts';
import type { ValuationSnapshot } from './valuations.ts';

/** Reasons to treat a conclusion with caution, as sentences. */
export const cautionTexts: Readonly<Record<Caution, string>> = {
  one_method: 'Only one method produced a value, so it could not be cross-checked.',
  methods_differ:
    'The methods differ by more than half. Check the figures and the type of buyer this business suits.',
  low_confidence: 'All multiples have low confidence: few published sales, or sources that disagree.',
};

const methodNames: Readonly<Record<ValuationMethod, string>> = {
  sde: 'SDE',
  ebitda: 'EBITDA',
  revenue: 'revenue',
};

/** A step of the waterfall as text, with the weight of its method. */
export function formatStep({
  kind,
  method,
  assumedScore,
  methods,
}: Pick<WaterfallStep, 'kind' | 'method'> & {
  readonly assumedScore: number | null;
  readonly methods: readonly WeightedMethod[];
}): string {
  if (kind === 'score' || method === null)
    return `Readiness score of ${String(assumedScore ?? '')} (assumed)`;
  const weight = methods.find((one) => one.method === method)?.weightBps ?? 0;
  const share = `${String(Math.round(weight / 100))}% of the weight`;
  return kind === 'start' ? `By ${methodNames[method]}, ${share}` : `With ${methodNames[method]}, ${share}`;
}

/**
 * Payments in addition to the value, by type: a pharmacy's multiples exclude its inventory (domain.md section 4). Null
 * for other types. `money` formats integer cents.
 */
export function formatInventory(
  { businessType, inventoryCents }: Pick<ValuationSnapshot, 'businessType' | 'inventoryCents'>,
  money: (cents: number) => string,
): string | null {
  if (businessType !== 'pharmacy') return null;
  return `Plus inventory at cost${inventoryCents === null ? ', counted at closing' : `: ${money(inventoryCents)}, counted again at closing`}.`;
}
