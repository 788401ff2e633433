import { describe, expect, it } from 'vitest';
import { addressKey, formatAddress, parsePlace } from './addresses.ts';

it('writes an address in one line, without empty parts', () => {
  const place = {
    addressLine1: '1 Main St',
    addressLine2: null,
    city: 'Avon',
    region: 'CT',
    postalCode: '06001',
  };
  expect(formatAddress(place)).toBe('1 Main St, Avon, CT 06001');
  expect(formatAddress({ ...place, addressLine2: 'Ste 4', region: '', country: 'US' })).toBe(
    '1 Main St, Ste 4, Avon, 06001, US',
  );
});

describe('an address for comparison', () => {
  it('is the same in another spelling', () => {
    const key = addressKey({ addressLine1: '12 North Main Street, Suite 4', city: 'Hartford', region: 'CT' });
    expect(addressKey({ addressLine1: '12 N. MAIN ST STE 4', city: 'HARTFORD', region: 'CT' })).toBe(key);
  });

  it('differs by street, suite, and town, not by the digits behind a ZIP code', () => {
    const at = (place: object) =>
      addressKey({ addressLine1: '12 Main St', city: 'Hartford', region: 'CT', ...place });
    expect(at({ postalCode: '06103-1234' })).toBe(at({ postalCode: '06103' }));
    for (const other of [
      { addressLine1: '14 Main St' },
      { addressLine2: 'Ste 2' },
      { city: 'Avon' },
      { region: 'MA' },
    ])
      expect(at(other)).not.toBe(at({}));
    expect(addressKey({ postalCode: '06103-1234' })).toBe(addressKey({ postalCode: '06103' }));
  });

  it('is missing without street, town, and ZIP code', () => {
    expect(addressKey({ addressLine1: ' ', region: 'CT' })).toBeNull();
  });
});

describe('an address in one text', () => {
  it.each([
    ['Hartford, CT 06103', { city: 'Hartford', region: 'CT', postalCode: '06103' }],
    ['ST. LOUIS, MO', { city: 'ST. LOUIS', region: 'MO' }],
    ['New Haven, Connecticut 06510-1234', { city: 'New Haven', region: 'CT', postalCode: '06510-1234' }],
    ['Los Angeles CA 90012', { city: 'Los Angeles', region: 'CA', postalCode: '90012' }],
    [
      '12 Main St, Suite 4, Avon, CT 06001',
      {
        addressLine1: '12 Main St',
        addressLine2: 'Suite 4',
        city: 'Avon',
        region: 'CT',
        postalCode: '06001',
      },
    ],
  ])('is split: %s', (text, place) => {
    expect(parsePlace(text)).toEqual({
      addressLine1: undefined,
      addressLine2: undefined,
      postalCode: undefined,
      ...place,
    });
  });

  it.each(['Hartford', 'München, Bayern', '12 Main St', 'Paris, FR 75001', 'Port Of Call'])(
    'is left alone without a US state: %s',
    (text) => {
      expect(parsePlace(text)).toBeNull();
    },
  );
});
