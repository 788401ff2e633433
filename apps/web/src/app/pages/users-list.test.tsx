import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import DuplicateList from '#features/customers/duplicates/duplicate-list.tsx';
import TriageList from '#features/conversations/triage/triage-list.tsx';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { PendingLinks } from './users-list.tsx';

/** A server with one email from an unknown sender. */
function stubTriage(): void {
  const from = { name: 'Stan Ranger', address: 'stan@elsewhere.test' };
  const text = { subject: 'My practice', snippet: 'I want to sell', text: 'I want to sell.' };
  const flags = {
    hasHtml: false,
    hasRemoteImages: false,
    attachments: [],
    isSharedAddress: false,
    verdict: null,
  };
  let mails = [{ id: anId(3), from, ...text, ...flags, receivedAt: '2026-11-20T15:00:00.000Z' }];
  stubApi({
    'GET /triage': () => ({ mails, total: mails.length, nextCursor: null }),
    'GET /quarantines': () => ({ quarantines: [], total: 0, nextCursor: null }),
    'GET /duplicates': () => ({ duplicatePairs: [], pendingChecks: 0, total: 0, nextCursor: null }),
    'POST /triage/{id}/ignore': () => {
      const [mail] = mails;
      mails = [];
      return { mail: { ...mail, verdict: 'ignored' } };
    },
  });
}

/** A server with one pair of possible duplicates. */
function stubDuplicates(): void {
  const party = (number: number, name: string): object => ({
    id: anId(number),
    name,
    accountType: 'Individual',
    email: null,
    phone: null,
    company: null,
    npi: null,
    city: null,
    region: null,
    activityCount: 0,
    createdAt: '2026-11-20T15:00:00.000Z',
  });
  const pair = { survivor: party(1, 'Ann Lee'), other: party(2, 'Anne Leigh') };
  let duplicatePairs = [{ ...pair, reasons: ['name'], canMerge: true }];
  stubApi({
    'GET /triage': () => ({ mails: [], total: 0, nextCursor: null }),
    'GET /quarantines': () => ({ quarantines: [], total: 0, nextCursor: null }),
    'GET /duplicates': () => ({
      duplicatePairs,
      pendingChecks: 0,
      total: duplicatePairs.length,
      nextCursor: null,
    }),
    'POST /users/{id}/not-same': () => {
      duplicatePairs = [];
      return new Response(null, { status: 204 });
    },
  });
}

it('links to email from unknown senders until it is handled', async () => {
  const user = userEvent.setup();
  stubTriage();
  await openWork(
    <>
      <PendingLinks />
      <TriageList />
    </>,
  );
  const link = await screen.findByRole('link', { name: '1 from unknown senders' });
  expect(link).toHaveAttribute('href', '/admin/users/triage');
  await user.click(await screen.findByRole('button', { name: /Stan Ranger/ }));
  await user.click(screen.getByRole('button', { name: 'Ignore' }));
  await waitFor(() => expect(link).not.toBeInTheDocument());
});

it('links to possible duplicates until they are handled', async () => {
  const user = userEvent.setup();
  stubDuplicates();
  await openWork(
    <>
      <PendingLinks />
      <DuplicateList />
    </>,
  );
  const link = await screen.findByRole('link', { name: '1 possible duplicate' });
  expect(link).toHaveAttribute('href', '/admin/users/duplicates');
  await user.click(await screen.findByRole('button', { name: 'Not the same' }));
  await waitFor(() => expect(link).not.toBeInTheDocument());
});
