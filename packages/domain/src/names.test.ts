import { describe, expect, it } from 'vitest';
import { isCompanyName, parseListedName } from './names.ts';

describe('a company', () => {
  it.each([
    'CVS ALBANY LLC',
    'Walgreens #1234',
    'STOP & SHOP',
    'SOUTHEAST HEALTH MEDICAL CENTER',
    'Smith Family Dentistry, P.C.',
    'Zahnarztpraxis Dr. Müller',
    'Clínica Dental Sonrisa S.L.',
    'Kinderzahnarztpraxis am Markt',
    'Acme, Inc.',
    'Corner Drug',
    'Urgent Care',
    'Grace Care',
    'Mary Health',
    'John Care LLC',
    'John Care Center',
  ])('is %s', (text) => {
    expect(isCompanyName(text)).toBe(true);
    expect(parseListedName(text)).toBeNull();
  });

  it.each([
    'Ada Lovelace',
    'Dr. med. dent. Hans Müller',
    'SMITH, JOHN A',
    'Colin Cole',
    "Sean O'Brien",
    'Marc Agnew',
    'John Care',
    'MARY A. MARKET',
  ])('is not %s', (text) => {
    expect(isCompanyName(text)).toBe(false);
  });
});

describe('a person listed by family name', () => {
  it.each([
    ['DOE, JANE M', 'JANE M DOE', undefined],
    ["O'Brien, Patrick", "Patrick O'Brien", undefined],
    ['DE LA CRUZ, ANA MARIA', 'ANA MARIA DE LA CRUZ', undefined],
    ['SMITH JR, JOHN', 'JOHN SMITH JR', undefined],
    ['Doe, Jane, D.D.S.', 'Jane Doe', 'D.D.S.'],
    ['DOE, JOHN JR.', 'JOHN DOE JR.', undefined],
    ['Doe, John M III', 'John M Doe III', undefined],
    ['Market, Sarah', 'Sarah Market', undefined],
    ['Trust, Amy', 'Amy Trust', undefined],
  ])('is %s', (text, name, title) => {
    expect(parseListedName(text)).toEqual({ name, title });
  });

  it.each([
    'Jane Doe',
    'Jane Doe, DDS',
    'John Smith, Jr.',
    'One, Two, Three, Four',
    '12 Main St, Avon',
    'Market, Inc',
  ])('is not %s', (text) => {
    expect(parseListedName(text)).toBeNull();
  });
});
