import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { aCustomer, aCustomerDetail, anId } from '#test-setup/records.ts';
import { openWork, getUrl, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import UsersCreate from './users-create.tsx';

const mail = {
  id: anId(3),
  from: { name: 'Stan Ranger', address: 'stan@elsewhere.test' },
  subject: 'My practice',
  snippet: '',
  text: '',
  hasHtml: false,
  hasRemoteImages: false,
  senderCheck: null,
  senderWarning: null,
  attachments: [],
  isSharedAddress: false,
  receivedAt: '2026-11-20T15:00:00.000Z',
  verdict: null,
};
const stan = aCustomerDetail(9, { name: 'Stan Ranger', email: 'stan@elsewhere.test' });
const address = `/admin/users/create?triage=${mail.id}`;

function stubComposer(more: Record<string, (call: Call) => unknown> = {}): Call[] {
  return stubApi({
    'GET /triage/{id}': () => ({ mail }),
    'GET /users/duplicates': () => ({ duplicates: [] }),
    'GET /sources': () => ({ sources: [] }),
    'POST /users': () => ({ user: stan }),
    'POST /triage/{id}/file': () => ({ filed: { customerId: stan.id, count: 1 } }),
    ...more,
  });
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('a new customer', () => {
  it('is assigned to the broker who creates it, and to no one if the superadmin is not a member', async () => {
    for (const isMember of [true, false]) {
      const profile = aProfile({ role: 'SUPERADMIN', isMember });
      stubApi({ 'GET /sources': () => ({ sources: [] }) }, profile);
      const { unmount } = await openWork(<UsersCreate />, { address: '/admin/users/create' });
      expect(await screen.findByLabelText('Broker')).toHaveValue(isMember ? profile.id : '');
      unmount();
    }
  });

  it('above the limit of the plan is explained beside the button', async () => {
    const detail = 'The Free plan of this workspace is limited to 1 customer.';
    stubComposer({ 'POST /users': () => errorResponse(422, 'WORKSPACE_LIMIT', { detail }) });
    await openWork(<UsersCreate />, { address: '/admin/users/create' });
    await userEvent.type(await screen.findByLabelText(/^Name/), 'Bob');
    await userEvent.click(screen.getByRole('button', { name: 'Create customer' }));
    const told = await screen.findByText(detail);
    const country = screen.getByLabelText('Country');
    expect(country.compareDocumentPosition(told)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

describe('a customer made of an unknown sender', () => {
  it('starts with the details of the email, and gets the email', async () => {
    const user = userEvent.setup();
    const calls = stubComposer();
    await openWork(<UsersCreate />, { address });
    expect(await screen.findByLabelText(/^Name/)).toHaveValue('Stan Ranger');
    expect(screen.getByLabelText('Email')).toHaveValue('stan@elsewhere.test');
    expect(screen.getByText(/“My practice” and other email from stan@elsewhere.test/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/admin/users/triage');
    await user.click(screen.getByRole('button', { name: 'Create customer' }));
    await waitFor(() => expect(getUrl().pathname).toBe(`/admin/users/view/${stan.id}`));
    expect(getUrl().search).toBe('?tab=conversation');
    const file = calls.find(({ path }) => path === `/triage/${mail.id}/file`);
    expect(file?.body).toEqual({ customerId: stan.id });
  });

  it('starts empty where a listing portal sent the email for somebody else', async () => {
    const from = { name: 'BizBuySell', address: 'leads@bizbuysell.com' };
    stubComposer({ 'GET /triage/{id}': () => ({ mail: { ...mail, from, isSharedAddress: true } }) });
    await openWork(<UsersCreate />, { address });
    expect(await screen.findByLabelText(/^Name/)).toHaveValue('');
    expect(screen.getByLabelText('Email')).toHaveValue('');
    expect(screen.getByText('“My practice” goes into the conversation with this customer.')).toBeVisible();
  });

  it('is warned of when there may be one already', async () => {
    const known = { ...aCustomer(7, { name: 'Stan Ranger' }), reasons: ['name'] };
    stubComposer({ 'GET /users/duplicates': () => ({ duplicates: [known] }) });
    await openWork(<UsersCreate />, { address });
    const warning = within(await screen.findByRole('status', { name: 'Possible duplicates' }));
    expect(await warning.findByText('This customer may already exist')).toBeVisible();
    expect(warning.getByRole('link', { name: 'Stan Ranger' })).toBeVisible();
  });

  it('is shown, and not made twice, when the mail could not be filed', async () => {
    const user = userEvent.setup();
    const calls = stubComposer({ 'POST /triage/{id}/file': () => errorResponse(404, 'NOT_FOUND') });
    await openWork(<UsersCreate />, { address });
    await user.click(await screen.findByRole('button', { name: 'Create customer' }));
    await waitFor(() => expect(getUrl().pathname).toBe(`/admin/users/view/${stan.id}`));
    expect(await screen.findByText('The email was not assigned. NOT_FOUND.')).toBeVisible();
    expect(calls.filter(({ method, path }) => method === 'POST' && path === '/users')).toHaveLength(1);
  });

  it('is an empty form when somebody else was faster with the mail', async () => {
    stubComposer({ 'GET /triage/{id}': () => errorResponse(404, 'NOT_FOUND') });
    await openWork(<UsersCreate />, { address });
    expect(await screen.findByLabelText(/^Name/)).toHaveValue('');
    expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/admin/users');
  });
});
