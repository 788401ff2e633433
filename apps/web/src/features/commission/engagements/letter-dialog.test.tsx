import type { EngagementLetter } from '@handover/contract/businesses/engagement-letters.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aBusinessDetail, anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import LetterDialog from './letter-dialog.tsx';

const signed: EngagementLetter = {
  id: anId(1),
  businessId: anId(2),
  status: 'signed',
  currency: 'USD',
  feeTableName: 'Lehman',
  steps: [{ upToCents: null, rateBps: 1_000 }],
  minimumFeeCents: 0,
  countedParts: ['cash'],
  startsOn: '2026-01-01',
  endsOn: null,
  tailMonths: 12,
  carveOuts: null,
  retainers: [{ amountCents: 5_000_00, isCreditable: true, paidOn: null }],
  splits: {
    referralBps: 0,
    referralName: null,
    listingShareBps: 5_000,
    brokerBps: 6_000,
    coBrokerBps: 0,
    buyerBrokerBps: 5_000,
  },
  broker: null,
  coBroker: null,
  signedOn: '2026-01-01',
  endedOn: null,
  endReason: null,
  document: null,
  abilities: { canChangeShares: false },
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 2,
};

async function open(letter: EngagementLetter) {
  const document = { id: anId(9), name: 'Signed letter.pdf' };
  const calls = stubApi({
    'GET /documents': () => ({ documents: [document], total: 1, nextCursor: null }),
    'PUT /engagement-letters/{id}': () => ({ engagementLetter: letter }),
  });
  await openWork(<LetterDialog business={aBusinessDetail(2)} letter={letter} onClose={() => undefined} />);
  return calls;
}

const findShares = async () => [
  await screen.findByRole('combobox', { name: 'Co-broker' }),
  screen.getByRole('textbox', { name: 'Listing side' }),
  screen.getByRole('textbox', { name: 'Amount' }),
  screen.getByRole('button', { name: 'Add retainer' }),
];

it('shows shares of a signed letter as read-only to others than administrators, who add the file', async () => {
  const calls = await open(signed);
  for (const field of await findShares()) expect(field).toBeDisabled();
  expect(screen.getByText(/Only administrators can change brokers, splits, and retainers/u)).toBeVisible();
  await screen.findByRole('option', { name: 'Signed letter.pdf' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Signed file' }), 'Signed letter.pdf');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      documentId: anId(9),
      splits: signed.splits,
      retainers: signed.retainers,
    }),
  );
});

it('lets administrators change them', async () => {
  await open({ ...signed, abilities: { canChangeShares: true } });
  for (const field of await findShares()) expect(field).toBeEnabled();
  expect(screen.queryByText(/Only administrators/u)).toBeNull();
});
