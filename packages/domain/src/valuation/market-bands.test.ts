import { expect, it } from 'vitest';
import { findMarketBand } from './market-bands.ts';

const rest = { months: 9, sdeMultiple: 3.3, ebitdaMultiple: null };
const bands = [
  { fromCents: 500_000_00, toCents: 1_000_000_00, ...rest },
  { fromCents: 1_000_000_00, toCents: 2_000_000_00, ...rest },
];

it.each([
  [499_999_99, null],
  [500_000_00, 0],
  [999_999_99, 0],
  [1_000_000_00, 1],
  [2_000_000_00, 1],
  [2_000_000_01, null],
])('a price of %i cents is in the band that has it', (cents, index) => {
  expect(findMarketBand(bands, cents)).toBe(index === null ? null : bands[index]);
});
