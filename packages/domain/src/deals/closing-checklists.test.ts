import { describe, expect, it } from 'vitest';
import { check36MonthRule, closingChecklistOf, ownershipExceptions } from './closing-checklists.ts';

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

describe('the 36-month rule', () => {
  const check = (change: object) =>
    check36MonthRule({
      since: '2024-03-15',
      closesOn: '2027-03-15',
      changeBasisPoints: 10_000,
      exception: null,
      ...change,
    });

  it('blocks a sale of more than half up to and on the last day', () => {
    expect(check({})).toEqual({ conveys: false, blockedThrough: '2027-03-15' });
    expect(check({ closesOn: '2027-03-16' }).conveys).toBe(true);
    expect(check({ changeBasisPoints: 5001 }).conveys).toBe(false);
    expect(check({ changeBasisPoints: 5000 }).conveys).toBe(true);
  });

  it.each(ownershipExceptions)('lets the exception %s pass', (exception) => {
    expect(check({ exception }).conveys).toBe(true);
  });
});
