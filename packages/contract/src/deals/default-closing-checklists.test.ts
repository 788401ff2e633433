import { describe, expect, it } from 'vitest';
import { businessTypes } from '../businesses/business-list.ts';
import { getDefaultChecklist } from './default-closing-checklists.ts';

const listKeys = (type: (typeof businessTypes)[number]) =>
  getDefaultChecklist(type).items.map(({ key }) => key);

describe('the delivered closing checklist', () => {
  it.each(businessTypes)('of %s has approvals, and with the lines of every type each line once', (type) => {
    const items = [...getDefaultChecklist(type).items, ...getDefaultChecklist('every').items];
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
    expect(new Set(items.map(({ area }) => area))).toEqual(new Set(['approval', 'lease', 'payer']));
  });

  it.each([
    ['home_health', ['cms_855a', 'state_license', 'accreditation', 'con', 'medicare']],
    ['hospice', ['cms_855a', 'state_license', 'accreditation', 'con', 'medicare']],
    ['pharmacy', ['board', 'dea', 'inventory', 'ncpdp', 'pbm', 'medicaid']],
    ['dme', ['cms_855s', 'accreditation', 'bond']],
    ['urgent_care', ['clia', 'state_lab', 'x_ray', 'medicare']],
    ['behavioral', ['facility_license', 'accreditation', 'medicaid', 'part_2']],
    ['dental', ['board', 'cpom', 'dea', 'radiology', 'medicare']],
  ] as const)('of %s has what its regulators ask, and leaves the 36-month rule to its gate', (type, keys) => {
    expect(listKeys(type)).toEqual(keys);
  });
});
