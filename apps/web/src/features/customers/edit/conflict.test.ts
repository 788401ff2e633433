import { expect, it } from 'vitest';
import { aCustomerDetail } from '#test-setup/records.ts';
import { valuesOf, type CustomerValues } from '../fields/customer-values.ts';
import { conflictsOf, othersChanges, resolve } from './conflict.ts';

const base = valuesOf(aCustomerDetail(1, { phone: '111', company: 'Old', city: 'Austin' }));
const versions = (mine: Partial<CustomerValues>, theirs: Partial<CustomerValues>) => ({
  base,
  mine: { ...base, ...mine },
  theirs: { ...base, ...theirs },
});

it('is about the fields that I changed and that stand otherwise', () => {
  expect(conflictsOf(versions({ phone: '222', company: 'Mine' }, { phone: '333', city: 'Dallas' }))).toEqual([
    { field: 'phone', isContested: true },
    { field: 'company', isContested: false },
  ]);
});

it('is none where both wrote the same', () => {
  expect(conflictsOf(versions({ phone: '222' }, { phone: '222' }))).toEqual([]);
});

it('does not mind the order of tags and addresses', () => {
  const [a, b] = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ];
  expect(
    conflictsOf(
      versions(
        { tagIds: [a, b], extraEmails: 'x@y.zz, a@b.cc' },
        { tagIds: [b, a], extraEmails: 'a@b.cc x@y.zz' },
      ),
    ),
  ).toEqual([]);
});

it('keeps what only they changed, and of mine what was chosen', () => {
  const both = versions({ phone: '222', company: 'Mine' }, { phone: '333', city: 'Dallas' });
  expect(othersChanges(both)).toEqual(['city']);
  expect(resolve(both, ['company'])).toMatchObject({ phone: '333', company: 'Mine', city: 'Dallas' });
});
