import type { Message } from '@handover/contract/conversations/conversations.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { errorResponse, stubApi } from '#test-setup/work.tsx';
import { emptyDraft } from './email-draft.ts';
import { emailDraftsQuery } from './email-draft.queries.ts';
import { startReply } from './start-reply.ts';
import { getDraftStore } from './draft/pending-drafts.ts';

const message: Message = {
  id: anId(1),
  threadId: anId(2),
  direction: 'inbound',
  status: 'received',
  statusDetail: null,
  subject: 'Price',
  from: { name: 'Ann', address: 'ann@example.com' },
  to: ['office@handover.test'],
  cc: [],
  bcc: [],
  snippet: 'How much?',
  text: 'How much?',
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
};
const updatedAt = '2026-11-20T15:00:00.000Z';
let customers = 700;

/** Starts a reply with a server whose thread has this draft, or none. */
function startWriting({
  stored = null as { subject: string; replyToId: string } | null,
  isDown = false,
} = {}) {
  const customerId = anId((customers += 1));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { threadId } = message;
  const listed = stored === null ? [] : [{ threadId, ...stored, version: 3, updatedAt }];
  client.setQueryData(emailDraftsQuery(customerId).queryKey, { drafts: listed });
  const replyTo = {
    id: stored?.replyToId ?? '',
    subject: 'Price',
    sender: 'Ann',
    sentAt: updatedAt,
    text: '',
  };
  const content = { ...emptyDraft, subject: stored?.subject ?? '', replyTo };
  stubApi({
    'GET /users/{id}/email-draft': () =>
      isDown ? errorResponse(503, 'UNAVAILABLE') : { draft: { version: 3, content, updatedAt } },
  });
  const storeOf = (place: string | null) => getDraftStore({ userId: 'me', customerId, threadId: place });
  const reply = (changes: Partial<Message> = {}) =>
    startReply(client, {
      userId: 'me',
      customerId,
      message: { ...message, ...changes },
      addresses: ['ann@example.com', 'ann@home.example'],
    });
  return { reply, storeOf, answer: () => storeOf(threadId).get().content };
}

it('starts a reply in the thread and does not change the new email', async () => {
  const { reply, storeOf, answer } = startWriting();
  storeOf(null).change({ subject: 'Offer' });
  expect(await reply()).toBeNull();
  expect(answer()).toMatchObject({
    subject: 'Re: Price',
    to: 'ann@example.com',
    replyTo: { id: message.id },
  });
  expect(storeOf(null).get().content).toMatchObject({ subject: 'Offer', replyTo: null });
  await reply({ id: anId(3), threadId: anId(4), subject: 'Visit' });
  expect(storeOf(anId(4)).get().content.subject).toBe('Re: Visit');
  expect(answer().subject).toBe('Re: Price');
});

it('continues the reply on the server, and switches to another message of the thread with undo', async () => {
  const { reply, storeOf, answer } = startWriting({
    stored: { subject: 'Re: Price, and more', replyToId: anId(1) },
  });
  expect(await reply()).toBeNull();
  expect(answer()).toMatchObject({ subject: 'Re: Price, and more', replyTo: { id: anId(1) } });
  const undo = await reply({ id: anId(9) });
  expect(answer()).toMatchObject({ subject: 'Re: Price, and more', replyTo: { id: anId(9) } });
  storeOf(message.threadId).change({ html: '<p>Typed since</p>' });
  undo?.();
  expect(answer()).toMatchObject({ html: '<p>Typed since</p>', replyTo: { id: anId(1) } });
});

it('begins while the server cannot be reached', async () => {
  const { reply, answer } = startWriting({
    stored: { subject: 'Re: Price', replyToId: anId(1) },
    isDown: true,
  });
  expect(await reply()).toBeNull();
  expect(answer().replyTo?.id).toBe(message.id);
});

it('goes to the address that the customer wrote from, or that the answered email went to', async () => {
  const { reply, answer } = startWriting();
  await reply({ from: { name: 'Ann', address: 'Ann@Home.example' } });
  expect(answer().to).toBe('ann@home.example');
  await reply({ id: anId(5) });
  expect(answer().to).toBe('ann@example.com');
  await reply({ id: anId(6), direction: 'outbound', to: ['ann@home.example'] });
  expect(answer()).toMatchObject({ to: 'ann@home.example', replyTo: { id: anId(6) } });
  expect(answer().replyTo).not.toHaveProperty('otherSender');
});

it('notes a sender who is not the customer', async () => {
  const { reply, answer } = startWriting();
  await reply({ from: { name: 'Sue', address: 'sue@law.example' } });
  expect(answer()).toMatchObject({ to: '', replyTo: { otherSender: 'sue@law.example' } });
});
