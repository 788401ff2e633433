import { expect, it } from 'vitest';
import { getInitials, getTone } from './initials.ts';

it.each([
  ['Avery Whitfield', 'AW'],
  ['Dr. Morgan Castellanos-Vandenberg', 'DV'],
  ['team', 'T'],
  ['Łukasz Østergård', 'ŁØ'],
  ['  ', ''],
  ['𝒜lpha Beta', '𝒜B'],
])('%s is %s', (name, initials) => {
  expect(getInitials(name)).toBe(initials);
});

it('gives the same text the same tone, within bounds', () => {
  expect(getTone('Avery', 5)).toBe(getTone('Avery', 5));
  for (const name of ['', 'a', 'Zoë', 'x'.repeat(500)]) expect(getTone(name, 5)).toBeLessThan(5);
});
