import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aDeal, createDealResponses } from '#test-setup/deals.ts';
import { anId } from '#test-setup/records.ts';
import { getUrl, openWork, stubApi } from '#test-setup/work.tsx';
import DealPanel from './deal-panel.tsx';

const business = { id: anId(3), name: 'Harbor Dental' };

it('adds a deal for its business, and opens it', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    ...createDealResponses(() => []),
    'GET /users': () => ({ users: [{ id: anId(7), name: 'Bob Buyer' }], total: 1, nextCursor: null }),
    'GET /members': () => ({ members: [] }),
    'GET /custom-fields': () => ({ customFields: [] }),
    'POST /deals': () => ({ deal: aDeal(9) }),
  });
  await openWork(<DealPanel of={{ business }} canAdd />, { address: '/' });
  await user.click(await screen.findByRole('button', { name: 'Add a deal for this business' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New deal' }, { timeout: 10_000 }));
  expect(await dialog.findByDisplayValue('Harbor Dental')).toBeVisible();
  await user.type(await dialog.findByRole('combobox', { name: /^Buyer/ }, { timeout: 10_000 }), 'Bob');
  await user.click(await screen.findByRole('option', { name: /Bob Buyer/ }));
  await user.click(dialog.getByRole('button', { name: 'Create deal' }));
  await waitFor(() => expect(getUrl().pathname).toBe(`/admin/business-center/deals/${aDeal(9).id}`));
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    businessId: business.id,
    buyerId: anId(7),
  });
});

it('offers no deal to those who may not change the record', async () => {
  stubApi(createDealResponses(() => []));
  await openWork(<DealPanel of={{ business }} canAdd={false} />, { address: '/' });
  expect(await screen.findByText('No deals yet')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
