import type { Financials } from '@handover/contract/financials.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { aBusinessDetail } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import FinancialsSection from './financials-section.tsx';

afterEach(() => vi.unstubAllGlobals());

const financials: Financials = {
  periods: [{ year: 2025, month: null, lines: { revenue: 100_000_00 }, version: 1 }],
  addBacks: [],
  acceptedRecast: null,
};
const revenue = () => screen.findByRole('textbox', { name: 'Revenue, 2025' });

it('opens the table with the figures that were typed when the session ended', async () => {
  const calls = stubApi({
    'GET /businesses/{id}/financials': () => ({ financials }),
    'PUT /businesses/{id}/financials': () => ({ financials }),
  });
  const business = aBusinessDetail(1);
  const { unmount } = await openWork(<FinancialsSection business={business} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit figures' }));
  await userEvent.clear(await revenue());
  await userEvent.type(await revenue(), '250,000');
  unmount();
  await openWork(<FinancialsSection business={business} />);
  expect(await revenue()).toHaveValue('250,000');
  expect(screen.getByText('Unsaved changes restored.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save figures' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    periods: [{ year: 2025, month: null, version: 1, lines: { revenue: 250_000_00 } }],
  });
});
