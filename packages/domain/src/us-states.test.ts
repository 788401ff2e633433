import { expect, it } from 'vitest';
import { findStateCode } from './us-states.ts';

it.each([
  ['tx', 'TX'],
  ['Texas', 'TX'],
  [' new york ', 'NY'],
  ['DISTRICT OF COLUMBIA', 'DC'],
  ['PR', 'PR'],
  ['Bavaria', null],
  ['', null],
  ['XX', null],
])('the code of "%s" is %s', (text, code) => {
  expect(findStateCode(text)).toBe(code);
});
