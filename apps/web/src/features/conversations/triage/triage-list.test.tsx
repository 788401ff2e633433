import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { TriageMail } from '@handover/contract/conversations/triage.ts';
import { aCustomer, anId } from '#test-setup/records.ts';
import { openWork, getUrl, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import TriageList from './triage-list.tsx';

const aMail = (changes: Partial<TriageMail> = {}): TriageMail => ({
  id: anId(3),
  from: { name: 'Stan Ranger', address: 'stan@elsewhere.test' },
  subject: 'My practice',
  snippet: 'I want to sell',
  text: 'I want to sell my practice.',
  hasHtml: false,
  hasRemoteImages: false,
  quarantineId: null,
  attachments: [],
  isSharedAddress: false,
  receivedAt: '2026-11-20T15:00:00.000Z',
  verdict: null,
  ...changes,
});

/** A fake server with one email, which moves as requested. */
function stubTriage(more: Record<string, (call: Call) => unknown> = {}): Call[] {
  let mail = aMail();
  const moveTo = (verdict: TriageMail['verdict']) => {
    mail = aMail({ verdict });
    return { mail };
  };
  return stubApi({
    'GET /triage': ({ query }) => {
      const mails = (query.get('shown') === 'ignored') === (mail.verdict !== null) ? [mail] : [];
      return { mails, total: mails.length, nextCursor: null };
    },
    'POST /triage/{id}/ignore': ({ body }) =>
      moveTo(JSON.stringify(body).includes('true') ? 'spam' : 'ignored'),
    'POST /triage/{id}/restore': () => moveTo(null),
    ...more,
  });
}

const openMail = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: /Stan Ranger.*My practice/ }));
};

it('opens an email in place, ignores it, and undoes that', async () => {
  const user = userEvent.setup();
  stubTriage();
  await openWork(<TriageList />);
  await openMail(user);
  expect(screen.getByText('I want to sell my practice.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ignore' }));
  expect(await screen.findByText('No messages to triage')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: /Stan Ranger/ })).toBeVisible();
});

it('lists spam with ignored email, where it can be restored', async () => {
  const user = userEvent.setup();
  stubTriage();
  await openWork(<TriageList />);
  await openMail(user);
  await user.click(screen.getByRole('button', { name: 'Mark as spam' }));
  await user.click(await screen.findByRole('link', { name: 'Ignored' }));
  await openMail(user);
  expect(screen.getByText('Spam')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Move to inbox' }));
  expect(await screen.findByText('No ignored emails')).toBeVisible();
});

it('says that only one email was ignored when its sender sends for several customers', async () => {
  const user = userEvent.setup();
  stubTriage({ 'POST /triage/{id}/ignore': () => ({ mail: aMail({ verdict: 'ignored' }) }) });
  await openWork(<TriageList />);
  await openMail(user);
  await user.click(screen.getByRole('button', { name: 'Mark as spam' }));
  expect(await screen.findByText(/^Email ignored\. .* is used by several customers/)).toBeVisible();
});

it('assigns it to the chosen customer, and requires a choice first', async () => {
  const user = userEvent.setup();
  const customer = aCustomer(7, { name: 'Ann Abbott' });
  const calls = stubTriage({
    'GET /users': () => ({ users: [customer], total: 1, nextCursor: null }),
    'POST /triage/{id}/file': () => ({ filed: { customerId: customer.id, count: 2 } }),
  });
  await openWork(<TriageList />);
  await openMail(user);
  await user.click(screen.getByRole('button', { name: 'Assign to customer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign to customer' }));
  await user.click(dialog.getByRole('button', { name: 'Assign' }));
  expect(dialog.getByText('Choose a customer')).toBeVisible();
  await user.type(dialog.getByRole('combobox', { name: 'Customer' }), 'Ann');
  await user.click(await screen.findByRole('option', { name: /Ann Abbott/ }));
  await user.click(dialog.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(getUrl().pathname).toBe(`/admin/users/view/${customer.id}`));
  expect(calls.find(({ path }) => path.endsWith('/file'))?.body).toEqual({ customerId: customer.id });
  expect(screen.getByText('2 emails assigned to Ann Abbott')).toBeVisible();
});

it('says that only the email of a listing portal is assigned', async () => {
  const user = userEvent.setup();
  const from = { name: 'Stan Ranger', address: 'leads@bizbuysell.com' };
  const mails = [aMail({ from, isSharedAddress: true })];
  stubTriage({ 'GET /triage': () => ({ mails, total: 1, nextCursor: null }) });
  await openWork(<TriageList />);
  await openMail(user);
  await user.click(screen.getByRole('button', { name: 'Assign to customer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign to customer' }));
  const hint = 'Only this email is assigned. leads@bizbuysell.com is not added to the customer.';
  expect(dialog.getByText(hint)).toBeVisible();
});

it('moves the focus to the next email when one leaves the list', async () => {
  const user = userEvent.setup();
  let mails = [
    aMail(),
    aMail({ id: anId(4), subject: 'Another', from: { name: 'Ann', address: 'a@x.test' } }),
  ];
  stubTriage({
    'GET /triage': () => ({ mails, total: mails.length, nextCursor: null }),
    'POST /triage/{id}/ignore': () => {
      mails = mails.slice(1);
      return { mail: aMail({ verdict: 'ignored' }) };
    },
  });
  await openWork(<TriageList />);
  await openMail(user);
  await user.click(screen.getByRole('button', { name: 'Ignore' }));
  await waitFor(() => expect(screen.queryByText('My practice')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: /Ann.*Another/ })).toHaveFocus();
});

it('shows an error when it cannot be loaded', async () => {
  stubApi({ 'GET /triage': () => errorResponse(403, 'FORBIDDEN') });
  await openWork(<TriageList />);
  expect(await screen.findByText('The emails could not be loaded')).toBeVisible();
});

it('shows quarantined emails and notes in a tab of their own', async () => {
  const user = userEvent.setup();
  stubTriage({ 'GET /quarantines': () => ({ quarantines: [], total: 0, nextCursor: null }) });
  await openWork(<TriageList />);
  await user.click(await screen.findByRole('link', { name: 'Quarantine' }));
  expect(await screen.findByText('Nothing to review')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Released' }));
  expect(getUrl().search).toBe('?shown=quarantine&state=released');
  expect(await screen.findByText('No released items')).toBeVisible();
});
