import { describe, expect, it } from 'vitest';
import { completeNpi, hasValidNpiDigit, isNpi } from './npi.ts';

describe('NPI', () => {
  it.each(['1234567893', '1558598797'])('%s is valid', (npi) => {
    expect(isNpi(npi)).toBe(true);
    expect(hasValidNpiDigit(npi)).toBe(true);
  });

  it.each([
    '1234567890',
    '3234567893',
    '123456789',
    '12345678930',
    '1234567893.0',
    '',
    'abcdefghij',
    ' 1234567893',
  ])('"%s" is not', (text) => {
    expect(isNpi(text)).toBe(false);
  });

  it('notices any single wrong digit', () => {
    for (let place = 0; place < 10; place += 1) {
      for (let digit = 0; digit < 10; digit += 1) {
        const changed = `${'1234567893'.slice(0, place)}${String(digit)}${'1234567893'.slice(place + 1)}`;
        expect(hasValidNpiDigit(changed)).toBe(changed === '1234567893');
      }
    }
  });

  it('is completed from its first nine digits', () => {
    expect(completeNpi('123456789')).toBe('1234567893');
    expect(completeNpi('155859879')).toBe('1558598797');
  });
});
