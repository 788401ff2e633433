import { expect, it } from 'vitest';
import { findBusinessTypeByTaxonomy } from './taxonomy.ts';

it.each([
  ['1223G0001X', 'dental'],
  ['122300000X', 'dental'],
  ['251E00000X', 'home_health'],
  ['251G00000X', 'hospice'],
  ['3336C0003X', 'pharmacy'],
  ['333600000X', 'pharmacy'],
  ['2251X0800X', 'physical_therapy'],
  ['225100000X', 'physical_therapy'],
  ['332B00000X', 'dme'],
  ['261QU0200X', 'urgent_care'],
  ['291U00000X', 'laboratory'],
  ['207Q00000X', 'medical'],
  ['261QM0801X', 'behavioral'],
  [' 1223g0001x ', 'dental'],
])('a provider with the taxonomy code %s is a business of type %s', (code, type) => {
  expect(findBusinessTypeByTaxonomy(code)).toBe(type);
});

it('returns null for other and invalid codes', () => {
  for (const code of ['282N00000X', '1223', 'dental', '', '1223G0001'])
    expect(findBusinessTypeByTaxonomy(code)).toBeNull();
});
