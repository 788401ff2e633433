import type { Financials } from '@handover/contract/businesses/financials.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aBusinessDetail } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import FinancialsSection from './financials-section.tsx';

const financials: Financials = {
  periods: [{ year: 2025, month: null, lines: { revenue: 100_000_00 }, version: 1 }],
  addBacks: [],
  acceptedRecast: null,
};
const findRevenue = () => screen.findByRole('textbox', { name: 'Revenue, 2025' });

it('opens the table with the figures that were typed when the session ended', async () => {
  const calls = stubApi({
    'GET /businesses/{id}/financials': () => ({ financials }),
    'PUT /businesses/{id}/financials': () => ({ financials }),
  });
  const business = aBusinessDetail(1);
  const { unmount } = await openWork(<FinancialsSection business={business} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit figures' }));
  await userEvent.clear(await findRevenue());
  await userEvent.type(await findRevenue(), '250,000');
  unmount();
  await openWork(<FinancialsSection business={business} />);
  expect(await findRevenue()).toHaveValue('250,000');
  expect(screen.getByText('Unsaved changes restored.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save figures' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    periods: [{ year: 2025, month: null, version: 1, lines: { revenue: 250_000_00 } }],
  });
});

it('is locked while saving, since figures would be lost', async () => {
  let answer: (response: object) => void = () => undefined;
  const calls = stubApi({
    'GET /businesses/{id}/financials': () => ({ financials }),
    'PUT /businesses/{id}/financials': () => new Promise<object>((resolve) => (answer = resolve)),
  });
  await openWork(<FinancialsSection business={aBusinessDetail(1)} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit figures' }));
  await userEvent.clear(await findRevenue());
  await userEvent.type(await findRevenue(), '250');
  await userEvent.click(screen.getByRole('button', { name: 'Save figures' }));
  await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
  await userEvent.type(await findRevenue(), '9');
  expect(await findRevenue()).toHaveValue('250');
  answer({ financials });
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
});

it('keeps the figures typed when a colleague saved the same year, and saves them on top of it', async () => {
  let version = 1;
  const calls = stubApi({
    'GET /businesses/{id}/financials': () => ({
      financials: {
        ...financials,
        periods: [
          { year: 2025, month: null, lines: { revenue: version * 100_000_00 }, version },
          { year: 2024, month: null, lines: { revenue: version * 90_000_00 }, version },
        ],
      },
    }),
    'PUT /businesses/{id}/financials': () => {
      if (version === 2) return { financials };
      version = 2;
      return errorResponse(409, 'STALE_VERSION');
    },
  });
  await openWork(<FinancialsSection business={aBusinessDetail(1)} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit figures' }));
  await userEvent.clear(await findRevenue());
  await userEvent.type(await findRevenue(), '250,000');
  await userEvent.click(screen.getByRole('button', { name: 'Save figures' }));
  expect(await screen.findByText('Someone else changed 2025 while you were editing.')).toBeVisible();
  expect(await findRevenue()).toHaveValue('250,000');
  expect(screen.getByRole('textbox', { name: 'Revenue, 2024' })).toHaveValue('180,000');
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save figures' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(calls.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
    periods: [{ year: 2025, month: null, version: 2, lines: { revenue: 250_000_00 } }],
  });
});
