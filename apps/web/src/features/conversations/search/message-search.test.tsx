import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { MessageHit } from '@handover/contract/conversations/message-search.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import SearchableConversation from './searchable-conversation.tsx';

const aHit: MessageHit = {
  id: anId(5),
  threadId: anId(6),
  customer: { id: anId(7), name: 'Ann Abbott' },
  direction: 'inbound',
  status: 'received',
  subject: [
    { text: 'The ', isHit: false },
    { text: 'Lease', isHit: true },
  ],
  people: [{ text: 'Ann → office', isHit: false }],
  excerpt: [{ text: 'is <b>signed</b>', isHit: false }],
  createdAt: '2026-11-20T15:00:00.000Z',
};

function stubSearch(search: (call: Call) => unknown): Call[] {
  return stubApi({
    'GET /users/{id}/emails': () => ({ emails: [], total: 0, nextCursor: null, delivery: 'smtp' }),
    'GET /emails/search': search,
  });
}

const open = (address: string) =>
  openWork(<SearchableConversation customerId={anId(7)} onReply={() => undefined} onDraft={null} />, {
    address,
  });

it('shows the conversation until something is searched', async () => {
  stubSearch(() => ({ hits: [aHit], total: 1, nextCursor: null }));
  await open('/');
  expect(await screen.findByText('No emails yet')).toBeVisible();
  expect(screen.queryByLabelText('All conversations')).toBeNull();
});

it('marks matches and links to the message', async () => {
  stubSearch(() => ({ hits: [aHit], total: 1, nextCursor: null }));
  await open('/?find=lease');
  const link = within(await screen.findByRole('list', { name: 'Emails found' })).getByRole('link');
  expect(link).toHaveAttribute('href', `/admin/users/view/${anId(7)}?tab=conversation#message-${anId(5)}`);
  expect(within(link).getByText('Lease').tagName).toBe('MARK');
  expect(within(link).getByText('is <b>signed</b>')).toBeVisible();
  expect(screen.getByText('1 email')).toBeVisible();
});

it('searches this conversation first, and all on request', async () => {
  const user = userEvent.setup();
  const calls = stubSearch(() => ({ hits: [aHit], total: null, nextCursor: null }));
  await open('/?find=lease');
  expect(await screen.findByText('More than 1,000 emails')).toBeVisible();
  const searchedCustomerIds = () =>
    calls.filter(({ path }) => path.includes('search')).map(({ query }) => query.get('customerId'));
  expect(searchedCustomerIds()).toEqual([anId(7)]);
  await user.click(screen.getByLabelText('All conversations'));
  expect(await screen.findByText('Ann Abbott ·')).toBeVisible();
  expect(searchedCustomerIds()).toEqual([anId(7), null]);
});

it('searches as the user types, and shows more on request', async () => {
  const user = userEvent.setup();
  const calls = stubSearch(({ query }) =>
    query.get('cursor') === null
      ? { hits: [aHit], total: 2, nextCursor: 'next' }
      : { hits: [{ ...aHit, id: anId(8) }], total: 2, nextCursor: null },
  );
  await open('/?find=lease');
  await screen.findByText('2 emails');
  const box = screen.getByRole('searchbox');
  await user.clear(box);
  await user.type(box, 'rent{Enter}');
  const searchedTexts = () =>
    calls.filter(({ path }) => path.includes('search')).map(({ query }) => query.get('q'));
  await waitFor(() => expect(searchedTexts().at(-1)).toBe('rent'));
  await user.click(await screen.findByRole('button', { name: 'Show 1 more' }));
  await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
});

it('sends no request for text without words', async () => {
  const calls = stubSearch(() => errorResponse(400, 'INVALID_INPUT'));
  await open('/?find=%25');
  expect(await screen.findByText('No emails yet')).toBeVisible();
  expect(calls.some(({ path }) => path.includes('search'))).toBe(false);
});

it('distinguishes no match from a failure, and clears the search', async () => {
  const user = userEvent.setup();
  stubSearch(() => ({ hits: [], total: 0, nextCursor: null }));
  const { unmount } = await open('/?find=lease');
  await user.click(await screen.findByRole('button', { name: /Clear/ }));
  expect(await screen.findByText('No emails yet')).toBeVisible();
  unmount();
  stubSearch(() => errorResponse(400, 'INVALID_INPUT'));
  await open('/?find=lease');
  expect(await screen.findByText('The search failed')).toBeVisible();
});
