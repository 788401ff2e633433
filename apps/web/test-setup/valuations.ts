import { businessTypes } from '@handover/contract/businesses/business-list.ts';
import {
  getDefaultMultiple,
  defaultFinancingRules,
  defaultSurvey,
} from '@handover/contract/businesses/default-tables.ts';
import type {
  FinancingRule,
  MarketSurvey,
  ValuationMultiple,
} from '@handover/contract/businesses/valuation-tables.ts';
import { valueMethods, type Valuation } from '@handover/contract/businesses/valuations.ts';
import { valuationMethods } from '@handover/domain/valuation/valuation.ts';
import { anId } from './records.ts';

/** The default multiples of every type, with overrides from the test for one type. */
export function someMultiples(changes: Partial<ValuationMultiple> = {}): ValuationMultiple[] {
  return businessTypes
    .flatMap((type) => valuationMethods.map((method) => getDefaultMultiple(type, method)))
    .map((multiple) => ({ ...multiple, isDelivered: true, version: 1 }))
    .map((multiple) =>
      multiple.type === changes.type && multiple.method === changes.method
        ? { ...multiple, isDelivered: false, ...changes }
        : multiple,
    );
}

/** The default market survey, with overrides from the test. */
export function aMarketSurvey(changes: Partial<MarketSurvey> = {}): MarketSurvey {
  return { ...defaultSurvey, isDelivered: true, version: 1, ...changes };
}

/** The default SBA 7(a) rule, with overrides from the test. */
export function aFinancingRule(number: number, changes: Partial<FinancingRule> = {}): FinancingRule {
  const [delivered] = defaultFinancingRules;
  if (delivered === undefined) throw new Error('No rule is delivered');
  const { key: _key, ...rule } = delivered;
  return { id: anId(number), ...rule, isDelivered: true, version: 1, ...changes };
}

/** A saved valuation of a dental practice with an SDE of $420,000. */
export function aValuation(number: number, changes: Partial<Valuation> = {}): Valuation {
  return {
    id: anId(number),
    businessId: anId(1),
    author: { id: anId(99), displayName: 'Avery Whitfield' },
    createdAt: '2026-11-20T15:00:00.000Z',
    releasedAt: null,
    businessType: 'dental',
    currency: 'USD',
    askingPriceCents: 900_000_00,
    assumedScore: null,
    note: null,
    inventoryCents: null,
    methods: valueMethods({
      figures: { sde: 420_000_00, ebitda: null, revenue: null },
      multiples: someMultiples().filter(({ type }) => type === 'dental'),
      score: null,
    }),
    affordability: null,
    ...changes,
  };
}
