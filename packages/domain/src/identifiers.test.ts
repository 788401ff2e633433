import { expect, it } from 'vitest';
import { isCcn, isCliaNumber, isDeaNumber, isEin } from './identifiers.ts';

it.each([
  ['AB1234563', true],
  ['F91234563', true],
  ['AB1234569', false],
  ['A11234563', false],
  ['9B1234563', false],
  ['ab1234563', false],
  ['AB123456', false],
  ['AB12345630', false],
])('"%s" as a DEA number: %s', (text, isValid) => {
  expect(isDeaNumber(text)).toBe(isValid);
});

it('notices any single wrong digit of a DEA number', () => {
  for (let place = 2; place < 9; place += 1) {
    for (let digit = 0; digit < 10; digit += 1) {
      const changed = `${'AB1234563'.slice(0, place)}${String(digit)}${'AB1234563'.slice(place + 1)}`;
      // Digits with weight 2 do not affect the check digit if they change by 5.
      const isSame = changed === 'AB1234563';
      const isBlindSpot =
        [3, 5, 7].includes(place) && Math.abs(digit - Number('AB1234563'.charAt(place))) === 5;
      expect(isDeaNumber(changed), changed).toBe(isSame || isBlindSpot);
    }
  }
});

it.each([
  ['05D1234567', true],
  ['05d1234567', false],
  ['05X1234567', false],
  ['5D1234567', false],
  ['05D12345678', false],
])('"%s" as a CLIA number: %s', (text, isValid) => {
  expect(isCliaNumber(text)).toBe(isValid);
});

it.each([
  ['105432', true],
  ['A15432', true],
  ['05Q1234567', true],
  ['05R1234567', false],
  ['10543', false],
  ['1054321', false],
  ['10-432', false],
])('"%s" as a CCN: %s', (text, isValid) => {
  expect(isCcn(text)).toBe(isValid);
});

it.each([
  ['12-3456789', true],
  ['123456789', true],
  ['12-345678', false],
  ['1-23456789', false],
  ['12--3456789', false],
])('"%s" as an EIN: %s', (text, isValid) => {
  expect(isEin(text)).toBe(isValid);
});
