import { expect, it } from 'vitest';
import { getDateFormat, getMoneyFormat } from './formats.ts';

it('builds a format once for the same options', () => {
  const options = { timeZone: 'UTC', dateStyle: 'full' } as const;
  expect(getDateFormat({ ...options })).toBe(getDateFormat(options));
  expect(getMoneyFormat('USD', { isPrice: true })).toBe(getMoneyFormat('USD', { isPrice: true }));
});

it('keeps formats of other options apart', () => {
  const date = new Date('2026-11-25T02:00:00Z');
  const dayIn = (timeZone: string) => getDateFormat({ timeZone, day: 'numeric' }).format(date);
  expect([dayIn('UTC'), dayIn('America/Chicago')]).toEqual(['25', '24']);
  expect(getMoneyFormat('USD', { isPrice: true }).format(10)).toBe('$10');
  expect(getMoneyFormat('USD', { isPrice: false }).format(10)).toBe('$10.00');
  expect(getMoneyFormat('CAD', { isPrice: true }).format(10)).toBe('CA$10');
});
