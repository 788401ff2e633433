import { expect, it } from 'vitest';
import { dateFormat, moneyFormat } from './formats.ts';

it('builds a format once for the same options', () => {
  const options = { timeZone: 'UTC', dateStyle: 'full' } as const;
  expect(dateFormat({ ...options })).toBe(dateFormat(options));
  expect(moneyFormat('USD', { isPrice: true })).toBe(moneyFormat('USD', { isPrice: true }));
});

it('keeps formats of other options apart', () => {
  const date = new Date('2026-11-25T02:00:00Z');
  const dayIn = (timeZone: string) => dateFormat({ timeZone, day: 'numeric' }).format(date);
  expect([dayIn('UTC'), dayIn('America/Chicago')]).toEqual(['25', '24']);
  expect(moneyFormat('USD', { isPrice: true }).format(10)).toBe('$10');
  expect(moneyFormat('USD', { isPrice: false }).format(10)).toBe('$10.00');
  expect(moneyFormat('CAD', { isPrice: true }).format(10)).toBe('CA$10');
});
