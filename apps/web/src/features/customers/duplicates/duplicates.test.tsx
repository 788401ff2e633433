import type { DuplicatePair, DuplicateParty } from '@handover/contract/records/merges.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import DuplicateList from './duplicate-list.tsx';
import RecordDuplicates from './record-duplicates.tsx';

const aParty = (number: number, name: string): DuplicateParty => ({
  id: anId(number),
  name,
  accountType: 'Individual',
  email: null,
  phone: '212 555 0101',
  company: null,
  npi: null,
  city: null,
  region: null,
  activityCount: number,
  createdAt: '2026-11-20T15:00:00.000Z',
});
const aPair = (changes: Partial<DuplicatePair> = {}): DuplicatePair => ({
  survivor: aParty(1, 'Ann Lee'),
  other: aParty(2, 'Anne Leigh'),
  reasons: ['phone', 'name'],
  canMerge: true,
  ...changes,
});

/** A fake server with one pair, which is removed and restored on request. */
function stubDuplicates({ pair = aPair(), pendingChecks = 0 } = {}): Call[] {
  let isDismissed = false;
  const pairs = (): DuplicatePair[] => (isDismissed ? [] : [pair]);
  const dismiss = (is: boolean) => () => {
    isDismissed = is;
    return new Response(null, { status: 204 });
  };
  return stubApi({
    'GET /duplicates': () => ({
      duplicatePairs: pairs(),
      pendingChecks,
      total: pairs().length,
      nextCursor: null,
    }),
    'GET /users/{id}/duplicates': () => ({ duplicatePairs: pairs() }),
    'POST /users/{id}/not-same': dismiss(true),
    'DELETE /users/{id}/not-same/{otherId}': dismiss(false),
  });
}

it('shows why two may be duplicates, and links to comparing them', async () => {
  stubDuplicates();
  await openWork(<DuplicateList />);
  const pair = within(await screen.findByRole('article', { name: 'Ann Lee and Anne Leigh' }));
  expect(pair.getByText('Same phone')).toBeVisible();
  expect(pair.getByText('Similar name')).toBeVisible();
  expect(pair.getByText('2 timeline entries')).toBeVisible();
  expect(pair.getByRole('link', { name: 'Compare' })).toHaveAttribute(
    'href',
    `/admin/users/duplicates/${anId(1)}/${anId(2)}`,
  );
  expect(screen.getByText('1 pair')).toBeVisible();
});

it('offers no merge without permission', async () => {
  stubDuplicates({ pair: aPair({ canMerge: false }) });
  await openWork(<DuplicateList />);
  expect(await screen.findByRole('button', { name: 'Not the same' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Compare' })).not.toBeInTheDocument();
});

it('hides a dismissed pair, and restores it on undo', async () => {
  const user = userEvent.setup();
  const calls = stubDuplicates();
  await openWork(<DuplicateList />);
  await user.click(await screen.findByRole('button', { name: 'Not the same' }));
  expect(await screen.findByText('No duplicates found')).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ otherId: anId(2) });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('article')).toBeVisible();
});

it('distinguishes nothing found from not compared yet', async () => {
  stubDuplicates({ pendingChecks: 306 });
  await openWork(<DuplicateList />);
  expect(await screen.findByText('Comparing 306 customers')).toBeVisible();
});

it('shows an error when it cannot be loaded', async () => {
  stubApi({ 'GET /duplicates': () => errorResponse(503, 'UNAVAILABLE') });
  await openWork(<DuplicateList />);
  expect(await screen.findByText('The duplicates could not be loaded')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

it('shows each one on the other’s record', async () => {
  const user = userEvent.setup();
  stubDuplicates();
  await openWork(<RecordDuplicates customerId={anId(2)} />);
  const notice = within(await screen.findByRole('region', { name: 'Possible duplicates' }));
  expect(notice.getByRole('link', { name: 'Ann Lee' })).toHaveAttribute(
    'href',
    `/admin/users/view/${anId(1)}`,
  );
  expect(notice.getByText('Same phone, Similar name')).toBeVisible();
  await user.click(notice.getByRole('button', { name: 'Not the same' }));
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Possible duplicates' })).not.toBeInTheDocument(),
  );
});
