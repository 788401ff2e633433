import { expect, it } from 'vitest';
import { lowerFirst } from './letter-case.ts';

it.each([
  ['Asking price', 'asking price'],
  ['Adjusted EBITDA', 'adjusted EBITDA'],
  ['P&L', 'P&L'],
  ['NPI', 'NPI'],
  ['', ''],
])('writes %s within a sentence as %s', (label, expected) => {
  expect(lowerFirst(label)).toBe(expected);
});
