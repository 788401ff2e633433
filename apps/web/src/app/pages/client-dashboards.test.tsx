import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { none, nothingElse } from '#test-setup/client-dashboard.ts';
import { aDeal, createDealResponses } from '#test-setup/deals.ts';
import { aBuyer } from '#test-setup/buyers.ts';
import { aProfile } from '#test-setup/profile.ts';
import { OwnDeals } from '#features/deals/own/own-deals.tsx';
import { aTask } from '#test-setup/tasks.ts';
import { aBusiness, anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import TestUserDashboard from './test-user-dashboard.tsx';
import UserDashboard from './user-dashboard.tsx';
// Loaded up front, so that tests on a slow machine do not wait for them.
import './shared-with-me.tsx';
import '#features/buyers/own-profile.tsx';
import '#features/deals/own/own-purchases.tsx';
import '#features/documents/client-documents.tsx';

const jordan = { id: anId(6), displayName: 'Jordan Blake', email: 'jordan@handover.test', photoURL: null };

const anOwner = aProfile({
  role: 'CLIENT',
  areas: [],
  customerId: anId(5),
  customers: [{ id: anId(5), name: 'Bright Dental', isOwn: true, broker: jordan }],
});

it('a client sees their own sale, requests, messages and broker', async () => {
  const calls = stubApi(
    {
      'GET /access-grants/mine': () => ({ accessGrants: [] }),
      'GET /deals': () => ({ deals: [], ...none }),
      'GET /businesses': () => ({ businesses: [aBusiness(1)], total: 1, nextCursor: null }),
      ...nothingElse,
    },
    anOwner,
  );
  await openWork(<UserDashboard />);
  expect(await screen.findByRole('heading', { name: 'Business 1' })).toBeVisible();
  expect(await screen.findByText('No tasks yet')).toBeVisible();
  expect(await screen.findByText(/No messages yet/)).toBeVisible();
  expect(await screen.findByText('No files yet')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Message Jordan' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'jordan@handover.test' })).toHaveAttribute(
    'href',
    'mailto:jordan@handover.test',
  );
  // Some sections load their code first.
  await waitFor(() =>
    expect(new Set(calls.map(({ path }) => path))).toEqual(
      new Set([
        '/access-grants/mine',
        '/auth/profile',
        '/businesses',
        '/buyers',
        '/deals',
        '/documents',
        '/own-access-grants',
        '/own-agreements',
        '/own-profiles',
        '/own-rooms',
        '/own-valuations',
        `/users/${anId(5)}/tasks`,
        `/users/${anId(5)}/emails`,
      ]),
    ),
  );
});

it('“Message Jordan” opens the form for a new message on the page', async () => {
  const message = {
    id: anId(40),
    threadId: anId(41),
    direction: 'inbound',
    status: 'received',
    subject: 'The lease',
    from: { name: 'Ann', address: 'ann@example.com' },
    hasHtml: false,
    text: 'Attached.',
    attachments: [],
    sentAt: null,
    createdAt: '2026-11-20T12:00:00.000Z',
  };
  stubApi(
    {
      'GET /users/{id}/emails': () => ({ emails: [message], total: 1, nextCursor: null, delivery: 'smtp' }),
    },
    anOwner,
  );
  await openWork(<UserDashboard />);
  await screen.findByRole('region', { name: 'The lease' });
  expect(screen.queryByRole('form', { name: 'New message' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Message Jordan' }));
  const form = within(await screen.findByRole('form', { name: 'New message' }));
  expect(form.getByRole('textbox', { name: 'Subject' })).toHaveFocus();
});

const clientWithout = aProfile({ role: 'CLIENT', areas: [], customerId: null });
const aShare = {
  id: anId(70),
  grantedBy: { id: anId(6), displayName: 'Jordan Blake' },
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-12-02T06:00:00.000Z',
};

it('an advisor sees the businesses and deals that are shared with them, with level and last day', async () => {
  stubApi(
    {
      'GET /access-grants/mine': () => ({
        accessGrants: [
          { ...aShare, recordType: 'business', recordId: anId(1), level: 'view' },
          // Missing from the list of businesses, because it is in the trash or on another page.
          { ...aShare, id: anId(71), recordType: 'business', recordId: anId(404), level: 'view' },
        ],
      }),
      'GET /deals': () => ({ deals: [], ...none }),
      'GET /businesses': () => ({ businesses: [aBusiness(1)], total: 1, nextCursor: null }),
      'GET /documents': () => ({ documents: [], ...none }),
    },
    clientWithout,
  );
  await openWork(<UserDashboard />);
  const shared = within(await screen.findByRole('region', { name: 'Shared with you' }));
  expect(shared.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Business 1Can viewUntil Dec 1, 2026Shared by Jordan Blake',
  ]);
  expect(await screen.findByRole('heading', { name: 'Business 1' })).toBeVisible();
  expect(screen.queryByRole('region', { name: /broker|^Your|asks/ })).toBeNull();
});

it('a buyer sees the status of their purchase, and no sale', async () => {
  const deal = aDeal(9, { side: 'buyer', stage: 'due_diligence' });
  const lost = aDeal(10, {
    side: 'buyer',
    stage: 'lost',
    business: { ...deal.business, name: 'Lost Dental' },
  });
  stubApi(
    {
      ...createDealResponses(() => [deal, lost]),
      'GET /access-grants/mine': () => ({
        accessGrants: [{ ...aShare, recordType: 'deal', recordId: deal.id, level: 'view' }],
      }),
      'GET /businesses': () => ({ businesses: [], ...none }),
      'GET /documents': () => ({ documents: [], ...none }),
    },
    clientWithout,
  );
  await openWork(<UserDashboard />);
  const purchase = within(await screen.findByRole('region', { name: 'Purchase' }));
  expect(await purchase.findByRole('heading', { name: 'Bright Dental' })).toBeVisible();
  expect(await purchase.findByText(/sign the NDA/)).toHaveTextContent('The buyer’s next step: sign the NDA');
  expect(purchase.getByRole('link', { name: 'Open deal' })).toHaveAttribute(
    'href',
    `/user/deals#deal-${deal.id}`,
  );
  expect(screen.queryByText('Lost Dental')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Sale' })).toBeNull());
});

it('a client of two customers sees broker, buyer profile, and purchases of the chosen one', async () => {
  const user = userEvent.setup();
  const purchase = (number: number, buyer: number, isOwn = true) =>
    aDeal(number, {
      side: 'buyer',
      isOwn,
      stage: 'due_diligence',
      business: { id: anId(500 + number), name: `Practice ${String(number)}`, type: 'dental' },
      buyer: { id: anId(buyer), name: `Buyer ${String(buyer)}` },
    });
  const deals = [purchase(11, 5), purchase(12, 6), purchase(13, 7, false)];
  stubApi(
    {
      ...nothingElse,
      ...createDealResponses(() => deals),
      'GET /access-grants/mine': () => ({ accessGrants: [] }),
      'GET /businesses': () => ({ businesses: [], ...none }),
      'GET /buyers': ({ query }) => ({ buyers: query.get('customerId') === anId(6) ? [aBuyer()] : [] }),
    },
    {
      ...anOwner,
      customers: [
        { id: anId(5), name: 'Bea Buyer', isOwn: true, broker: jordan },
        { id: anId(6), name: 'Buyer LLC', isOwn: true, broker: null },
      ],
    },
  );
  await openWork(<UserDashboard />);
  expect(await screen.findByRole('heading', { name: 'Practice 11' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Practice 13' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Practice 12' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Message Jordan' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Your buyer profile' })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Customer'), 'Buyer LLC');
  expect(await screen.findByRole('heading', { name: 'Practice 12' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Practice 11' })).toBeNull();
  expect(screen.getByText(/^No broker is assigned to you yet/)).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Your buyer profile' })).toBeVisible();
});

it('a seller sees which buyer waits for their decision, with a link', async () => {
  const waiting = aDeal(9, {
    side: 'seller',
    stage: 'qualified',
    business: { ...aBusiness(1), type: 'dental' },
  });
  const decided = aDeal(10, { ...waiting, id: anId(10), sellerDecision: 'approved' });
  const deals = [decided, waiting];
  stubApi(
    {
      ...createDealResponses(() => deals),
      'GET /access-grants/mine': () => ({ accessGrants: [] }),
      'GET /businesses': () => ({ businesses: [aBusiness(1)], total: 1, nextCursor: null }),
      ...nothingElse,
    },
    anOwner,
  );
  await openWork(<UserDashboard />);
  const ask = await screen.findByRole('link', { name: 'Approve or decline Buyer 9' });
  expect(ask).toHaveAttribute('href', `/user/deals#deal-${waiting.id}`);
  expect(ask.parentElement).toHaveTextContent('You: Approve or decline Buyer 9');
});

it('an advisor of two customers chooses one, and writes only where they may contribute', async () => {
  const user = userEvent.setup();
  const customer = (index: number, level: string) => ({
    ...aShare,
    id: anId(70 + index),
    recordType: 'customer',
    recordId: anId(index),
    level,
  });
  stubApi(
    {
      'GET /access-grants/mine': () => ({ accessGrants: [customer(5, 'view'), customer(6, 'contribute')] }),
      'GET /deals': () => ({ deals: [], ...none }),
      'GET /businesses': () => ({ businesses: [], ...none }),
      'GET /users/{id}/tasks': () => ({ tasks: [], ...none }),
      'GET /documents': () => ({ documents: [], ...none }),
      'GET /users/{id}/emails': () => ({ emails: [], ...none, delivery: 'smtp' }),
    },
    {
      ...clientWithout,
      customers: [
        { id: anId(5), name: 'Bright Dental', isOwn: false, broker: null },
        { id: anId(6), name: 'Cedar Pharmacy', isOwn: false, broker: null },
      ],
    },
  );
  await openWork(<UserDashboard />);
  expect(await screen.findByText('No messages yet')).toBeVisible();
  expect(screen.queryByLabelText('Message')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Customer'), 'Cedar Pharmacy (shared with you)');
  expect(await screen.findByLabelText('Message')).toBeVisible();
});

it('a client who also advises somebody sees whose sale each one is', async () => {
  const [own, shared] = [aBusiness(1), aBusiness(2)];
  const task = { ...aTask(1, { title: 'Send the lease' }), audience: 'client' };
  const grant = { ...aShare, recordType: 'business', recordId: shared.id, level: 'view' };
  stubApi(
    {
      ...nothingElse,
      'GET /access-grants/mine': () => ({ accessGrants: [grant] }),
      'GET /deals': () => ({ deals: [], ...none }),
      'GET /businesses': ({ query }) =>
        query.get('ownerId') === anId(5)
          ? { businesses: [own], total: 1, nextCursor: null }
          : { businesses: [own, shared], total: 2, nextCursor: null },
      'GET /users/{id}/tasks': () => ({ tasks: [task], total: 1, nextCursor: null }),
    },
    anOwner,
  );
  await openWork(<UserDashboard />);
  const ownSale = within(await screen.findByRole('region', { name: 'Your sale' }));
  expect(await ownSale.findByRole('link', { name: 'Send the lease' })).toBeVisible();
  expect(ownSale.queryByText(shared.name)).not.toBeInTheDocument();
  const sharedSale = within(await screen.findByRole('region', { name: 'Sales shared with you' }));
  expect(sharedSale.getByRole('heading', { name: shared.name })).toBeVisible();
  expect(sharedSale.queryByRole('link', { name: 'Send the lease' })).not.toBeInTheDocument();
});

it('an advisor of a seller does not read that they decided', async () => {
  const deal = aDeal(9, { side: 'seller', stage: 'qualified', sellerDecision: 'approved' });
  stubApi(
    { ...createDealResponses(() => [deal]), 'GET /access-grants/mine': () => ({ accessGrants: [] }) },
    clientWithout,
  );
  await openWork(<OwnDeals />);
  expect(await screen.findByText('The owner approved this buyer.')).toBeVisible();
});

it('reads of each deal whether it is their own, whatever else the client owns or advises', async () => {
  const deal = aDeal(9, { side: 'seller', isOwn: true, stage: 'qualified', sellerDecision: 'approved' });
  const advised = { ...deal, id: anId(10), isOwn: false };
  stubApi(
    createDealResponses(() => [deal, advised]),
    anOwner,
  );
  await openWork(<OwnDeals />);
  expect(await screen.findByText('You approved this buyer.')).toBeVisible();
  expect(await screen.findByText('The owner approved this buyer.')).toBeVisible();
});

it('a client with a login but no record sees that, and staff see what clients do', async () => {
  const calls = stubApi({ 'GET /access-grants/mine': () => ({ accessGrants: [] }) }, clientWithout);
  const { unmount } = await openWork(<UserDashboard />);
  expect(await screen.findByText('Your account is not linked to a record yet')).toBeVisible();
  unmount();
  const others = stubApi({});
  await openWork(<UserDashboard />);
  expect(screen.getByRole('link', { name: 'View with sample data' })).toHaveAttribute(
    'href',
    '/test-user-dashboard',
  );
  expect([...calls, ...others].map(({ path }) => path)).toEqual([
    '/auth/profile',
    '/access-grants/mine',
    '/auth/profile',
  ]);
});

it('the preview says that it is one, works, and calls nothing', async () => {
  const user = userEvent.setup();
  const calls = stubApi({});
  await openWork(<TestUserDashboard />);
  expect(screen.getByRole('note')).toHaveTextContent('Preview on sample data');
  expect(screen.getByText(/^You:/)).toBeVisible();
  for (const box of screen.getAllByRole('checkbox')) await user.click(box);
  expect(screen.getByText('No tasks yet')).toBeVisible();
  expect(screen.getByText('Jordan Blake', { selector: 'dd' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: /^Message / }));
  await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByLabelText('Subject')).not.toBeInTheDocument());
  await user.type(screen.getByLabelText('Your reply'), 'See you then');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const messages = screen.getByRole('list', { name: 'Messages on Your valuation' });
  await waitFor(() => expect(within(messages).getAllByRole('listitem')).toHaveLength(4));
  expect(within(messages).getByText('See you then')).toBeVisible();
  expect(calls.map(({ path }) => path)).toEqual(['/auth/profile']);
});
