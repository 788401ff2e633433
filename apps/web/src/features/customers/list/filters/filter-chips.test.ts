import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { chipsOf } from './filter-chips.ts';

const names = {
  tags: [{ id: anId(1), name: 'Dental' }],
  brokers: [{ id: anId(5), displayName: 'Jordan Reyes' }],
  own: { all: [], active: [], currency: 'USD' },
  userId: anId(9),
};

it('says what is listed, not the field', () => {
  const labels = chipsOf(
    {
      status: 'banned',
      brokerId: anId(5),
      isVerified: 'false',
      isUnsubscribed: 'true',
      inactiveSince: '2026-03-01',
      deleted: 'true',
    },
    names,
  ).map(({ label }) => label);
  expect(labels).toEqual([
    'Banned',
    'With Jordan Reyes',
    'Not verified',
    'Unsubscribed',
    'Quiet since Mar 1, 2026',
    'In the bin',
  ]);
});

it('names the own customers and those without a broker', () => {
  expect(chipsOf({ brokerId: anId(9) }, names)[0]?.label).toBe('Mine');
  expect(chipsOf({ brokerId: 'none' }, names)[0]?.label).toBe('Without a broker');
});

it('takes tags off one by one', () => {
  const [first, second] = chipsOf({ tagId: [anId(1), anId(2)] }, names);
  expect(first).toEqual({ key: anId(1), label: 'Dental', without: { tagId: [anId(2)] } });
  expect(second?.without).toEqual({ tagId: [anId(1)] });
});

it('leaves the search text to its own box', () => {
  expect(chipsOf({ q: 'smile' }, names)).toEqual([]);
});
