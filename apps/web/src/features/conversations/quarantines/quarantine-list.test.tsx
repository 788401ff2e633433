import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import type { Quarantine } from '@handover/contract/documents/quarantines.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import QuarantineList from './quarantine-list.tsx';

const aQuarantine = (changes: Partial<Quarantine> = {}): Quarantine => ({
  id: anId(5),
  subject: { kind: 'message', id: anId(6) },
  kinds: ['ssn', 'birth-date'],
  state: 'waiting',
  from: 'Ann Abbott',
  record: { type: 'customer', id: anId(7), name: 'Harbor Clinic' },
  createdAt: '2026-11-20T15:00:00.000Z',
  decision: null,
  version: 1,
  abilities: { canOpen: true, canRelease: true },
  ...changes,
});

const content = {
  subject: 'The list',
  text: 'Her SSN is 512-33-9087.',
  attachments: ['list.csv'],
  findings: [{ kind: 'ssn', part: 'text', excerpt: '•••-••-••••' }],
};

/** A server with one quarantined email, which a decision moves. */
function stubQuarantine(more: Record<string, (call: Call) => unknown> = {}): Call[] {
  let quarantine = aQuarantine();
  const decide = (state: 'released' | 'kept') => () => {
    const decision = { by: 'Ada Admin', at: '2026-11-21T15:00:00.000Z', reason: 'Test data' };
    quarantine = aQuarantine({ state, decision });
    return { quarantine };
  };
  return stubApi({
    'GET /quarantines': ({ query }) => {
      const quarantines = (query.get('state') ?? 'waiting') === quarantine.state ? [quarantine] : [];
      return { quarantines, total: quarantines.length, nextCursor: null };
    },
    'POST /quarantines/{id}/open': () => ({ quarantine, content }),
    'POST /quarantines/{id}/release': decide('released'),
    'POST /quarantines/{id}/keep': decide('kept'),
    ...more,
  });
}

// A lazy module, loaded first so that no test waits for it.
beforeAll(() => import('@handover/ui/feedback/confirm-dialog-content.tsx'));

const review = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Review email from Ann Abbott' }));
  await screen.findByText('Her SSN is 512-33-9087.');
  return within(screen.getByRole('dialog', { name: 'Review message' }));
};

it('shows an email in the review only, and releases it with a reason', async () => {
  const user = userEvent.setup();
  const calls = stubQuarantine();
  await openWork(<QuarantineList />);
  expect(await screen.findByRole('link', { name: 'Harbor Clinic' })).toHaveAttribute(
    'href',
    `/admin/users/view/${anId(7)}?tab=conversation#message-${anId(6)}`,
  );
  expect(calls.some(({ path }) => path.endsWith('/open'))).toBe(false);
  const dialog = await review(user);
  expect(dialog.getByText('SSN: •••-••-••••')).toBeVisible();
  expect(dialog.getByText('Attachment: list.csv')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Release' }));
  expect(dialog.getByText('Enter a reason')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Test data');
  await user.click(dialog.getByRole('button', { name: 'Release' }));
  expect(await screen.findByText('Message released')).toBeVisible();
  expect(await screen.findByText('Nothing to review')).toBeVisible();
  expect(calls.find(({ path }) => path.endsWith('/release'))?.body).toEqual({
    version: 1,
    reason: 'Test data',
  });
  await user.click(screen.getByRole('tab', { name: 'Released' }));
  expect(await screen.findByText(/Released by Ada Admin/)).toHaveTextContent('Test data');
});

it('keeps an email quarantined', async () => {
  const user = userEvent.setup();
  stubQuarantine();
  await openWork(<QuarantineList />);
  const dialog = await review(user);
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Real');
  await user.click(dialog.getByRole('button', { name: 'Keep quarantined' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('tab', { name: 'Kept quarantined' }));
  expect(await screen.findByText(/Kept by Ada Admin/)).toBeVisible();
});

it('asks before Escape discards a reason', async () => {
  const user = userEvent.setup();
  stubQuarantine();
  await openWork(<QuarantineList />);
  const dialog = await review(user);
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Test data{Escape}');
  expect(await screen.findByText('Your changes will be lost.')).toBeVisible();
});

it('says why somebody cannot review it', async () => {
  const user = userEvent.setup();
  const text = 'Only an administrator or the broker of the record can review this.';
  stubQuarantine({ 'POST /quarantines/{id}/open': () => errorResponse(403, 'FORBIDDEN', { detail: text }) });
  await openWork(<QuarantineList />);
  await user.click(await screen.findByRole('button', { name: 'Review email from Ann Abbott' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});

it('lists an attachment with its name, and opens its email', async () => {
  const quarantine = aQuarantine({ subject: { kind: 'attachment', id: anId(6) }, name: 'lease.pdf' });
  stubApi({ 'GET /quarantines': () => ({ quarantines: [quarantine], total: 1, nextCursor: null }) });
  await openWork(<QuarantineList />);
  expect(await screen.findByRole('link', { name: 'lease.pdf' })).toHaveAttribute(
    'href',
    `/admin/users/view/${anId(7)}?tab=conversation#message-${anId(6)}`,
  );
  expect(screen.getByText(/Attached to an email from/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Review lease.pdf' })).toBeVisible();
});
