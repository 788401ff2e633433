import { describe, expect, it } from 'vitest';
import { closingChecklistOf } from './closing-checklists.ts';

const types = [
  'dental',
  'medical',
  'home_health',
  'hospice',
  'pharmacy',
  'behavioral',
  'physical_therapy',
  'veterinary',
  'med_spa',
  'dme',
  'urgent_care',
  'laboratory',
];

describe('the closing checklist', () => {
  it.each(types)('of %s has approvals, the lease, and payer consents, each item once', (type) => {
    const items = closingChecklistOf(type);
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
    expect(new Set(items.map(({ area }) => area))).toEqual(new Set(['approval', 'lease', 'payer']));
  });

  it.each([
    ['home_health', ['cms_855a', 'state_license', 'accreditation', 'con', 'rule_36_months']],
    ['hospice', ['cms_855a', 'rule_36_months']],
    ['pharmacy', ['board', 'dea', 'inventory', 'ncpdp', 'pbm', 'medicaid']],
    ['dme', ['cms_855s', 'accreditation', 'bond']],
    ['urgent_care', ['clia', 'state_lab', 'x_ray']],
    ['behavioral', ['facility_license', 'accreditation', 'medicaid', 'part_2']],
    ['dental', ['board', 'cpom', 'dea', 'radiology']],
  ])('of %s has what its regulators ask', (type, keys) => {
    expect(closingChecklistOf(type).map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
  });
});

it('names what the state of the business requires', () => {
  const hintOf = (rule: Parameters<typeof closingChecklistOf>[1]) =>
    closingChecklistOf('home_health', rule).find(({ key }) => key === 'con')?.hint;
  expect(hintOf(null)).toBe('Varies by state: verify');
  expect(hintOf({ stateName: 'Texas', con: 'none', asOf: '2026-11-22' })).toBe(
    'Texas has no certificate-of-need program, as of Nov 22, 2026: verify',
  );
  expect(hintOf({ stateName: 'Florida', con: 'program', asOf: '2026-11-22' })).toMatch(/^Florida has a/);
});
