import type { Message } from '@handover/contract/conversations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { anId } from '../../../../test-setup/records.ts';
import { openWork, stubApi, type Call } from '../../../../test-setup/work.tsx';
import Conversation from './conversation.tsx';

const customerId = anId(7);
const message = (changes: Partial<Message> = {}): Message => ({
  id: anId(1),
  threadId: anId(2),
  direction: 'outbound',
  status: 'sent',
  statusDetail: null,
  subject: 'Offer',
  from: { name: 'Avery', address: 'avery@handover.test' },
  to: ['ann@example.com'],
  cc: [],
  bcc: [],
  snippet: 'Hello',
  text: 'Hello Ann',
  hasHtml: false,
  hasRemoteImages: false,
  attachments: [],
  author: null,
  sentAt: '2026-11-20T15:00:00.000Z',
  scheduledAt: null,
  createdAt: '2026-11-20T15:00:00.000Z',
  version: 1,
  ...changes,
});
const emails = (...messages: Message[]) => ({
  'GET /users/{id}/emails': () => ({
    emails: messages,
    total: messages.length,
    nextCursor: null,
    delivery: 'smtp',
  }),
});
const posts = (calls: readonly Call[]): string[] =>
  calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
const open = async (onReply = vi.fn<(message: Message) => void>()): Promise<typeof onReply> => {
  await openWork(<Conversation customerId={customerId} onReply={onReply} />);
  await screen.findByRole('article');
  return onReply;
};

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it('tells why an e-mail failed and sends it again', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    ...emails(message({ status: 'failed', statusDetail: 'Mailbox full' })),
    'POST /emails/{id}/resend': () => ({ email: message() }),
  });
  await open();
  expect(screen.getByText('Mailbox full')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(posts(calls)).toEqual([`/emails/${anId(1)}/resend`]));
});

it('asks before it sends again what may have arrived', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    ...emails(message({ status: 'uncertain' })),
    'POST /emails/{id}/resend': () => ({ email: message() }),
  });
  await open();
  await user.click(screen.getByRole('button', { name: 'Resend' }));
  const question = await screen.findByRole('dialog', { name: 'Send it again?' });
  expect(posts(calls)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(posts(calls)).toHaveLength(1));
});

it('offers only what the status allows', async () => {
  stubApi(emails(message({ status: 'scheduled', scheduledAt: '2026-12-01T15:00:00.000Z' })));
  await open();
  expect(screen.getByText(/Scheduled for Tuesday, December 1, 2026/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel sending' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Resend' })).not.toBeInTheDocument();
});

it('shows formatted mail in a frame that may run nothing, without remote images until asked', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    ...emails(message({ direction: 'inbound', status: 'received', hasHtml: true, hasRemoteImages: true })),
    'POST /emails/{id}/html-ticket': ({ body }) => ({
      ticket: {
        url: `/api/tickets/${String((body as { withRemoteImages: boolean }).withRemoteImages)}`,
        expiresAt: '',
      },
    }),
  });
  await open();
  await user.click(screen.getByRole('button', { name: 'Show formatted' }));
  const frame = await screen.findByTitle('Formatted e-mail: Offer');
  expect(frame).toHaveAttribute('src', '/api/tickets/false');
  expect(frame.getAttribute('sandbox')).not.toMatch(/allow-(scripts|same-origin|forms)/);
  await user.click(screen.getByRole('button', { name: 'Show remote images' }));
  await waitFor(() =>
    expect(screen.getByTitle('Formatted e-mail: Offer')).toHaveAttribute('src', '/api/tickets/true'),
  );
  expect(posts(calls)).toHaveLength(2);
});

it('starts a reply to a message', async () => {
  const user = userEvent.setup();
  stubApi(emails(message()));
  const onReply = await open();
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  expect(onReply).toHaveBeenCalledWith(expect.objectContaining({ id: anId(1) }));
});
