import type { Message } from '@handover/contract/conversations/conversations.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { ClientConversation } from './client-conversation.tsx';

const customerId = anId(7);
const createMessage = (number: number, changes: Partial<Message> = {}): Message => ({
  id: anId(number),
  threadId: anId(100),
  direction: 'outbound',
  status: 'sent',
  statusDetail: null,
  subject: 'Your range',
  from: { name: 'Jordan Blake', address: 'office@handover.test' },
  to: [],
  cc: [],
  bcc: [],
  snippet: '',
  text: `Text ${String(number)}`,
  hasHtml: false,
  hasRemoteImages: false,
  quarantineId: null,
  senderCheck: null,
  senderWarning: null,
  attachments: [],
  author: null,
  sentAt: '2026-11-20T15:00:00.000Z',
  scheduledAt: null,
  createdAt: '2026-11-20T15:00:00.000Z',
  version: 1,
  ...changes,
});
const createEmailResponses = (...messages: Message[]) => ({
  'GET /users/{id}/emails': () => ({
    emails: messages,
    total: messages.length,
    nextCursor: null,
    delivery: 'smtp',
  }),
});

it('replies to the newest message of the thread, and keeps text that could not be sent', async () => {
  const user = userEvent.setup();
  let isDown = true;
  const calls = stubApi({
    ...createEmailResponses(
      createMessage(2, { direction: 'inbound', status: 'received', subject: 'Re: Your range' }),
      createMessage(1),
    ),
    'POST /users/{id}/messages': () =>
      isDown ? errorResponse(503, 'UNAVAILABLE') : { email: createMessage(3) },
  });
  await openWork(<ClientConversation customerId={customerId} />);
  const thread = await screen.findByRole('region', { name: 'Your range' });
  expect(
    within(thread)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^Jordan Blake.*Text 1$/), expect.stringMatching(/^You.*Text 2$/)]);
  await user.type(within(thread).getByLabelText('Your reply'), 'Thursday');
  await user.click(within(thread).getByRole('button', { name: 'Send' }));
  expect(await within(thread).findByRole('alert')).toHaveTextContent('Your text was not lost');
  isDown = false;
  await user.click(within(thread).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(within(thread).getByLabelText('Your reply')).toHaveValue(''));
  const posts = calls.filter(({ method }) => method === 'POST');
  expect(posts.map(({ body }) => body)).toEqual([
    { text: 'Thursday', inReplyTo: anId(2) },
    { text: 'Thursday', inReplyTo: anId(2) },
  ]);
  expect(posts[0]?.key).toBe(posts[1]?.key);
});

it('begins something new with a subject, above the conversations there are', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    ...createEmailResponses(createMessage(1)),
    'POST /users/{id}/messages': () => ({ email: createMessage(3) }),
  });
  await openWork(<ClientConversation customerId={customerId} />);
  await user.click(await screen.findByRole('link', { name: 'New message' }));
  const form = within(await screen.findByRole('form', { name: 'New message' }));
  await user.type(form.getByLabelText('Message'), 'Hello');
  await user.click(form.getByRole('button', { name: 'Send' }));
  expect(form.getByLabelText('Subject')).toBeInvalid();
  await user.type(form.getByLabelText('Subject'), 'A question');
  await user.click(form.getByRole('button', { name: 'Send' }));
  await screen.findByText('Message sent');
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { subject: 'A question', text: 'Hello' },
  ]);
  await waitFor(() => expect(screen.queryByRole('form', { name: 'New message' })).not.toBeInTheDocument());
});

it('invites to write where nothing was written yet', async () => {
  stubApi(createEmailResponses());
  await openWork(<ClientConversation customerId={customerId} />);
  expect(await screen.findByText(/No messages yet/)).toBeVisible();
  expect(screen.getByRole('form', { name: 'New message' })).toBeVisible();
});
