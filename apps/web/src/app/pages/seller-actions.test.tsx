import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aBuyer } from '#test-setup/buyers.ts';
import { none, nothingElse } from '#test-setup/client-dashboard.ts';
import { aDeal, createDealResponses } from '#test-setup/deals.ts';
import { aProfile } from '#test-setup/profile.ts';
import { aBusiness, anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import UserDashboard from './user-dashboard.tsx';
// Loaded up front, so that tests on a slow machine do not wait for it.
import '#features/buyers/own-profile.tsx';

const anOwner = aProfile({
  role: 'CLIENT',
  areas: [],
  customerId: anId(5),
  customers: [{ id: anId(5), name: 'Bright Dental', isOwn: true, broker: null }],
});

it('a seller sees whom the sale waits for: a text to approve, a buyer in any stage, or documents to send', async () => {
  const buyer = aDeal(9, {
    side: 'seller',
    stage: 'cim_released',
    business: { ...aBusiness(2), type: 'dental' },
  });
  const approval = {
    id: anId(30),
    state: 'pending',
    kind: 'cim',
    businessId: anId(1),
    businessName: 'Business 1',
  };
  const request = {
    id: anId(31),
    title: 'Lease',
    folder: { id: anId(34), name: 'Real estate' },
    state: 'requested',
    dueOn: null,
    expiresOn: null,
    refusal: null,
    documents: [],
    version: 1,
  };
  const room = { roomId: anId(32), side: 'seller', businessId: anId(3), name: 'Business 3' };
  const requests = [{ ...request, id: anId(33), state: 'uploaded' }, request];
  const businesses = [aBusiness(1), aBusiness(2), aBusiness(3), aBusiness(4)];
  stubApi(
    {
      ...nothingElse,
      ...createDealResponses(() => [buyer]),
      'GET /access-grants/mine': () => ({ accessGrants: [] }),
      'GET /businesses': () => ({ businesses, total: 4, nextCursor: null }),
      'GET /own-profiles': () => ({
        approvals: [{ ...approval, senderName: 'Jordan', deadline: '2026-12-11T15:00:00.000Z' }],
        cims: [],
      }),
      'GET /own-rooms': () => ({ rooms: [{ ...room, requests, folders: [] }] }),
    },
    anOwner,
  );
  await openWork(<UserDashboard />);
  await screen.findByRole('link', { name: 'Send “Lease”' });
  const waiting = screen
    .getAllByText('Waiting on')
    .map(({ nextElementSibling }) => nextElementSibling?.textContent);
  expect(waiting).toEqual([
    'You: Approve the CIM',
    'You: Approve or decline Buyer 9',
    'You: Send “Lease”',
    'Our office',
  ]);
});

it('a buyer whose only deal was lost, or who has none yet, sees no sale', async () => {
  for (const deals of [
    [aDeal(9, { side: 'buyer', stage: 'lost', buyer: { id: anId(5), name: 'Bea' } })],
    [],
  ]) {
    stubApi(
      {
        ...nothingElse,
        ...createDealResponses(() => deals),
        'GET /access-grants/mine': () => ({ accessGrants: [] }),
        'GET /businesses': () => ({ businesses: [], ...none }),
        'GET /buyers': () => ({ buyers: [aBuyer()] }),
      },
      anOwner,
    );
    const { unmount } = await openWork(<UserDashboard />);
    expect(await screen.findByRole('region', { name: 'Your buyer profile' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your sale' })).toBeNull());
    unmount();
  }
});
