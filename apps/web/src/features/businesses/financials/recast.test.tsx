import type { Financials } from '@handover/contract/businesses/financials.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aBusinessDetail, anId } from '#test-setup/records.ts';
import { errorResponse, openWork, stubApi } from '#test-setup/work.tsx';
import AddBackDialog from './add-back-dialog.tsx';
import FinancialsSection from './financials-section.tsx';
import PasteDialog from './paste-dialog.tsx';

const dana = { id: anId(5), displayName: 'Dana Broker' };
/** The evening of November 20 in the workspace's time zone. */
const evening = '2026-11-21T02:00:00.000Z';
const financials: Financials = {
  periods: [{ year: 2025, month: null, lines: { revenue: 100_000_00 }, version: 1 }],
  addBacks: [
    {
      id: anId(6),
      year: 2025,
      ttmThrough: null,
      category: 'one_time',
      description: 'Flood',
      amountCents: 5_000_00,
      status: 'accepted',
      proof: null,
      reviewer: dana,
      reviewedAt: evening,
      version: 1,
    },
  ],
  acceptedRecast: {
    id: anId(7),
    years: [{ basis: 2025, weight: 1 }],
    revenueCents: 100_000_00,
    sdeCents: 105_000_00,
    ebitdaCents: 105_000_00,
    acceptedBy: dana,
    acceptedAt: evening,
  },
};

it('shows the day of a review and of the accepted recast in the time zone of the workspace', async () => {
  stubApi({ 'GET /businesses/{id}/financials': () => ({ financials }) });
  await openWork(<FinancialsSection business={aBusinessDetail(1)} />);
  expect(await screen.findByText('Dana Broker, Nov 20, 2026')).toBeVisible();
  expect(screen.getByText(/accepted by Dana Broker on Nov 20, 2026/u)).toBeVisible();
});

it('adds up from EBITDA to SDE and to adjusted EBITDA, and warns while the owner is not replaced', async () => {
  const [flood] = financials.addBacks;
  const replacement = { id: anId(8), category: 'owner_replacement', description: 'Dentist' } as const;
  const lines = { revenue: 100_000_00, ownerPay: 60_000_00 };
  const periods = [{ year: 2025, month: null, lines, version: 1 }];
  const addBacks = flood === undefined ? [] : [flood, { ...flood, ...replacement, amountCents: 50_000_00 }];
  let shown: Financials = { ...financials, periods, addBacks };
  stubApi({ 'GET /businesses/{id}/financials': () => ({ financials: shown }) });
  const { unmount } = await openWork(<FinancialsSection business={aBusinessDetail(1)} />);
  const table = await screen.findByRole('region', { name: /^Recast, in/ });
  expect([...table.querySelectorAll('tbody tr')].slice(5).map(({ textContent }) => textContent)).toEqual([
    'EBITDA40,000',
    'Owner’s pay60,000',
    'One-time cost5,000',
    'SDE105,000',
    'EBITDA40,000',
    'Owner’s pay60,000',
    'One-time cost5,000',
    'Owner replacement cost(50,000)',
    'Adjusted EBITDA55,000',
  ]);
  expect(screen.queryByText(/owner’s pay as booked/)).toBeNull();
  unmount();
  shown = { ...shown, addBacks: addBacks.slice(0, 1) };
  await openWork(<FinancialsSection business={aBusinessDetail(1)} />);
  expect(
    await screen.findByText(/^Adjusted EBITDA of 2025 still has the owner’s pay as booked\./),
  ).toBeVisible();
});

it('names an add-back whose trailing months have passed, and a year that is not over', async () => {
  const addBacks = financials.addBacks.map((one) => ({
    ...one,
    year: null,
    ttmThrough: { year: 2025, month: 3 },
  }));
  const periods = financials.periods.map((one) => ({ ...one, year: 2100 }));
  stubApi({
    'GET /businesses/{id}/financials': () => ({ financials: { ...financials, addBacks, periods } }),
  });
  await openWork(<FinancialsSection business={aBusinessDetail(1)} />);
  expect(await screen.findByText('TTM through Mar 2025 · One-time cost')).toBeVisible();
  expect(screen.getByText(/^Not counted: other months now/)).toBeVisible();
  expect(screen.getByText(/^2100 is not over\./)).toBeVisible();
});

it('keeps the changes of an add-back that a colleague changed meanwhile, and saves them again', async () => {
  const [addBack = null] = financials.addBacks;
  const calls = stubApi({
    'GET /documents': () => ({ documents: [], total: 0, nextCursor: null }),
    'PATCH /businesses/{id}/add-backs/{addBackId}': () =>
      errorResponse(409, 'STALE_VERSION', { current: { ...addBack, version: 4 } }),
  });
  await openWork(
    <AddBackDialog business={aBusinessDetail(1)} addBack={addBack} recasts={[]} onClose={() => undefined} />,
  );
  await userEvent.type(await screen.findByLabelText('Description'), ' repair');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Saving again replaces their changes/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toMatchObject([
      { version: 1, description: 'Flood repair' },
      { version: 4, description: 'Flood repair' },
    ]),
  );
});

it('says that the amount of an add-back is missing or too large', async () => {
  stubApi({ 'GET /documents': () => ({ documents: [], total: 0, nextCursor: null }) });
  await openWork(
    <AddBackDialog business={aBusinessDetail(1)} addBack={null} recasts={[]} onClose={() => undefined} />,
  );
  await userEvent.type(await screen.findByLabelText('Description'), 'Flood');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter an amount such as 25,000 or 1.2M')).toBeVisible();
  const amount = screen.getByLabelText('Amount');
  expect(amount).toBeInvalid();
  await userEvent.type(amount, '9,000b');
  expect(await screen.findByText('Too large')).toBeVisible();
});

it('asks whether the owner’s pay is that of one owner if there are several', async () => {
  const owner = { name: 'Ann Owner', shareBasisPoints: 5_000, isPrimary: true };
  const owners = [
    { ...owner, id: anId(11) },
    { ...owner, id: anId(12), isPrimary: false },
  ];
  const periods = financials.periods.map((one) => ({ ...one, lines: { ...one.lines, ownerPay: 60_000_00 } }));
  stubApi({ 'GET /businesses/{id}/financials': () => ({ financials: { ...financials, periods } }) });
  await openWork(<FinancialsSection business={{ ...aBusinessDetail(1), owners }} />);
  expect(await screen.findByText(/^This business has 2 owners/)).toHaveTextContent('pay of 2025 is');
});

it('asks whether several pasted rows of owner’s pay are the pay of several owners', async () => {
  stubApi({});
  await openWork(<PasteDialog onApply={() => undefined} onClose={() => undefined} />);
  await userEvent.click(await screen.findByLabelText('Table'));
  const rows = ['P&L\t2025', 'Fees income\t900', 'Officer pay, Ames\t200', 'Officer pay, Boyd\t180'];
  await userEvent.paste(rows.join('\n'));
  expect(screen.getByText(/^2 rows are owner’s pay/)).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Line item for Officer pay, Boyd'), 'Other payroll');
  expect(screen.queryByText(/rows are owner’s pay/)).toBeNull();
});

it('warns if the recast has changed since the record took its figures', async () => {
  const figures = { revenueCents: 100_000_00, sdeCents: 105_000_00, ebitdaCents: 105_000_00 };
  const business = { ...aBusinessDetail(1), ...figures };
  let shown = financials;
  stubApi({ 'GET /businesses/{id}/financials': () => ({ financials: shown }) });
  const { unmount } = await openWork(<FinancialsSection business={business} />);
  expect(await screen.findByText(/^The record uses the recast of 2025/)).toBeVisible();
  unmount();
  shown = { ...financials, addBacks: [] };
  await openWork(<FinancialsSection business={business} />);
  expect(await screen.findByText(/^The recast has changed\./)).toHaveTextContent(
    'The record still uses the earlier figures of 2025, accepted by Dana Broker on Nov 20, 2026.',
  );
});
