import { expect, it } from 'vitest';
import { formatMoneyInput, parseMoney, parseWrittenMoney } from './money.ts';

it.each([
  ['1,250,000', 125_000_000],
  ['1250000', 125_000_000],
  ['1.25M', 125_000_000],
  ['1.25 m', 125_000_000],
  ['$850k', 85_000_000],
  ['$ 1,284,569.00', 128_456_900],
  ['0.1', 10],
  ['.5', 50],
  ['12.', 1_200],
  ['19.99', 1_999],
  ['1.005k', 100_500],
  ['4.35', 435],
  ['-12.50', -1_250],
  ['-0', 0],
  ['2b', 200_000_000_000],
  ['1.9 Million', 190_000_000],
  ['$850 thousand', 85_000_000],
])('"%s" is %i cents', (text, cents) => {
  expect(parseMoney(text)).toBe(cents);
});

it.each([
  '',
  '.',
  'M',
  '-',
  '1.2.3',
  '1,25,000',
  '12,50',
  '1.005',
  '1e6',
  'about 5',
  '1.25MM',
  'million',
  '2 millions',
  '99999999999999999',
])('"%s" is no amount', (text) => {
  expect(parseMoney(text)).toBeNull();
});

it.each([
  [125_000_000, '1,250,000'],
  [1_250, '12.50'],
  [0, '0'],
  [-85_000_00, '-85,000'],
])('%i cents appear in an input as %s and are parsed back', (cents, text) => {
  expect(formatMoneyInput(cents)).toBe(text);
  expect(parseMoney(formatMoneyInput(cents))).toBe(cents);
});

it.each([
  ['$850k', 85_000_000],
  ['1.005k', 100_500],
  ['110000.00000000001', 11_000_000],
  ['1250000.3333333333', 125_000_033],
  ['0.995', 100],
  ['-1.995', -200],
  ['$1.2MM', 120_000_000],
  ['1.2 million', 120_000_000],
  ['$250 thousand', 25_000_000],
  ['2 Billion', 200_000_000_000],
  ['($35,000)', -3_500_000],
  ['1,250,000 USD', 125_000_000],
])('"%s" of a file is %i cents', (text, cents) => {
  expect(parseWrittenMoney(text)).toBe(cents);
});

it.each(['', '()', 'million', '1.2.345', '1.2 millions of', '20%', '99999999999999999.999'])(
  '"%s" of a file is no amount',
  (text) => {
    expect(parseWrittenMoney(text)).toBeNull();
  },
);
