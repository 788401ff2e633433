import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { aBusinessDetail, anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import TypeFacts from './type-facts.tsx';

const open = async (changes: Parameters<typeof aBusinessDetail>[1]): Promise<void> => {
  stubApi({}, aProfile({ today: '2026-11-25' }));
  await openWork(<TypeFacts business={aBusinessDetail(1, changes)} />);
};

it('shows the facts of the type, the payers with a share, and the shares of several owners', async () => {
  await open({
    type: 'pharmacy',
    typeFacts: { scriptsPerDay: 1180.5, is340b: 'contract', inventoryCents: 18_500_000 },
    payerMix: { medicare: 40, medicareAdvantage: 0, medicaid: 20, commercial: 40, selfPay: 0, other: 0 },
    owners: [
      { id: anId(1), name: 'Ann Lee', shareBasisPoints: 6_667, isPrimary: true },
      { id: anId(2), name: null, shareBasisPoints: 3_333, isPrimary: false },
    ],
  });
  expect(await screen.findByRole('region', { name: 'Pharmacy facts' })).toHaveTextContent(
    'Scripts per day1,180.5340BContract pharmacyInventory at cost$185,000',
  );
  expect(screen.getByRole('region', { name: 'Payer mix' })).toHaveTextContent(
    'Medicare40%Medicaid20%Commercial40%',
  );
  expect(screen.getByRole('region', { name: 'Owners' })).toHaveTextContent(
    'Ann Lee (main owner)66.67%Hidden customer33.33%',
  );
  expect(screen.queryByRole('region', { name: '36-month rule' })).toBeNull();
});

it.each([
  [
    'the later of enrollment and last change',
    { medicareEnrolledOn: '2010-01-01', lastChowOn: '2024-05-01' },
    /Blocked.*Through May 1, 2027, the Medicare provider agreement does not transfer/,
  ],
  ['an exception', { lastChowOn: '2024-05-01', chowException: 'death' }, /Exception.*Death of an owner/],
  ['36 months ago to the day', { lastChowOn: '2023-11-25' }, /Blocked/],
  ['the day after', { lastChowOn: '2023-11-24' }, /Clear/],
  ['nothing', {}, /Add the Medicare enrollment/],
])('checks the 36-month rule by %s', async (_what, typeFacts, text) => {
  await open({ type: 'home_health', typeFacts });
  expect(await screen.findByRole('region', { name: '36-month rule' })).toHaveTextContent(text);
});
