import type { Buyer } from '@handover/contract/buyers/buyers.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { aBuyer } from '#test-setup/buyers.ts';
import { errorResponse, openUpdated, openWork, stubApi } from '#test-setup/work.tsx';
import OwnProfile from './own-profile.tsx';
import ProofDialog from './proof-dialog.tsx';
import ProofNotice from './proof-notice.tsx';
// Loaded up front, so that tests on a slow machine do not wait for them.
import './send-proof-dialog.tsx';
import SentProofCard from './sent-proof-card.tsx';

const time = '2026-11-20T15:00:00.000Z';
const sent: NonNullable<Buyer['sentProof']> = {
  state: 'sent',
  amountCents: 400_000_00,
  datedOn: '2026-11-01',
  document: { id: anId(9), name: 'bank.pdf' },
  sentAt: time,
  reason: null,
};
const returned = { ...sent, state: 'returned', reason: 'Page 2 is missing' } as const;
const accepted: NonNullable<Buyer['proofOfFunds']> = {
  amountCents: 400_000_00,
  datedOn: '2026-11-01',
  expiresOn: '2027-05-01',
  documentId: null,
  verifiedAt: time,
  verifiedBy: null,
  isCurrent: true,
};
const createBuyerResponses = (buyer: Buyer) => ({
  'GET /buyers': () => ({
    buyers: [buyer],
    similar: [],
    matched: null,
    total: 1,
    nextCursor: null,
  }),
});

it.each([
  [{}, 'Not sent yet'],
  [{ sentProof: sent }, 'Sent. Your broker will review it.'],
  [{ sentProof: returned }, 'Page 2 is missing'],
  [{ proofOfFunds: accepted }, 'Accepted, expires May 1, 2027'],
  [{ proofOfFunds: { ...accepted, isCurrent: false, expiresOn: '2026-05-01' } }, 'Expired May 1, 2026'],
])('the buyer sees how the own proof of funds is doing: %j', async (changes, text) => {
  stubApi(createBuyerResponses(aBuyer(changes)));
  await openWork(<OwnProfile title="Your buyer profile" customerId={anId(2)} />);
  expect(await screen.findByText(text)).toBeVisible();
  const button = screen.queryByRole('button', { name: /Send (new )?proof of funds/ });
  expect(button === null).toBe('sentProof' in changes && changes.sentProof.state === 'sent');
});

it('the form asks for amount, day, and file', async () => {
  const user = userEvent.setup();
  stubApi(createBuyerResponses(aBuyer()));
  await openWork(<OwnProfile title="Your buyer profile" customerId={anId(2)} />);
  await user.click(await screen.findByRole('button', { name: 'Send proof of funds' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send proof of funds' });
  await user.click(within(dialog).getByRole('button', { name: 'Send' }));
  expect(within(dialog).getByText('Enter an amount such as 1,250,000 or 1.25M')).toBeVisible();
  expect(within(dialog).getByText('Required')).toBeVisible();
  expect(within(dialog).getAllByText('Choose a file')).toHaveLength(1);
});

it.each([
  [{}, true],
  [{ sentProof: returned }, true],
  [{ proofOfFunds: { ...accepted, isCurrent: false } }, true],
  [{ proofOfFunds: accepted }, false],
  [{ sentProof: sent }, false],
])(
  'a buyer is asked for proof of funds that is missing, returned, or expired: %j',
  async (changes, isAsked) => {
    const calls = stubApi(createBuyerResponses(aBuyer(changes)));
    await openWork(<ProofNotice customerId={anId(2)} />);
    await waitFor(() => expect(calls.some(({ path }) => path === '/buyers')).toBe(true));
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Send proof of funds' }) !== null).toBe(isAsked),
    );
  },
);

it('staff accept what was sent, or return it with a reason', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    'POST /buyers/{id}/proof-of-funds/answer': () => ({ buyer: aBuyer({ version: 4 }) }),
  });
  await openWork(<SentProofCard buyer={aBuyer({ sentProof: sent })} />);
  expect(await screen.findByRole('link', { name: 'bank.pdf' })).toHaveAttribute(
    'href',
    `/admin/documents/${anId(9)}`,
  );
  await user.click(screen.getByRole('button', { name: 'Return' }));
  const dialog = await screen.findByRole('dialog', { name: 'Return proof of funds' });
  await user.click(within(dialog).getByRole('button', { name: 'Return' }));
  expect(within(dialog).getByText('Required')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox'), 'Page 2 is missing');
  await user.click(within(dialog).getByRole('button', { name: 'Return' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('Proof of funds accepted')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { version: 3, answer: 'returned', reason: 'Page 2 is missing' },
    { version: 3, answer: 'accepted' },
  ]);
});

it('replaces a proof of funds that a colleague has changed only on the second try', async () => {
  const user = userEvent.setup();
  const opened = aBuyer({ proofOfFunds: accepted });
  const theirs = aBuyer({ proofOfFunds: { ...accepted, amountCents: 650_000_00 }, version: 4 });
  const calls = stubApi({
    'GET /documents': () => ({ documents: [], total: 0, nextCursor: null }),
    'PUT /buyers/{id}/proof-of-funds': () => errorResponse(409, 'STALE_VERSION', { current: theirs }),
  });
  const update = await openUpdated(opened, (buyer) => (
    <ProofDialog buyer={buyer} onClose={() => undefined} />
  ));
  const dialog = within(await screen.findByRole('dialog', { name: 'Proof of funds' }));
  await user.clear(dialog.getByLabelText(/^Amount/));
  await user.type(dialog.getByLabelText(/^Amount/), '500,000');
  update(theirs);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/Saving again replaces their changes/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([
      { version: 3, proofOfFunds: { amountCents: 500_000_00 } },
      { version: 4, proofOfFunds: { amountCents: 500_000_00 } },
    ]),
  );
});

it('requires the statement date, which decides when the proof expires', async () => {
  const user = userEvent.setup();
  const calls = stubApi({ 'GET /documents': () => ({ documents: [], total: 0, nextCursor: null }) });
  await openWork(<ProofDialog buyer={aBuyer({ proofOfFunds: accepted })} onClose={() => undefined} />);
  const date = await screen.findByLabelText('Statement date *');
  await user.clear(date);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Required')).toBeVisible();
  expect(date).toBeInvalid();
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
});
