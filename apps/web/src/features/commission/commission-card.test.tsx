import type { CommissionDetail } from '@handover/contract/commission/commissions.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import CommissionCard from './commission-card.tsx';

const commission: CommissionDetail = {
  id: anId(1),
  status: 'to_finalize',
  business: { id: anId(2), name: 'Bright Dental' },
  buyer: { id: anId(3), name: 'Bo Buyer' },
  broker: null,
  stage: 'closed',
  currency: 'USD',
  expectedClose: null,
  closedOn: null,
  baseCents: 1_850_000_00,
  feeCents: 84_000_00,
  totalCents: 80_000_00,
  creditCents: 4_000_00,
  dueCents: 80_000_00,
  weightedCents: null,
  paidCents: 0,
  ownCents: 0,
  shares: [{ role: 'brokerage', userId: null, name: 'Brokerage', cents: 80_000_00 }],
  terms: {
    feeTableName: 'Lehman',
    steps: [
      { upToCents: 1_000_000_00, rateBps: 500 },
      { upToCents: null, rateBps: 400 },
    ],
    minimumFeeCents: 0,
    countedParts: ['cash', 'sellerNote'],
  },
  carveOuts: 'No commission on a sale to Dr. Hale',
  consideration: { cash: 1_850_000_00 },
  claim: null,
  noCommissionReason: null,
  earnOuts: [],
  payouts: [],
  version: 0,
  abilities: {
    canFinalize: true,
    canPay: false,
    canAddEarnOut: false,
    canRemoveEarnOut: false,
    canReopen: false,
  },
};

const openCard = () =>
  openWork(<CommissionCard dealId={anId(1)} stageEnteredAt="2026-11-21T02:00:00.000Z" />);

it('shows what the commission will be before it is finalized with the price as paid', async () => {
  const user = userEvent.setup();
  let stored = commission;
  const calls = stubApi({
    'GET /commissions/{id}': () => ({ commission: stored }),
    'POST /commissions/{id}/finalize': () => {
      stored = { ...commission, status: 'due', version: 1 };
      return { commission: stored };
    },
  });
  await openCard();
  expect(await screen.findByText('To finalize')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Finalize' }));
  const cash = await screen.findByRole('textbox', { name: 'Cash' });
  expect(cash).toHaveValue('1,850,000');
  expect(await screen.findByText('No commission on a sale to Dr. Hale')).toBeVisible();
  await user.clear(cash);
  await user.type(cash, '1.5M');
  await user.type(screen.getByRole('textbox', { name: 'Seller note' }), '350,000.50');
  await user.type(screen.getByRole('textbox', { name: 'Real estate' }), '900k');
  // 5% of $1M, 4% of $850,000.50, less the $4,000 retainer.
  expect(screen.getByRole('status')).toHaveTextContent('Commission: $80,000.02 on $1,850,000.50');
  await user.click(screen.getAllByRole('button', { name: 'Finalize' }).at(-1) ?? cash);
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      {
        closedOn: '2026-11-20',
        consideration: { cash: 1_500_000_00, sellerNote: 350_000_50, realEstate: 900_000_00 },
      },
    ]),
  );
  expect(await screen.findByText('Due')).toBeVisible();
});

it('is previewed by the letter of the day of closing, or says why there is none', async () => {
  const user = userEvent.setup();
  const flat = { ...commission, creditCents: 0, carveOuts: null };
  const terms = { ...flat.terms, feeTableName: 'Flat', steps: [{ upToCents: null, rateBps: 1_000 }] };
  stubApi({
    'GET /commissions/{id}': ({ query }) =>
      query.get('closedOn') === '2026-11-19'
        ? { commission: { ...flat, terms } }
        : query.get('closedOn') === '2026-01-01'
          ? errorResponse(422, 'RULE_BROKEN', { detail: 'The deal closed before the term.' })
          : { commission },
  });
  await openCard();
  await user.click(await screen.findByRole('button', { name: 'Finalize' }));
  expect(await screen.findByText(/^Commission:/u)).toHaveTextContent('$80,000.00 on $1,850,000');
  const day = screen.getByLabelText('Closed on');
  fireEvent.change(day, { target: { value: '2026-11-19' } });
  await waitFor(() => expect(screen.getByText(/^Commission:/u)).toHaveTextContent('$185,000.00'));
  fireEvent.change(day, { target: { value: '2026-01-01' } });
  expect(await screen.findByText('The deal closed before the term.')).toBeVisible();
  expect(screen.queryByText(/^Commission:/u)).toBeNull();
});

it('is finalized without a commission, from the dialog or at once where there is no letter', async () => {
  const user = userEvent.setup();
  let stored: CommissionDetail = commission;
  const calls = stubApi({
    'GET /commissions/{id}': () => ({ commission: stored }),
    'POST /commissions/{id}/finalize': () =>
      errorResponse(422, 'RULE_BROKEN', { detail: 'The tail had ended.' }),
    'POST /commissions/{id}/no-commission': () => {
      const none = { status: 'no_commission', dueCents: 0, totalCents: 0 } as const;
      stored = { ...commission, ...none, shares: [], noCommissionReason: 'Carve-out' };
      return { commission: stored };
    },
  });
  const { unmount } = await openCard();
  await user.click(await screen.findByRole('button', { name: 'Finalize' }));
  await screen.findByRole('textbox', { name: 'Cash' });
  await user.click(screen.getAllByRole('button', { name: 'Finalize' }).at(-1) ?? document.body);
  expect(await screen.findByText('The tail had ended.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'No commission' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Carve-out');
  await user.click(screen.getAllByRole('button', { name: 'Finalize' }).at(-1) ?? document.body);
  expect(await screen.findByText('Reason: Carve-out')).toBeVisible();
  expect(screen.getByText('No commission')).toBeVisible();
  expect(calls.filter(({ path }) => path.endsWith('/no-commission')).map(({ body }) => body)).toEqual([
    { closedOn: '2026-11-20', reason: 'Carve-out' },
  ]);
  unmount();
  stored = { ...commission, terms: null, dueCents: null, totalCents: null };
  await openCard();
  await user.click(await screen.findByRole('button', { name: 'Finalize' }));
  expect(await screen.findByText(/Record one to finalize with a commission/u)).toBeVisible();
});

it('says why an open deal has no expected commission', async () => {
  const open = { ...commission, status: 'expected' as const, dueCents: null, totalCents: null, shares: [] };
  stubApi({ 'GET /commissions/{id}': () => ({ commission: { ...open, claim: 'tail_over' } }) });
  await openCard();
  expect(
    await screen.findByText(/The tail of the engagement letter ends before the deal closes\./u),
  ).toBeVisible();
});

it('is reopened with a reason, and can then be finalized again', async () => {
  const user = userEvent.setup();
  const abilities = { ...commission.abilities, canFinalize: false, canReopen: true };
  let stored: CommissionDetail = { ...commission, status: 'due', version: 3, abilities };
  const calls = stubApi({
    'GET /commissions/{id}': () => ({ commission: stored }),
    'POST /commissions/{id}/reopen': () => {
      stored = commission;
      return { commission: stored };
    },
  });
  await openCard();
  await user.click(await screen.findByRole('button', { name: 'Commission actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Reopen' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Wrong price');
  await user.click(screen.getByRole('button', { name: 'Reopen' }));
  expect(await screen.findByRole('button', { name: 'Finalize' })).toBeVisible();
  expect(calls.filter(({ path }) => path.endsWith('/reopen')).map(({ body }) => body)).toEqual([
    { version: 3, reason: 'Wrong price' },
  ]);
});

it('reverses the last payout, and removes the last earn-out, with a reason', async () => {
  const user = userEvent.setup();
  const payout = { paidOn: '2026-11-20', reference: null, reversalReason: null, canReverse: true };
  const stored: CommissionDetail = {
    ...commission,
    status: 'paid',
    version: 4,
    earnOuts: [{ cents: 500_00, paidOn: '2026-11-21' }],
    payouts: [
      { ...payout, id: anId(8), cents: 80_000_00 },
      { ...payout, id: anId(9), cents: 20_00 },
      { ...payout, id: anId(10), cents: -30_00, reversalReason: 'Bounced', canReverse: false },
    ],
    abilities: { ...commission.abilities, canFinalize: false, canRemoveEarnOut: true },
  };
  const calls = stubApi({
    'GET /commissions/{id}': () => ({ commission: stored }),
    'POST /commissions/{id}/payouts/{payoutId}/reverse': () => ({ commission: stored }),
    'POST /commissions/{id}/earn-outs/remove-last': () => ({ commission: stored }),
  });
  await openCard();
  expect(await screen.findByText('Payout reversed')).toHaveTextContent('Nov 20, 2026 · Bounced');
  for (const [action, submit] of [
    ['Reverse payout', 'Reverse'],
    ['Remove last earn-out', 'Remove'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: 'Commission actions' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'By mistake');
    await user.click(screen.getByRole('button', { name: submit }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
  const body = { version: 4, reason: 'By mistake' };
  expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([
    { path: `/commissions/${anId(1)}/payouts/${anId(9)}/reverse`, body },
    { path: `/commissions/${anId(1)}/earn-outs/remove-last`, body },
  ]);
});

it('shows a broker their own share, and of how much', async () => {
  const own = { dueCents: 21_600_00, ownCents: 21_600_00, paidCents: 21_600_00, status: 'paid' } as const;
  stubApi({ 'GET /commissions/{id}': () => ({ commission: { ...commission, ...own } }) });
  await openCard();
  expect(await screen.findByText(/Your share of/u)).toHaveTextContent('Your share of $80,000');
});

it('is not there for somebody without a share', async () => {
  stubApi({ 'GET /commissions/{id}': () => errorResponse(404, 'NOT_FOUND') });
  await openCard();
  await waitFor(() => expect(screen.queryByText('Commission')).not.toBeInTheDocument());
});
