import type { SavedMethod } from '@handover/contract/businesses/valuations.ts';
import { expect, it } from 'vitest';
import { aValuation } from '#test-setup/valuations.ts';
import { formatMissing, formatPricePosition } from './methods-table.tsx';

const [sde, ebitda, revenue] = aValuation(1).methods as [SavedMethod, SavedMethod, SavedMethod];
const createRange = (method: SavedMethod, lowCents: number, highCents: number): SavedMethod => ({
  ...method,
  lowCents,
  highCents,
  missing: null,
});
const methods = [createRange(sde, 100, 200), createRange(ebitda, 150, 250), createRange(revenue, 300, 400)];

it.each([
  [50, 'below the range based on SDE, EBITDA, and revenue'],
  [100, 'within the range based on SDE, and below it based on EBITDA and revenue'],
  [180, 'within the range based on SDE and EBITDA, and below it based on revenue'],
  [220, 'above the range based on SDE, within it based on EBITDA, and below it based on revenue'],
  [400, 'above the range based on SDE and EBITDA, and within it based on revenue'],
  [401, 'above the range based on SDE, EBITDA, and revenue'],
])('a price of %i is %s', (price, words) => {
  expect(formatPricePosition(methods, price)).toBe(words);
});

it('a price is placed by the methods that give a value, and nowhere without one', () => {
  expect(formatPricePosition([sde, ebitda, revenue], 700_000_00)).toBe('within the range based on SDE');
  expect(formatPricePosition([ebitda, revenue], 700_000_00)).toBeNull();
});

it.each([
  [{ ...revenue, missing: 'no_metric' }, 'Add revenue to the record.'],
  [{ ...sde, missing: 'no_multiple' }, 'No SDE multiple is set for Laboratory.'],
  [{ ...ebitda, missing: 'not_positive' }, 'EBITDA must be above zero.'],
] as const)('a method without a value says why: %#', (method, words) => {
  expect(formatMissing(method as SavedMethod, 'Laboratory')).toBe(words);
});
