import { expect, it } from 'vitest';
import { parseNumber } from './numbers.ts';

it.each([
  ['0', 0],
  ['1,250.5', 1250.5],
  ['-3', -3],
  [' 12 000 ', 12_000],
  ['.5', 0.5],
  ['1e6', 1_000_000],
  ['1,000,000', 1_000_000],
])('%s is %d', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

it.each(['', '-', '.', 'many', '1,25', '1.2.3', '12a', '0x10', 'Infinity'])('“%s” is none', (text) => {
  expect(parseNumber(text)).toBeNull();
});
