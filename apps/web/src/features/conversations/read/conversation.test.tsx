import type { StoredEmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import type { Message } from '@handover/contract/conversations/conversations.ts';
import pillSheet from '@handover/ui-lite/parts/pill.module.css?raw';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { emptyDraft } from '../write/email-draft.ts';
import { describe, expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import Conversation from './conversation.tsx';

const customerId = anId(7);
const createMessage = (changes: Partial<Message> = {}): Message => ({
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
const listPostCalls = (calls: readonly Call[]): string[] =>
  calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
const open = async (onReply = vi.fn<(message: Message) => void>()): Promise<typeof onReply> => {
  await openWork(<Conversation of={{ type: 'customer', id: customerId }} onReply={onReply} onDraft={null} />);
  await screen.findByRole('article');
  return onReply;
};

it('shows why an email failed and sends it again', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    ...createEmailResponses(createMessage({ status: 'failed', statusDetail: 'Mailbox full' })),
    'POST /emails/{id}/resend': () => ({ email: createMessage() }),
  });
  await open();
  expect(screen.getByText('Mailbox full')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(listPostCalls(calls)).toEqual([`/emails/${anId(1)}/resend`]));
});

it('shows an undelivered email in red, as a failed one, with its cause', async () => {
  stubApi(createEmailResponses(createMessage({ status: 'failed' })));
  await open();
  const { className } = screen.getByText('Failed');
  expect(className).toContain('error');
  expect(pillSheet).toMatch(/\.error \{[^}]*color: var\(--color-error-text\)/);
  cleanup();
  const statusDetail = 'No mail server is set up.';
  stubApi(createEmailResponses(createMessage({ status: 'undelivered', statusDetail })));
  await open();
  expect(screen.getByText('Not delivered')).toHaveClass(className, { exact: true });
  expect(screen.getByText(statusDetail)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Resend' })).toBeVisible();
});

it('asks before it resends a message that may have arrived', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    ...createEmailResponses(createMessage({ status: 'uncertain' })),
    'POST /emails/{id}/resend': () => ({ email: createMessage() }),
  });
  await open();
  await user.click(screen.getByRole('button', { name: 'Resend' }));
  const question = await screen.findByRole('dialog', { name: 'Resend this email?' });
  expect(listPostCalls(calls)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(listPostCalls(calls)).toHaveLength(1));
});

it('offers only what the status allows', async () => {
  stubApi(
    createEmailResponses(createMessage({ status: 'scheduled', scheduledAt: '2026-12-01T15:00:00.000Z' })),
  );
  await open();
  expect(screen.getByText(/Scheduled for Tuesday, December 1, 2026/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel sending' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Resend' })).not.toBeInTheDocument();
});

it('warns about a received email from an unverified sender', async () => {
  const received = { direction: 'inbound', status: 'received', senderCheck: 'failed' } as const;
  stubApi(createEmailResponses(createMessage({ ...received, senderWarning: 'payment' })));
  await open();
  expect(screen.getByRole('alert')).toHaveTextContent(
    /Sender not verified.*payment details.*Call the sender/,
  );
  cleanup();
  stubApi(createEmailResponses(createMessage(received)));
  await open();
  expect(screen.getByText('Sender not verified')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows formatted email in a frame without scripts, and remote images only on request', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    ...createEmailResponses(
      createMessage({ direction: 'inbound', status: 'received', hasHtml: true, hasRemoteImages: true }),
    ),
    'POST /emails/{id}/html-ticket': ({ body }) => ({
      ticket: {
        url: `/api/tickets/${String((body as { withRemoteImages: boolean }).withRemoteImages)}`,
        expiresAt: '',
      },
    }),
  });
  await open();
  await user.click(screen.getByRole('button', { name: 'Show formatted' }));
  const frame = await screen.findByTitle('Formatted email: Offer');
  expect(frame).toHaveAttribute('src', '/api/tickets/false');
  expect(frame.getAttribute('sandbox')).not.toMatch(/allow-(scripts|same-origin|forms)/);
  await user.click(screen.getByRole('button', { name: 'Show remote images' }));
  await waitFor(() =>
    expect(screen.getByTitle('Formatted email: Offer')).toHaveAttribute('src', '/api/tickets/true'),
  );
  expect(listPostCalls(calls)).toHaveLength(2);
});

it('starts a reply to a message', async () => {
  const user = userEvent.setup();
  stubApi(createEmailResponses(createMessage()));
  const onReply = await open();
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  expect(onReply).toHaveBeenCalledWith(expect.objectContaining({ id: anId(1) }));
});

describe('what waits to be sent', () => {
  let customers = 500;
  const threads = [
    createMessage({ id: anId(11), threadId: anId(21), subject: 'Price' }),
    createMessage({ id: anId(12), threadId: anId(22), subject: 'Visit' }),
  ];
  const replyTo = {
    id: anId(11),
    subject: 'Price',
    sender: 'Ann',
    sentAt: '2026-11-20T15:00:00.000Z',
    text: '',
  };
  const updatedAt = '2026-11-20T15:00:00.000Z';

  /** Renders the conversation with a server that has these drafts, keyed by thread. */
  async function openDrafts(subjects: Readonly<Record<string, string>>, messages = threads) {
    const id = anId((customers += 1));
    const stored = new Map<string, StoredEmailDraft>(
      Object.entries(subjects).map(([place, subject]) => [
        place,
        {
          version: 1,
          content: { ...emptyDraft, subject, html: '<p>Half</p>', replyTo: place === 'new' ? null : replyTo },
          updatedAt,
        },
      ]),
    );
    const at = (query: URLSearchParams): string => query.get('threadId') ?? 'new';
    const put = (query: URLSearchParams, seen: number, content: StoredEmailDraft['content']) => {
      const current = stored.get(at(query)) ?? { version: 0, content: null, updatedAt: null };
      if (seen !== current.version) return errorResponse(409, 'STALE_VERSION', { current });
      const draft = { version: seen + 1, content, updatedAt };
      stored.set(at(query), draft);
      return { draft };
    };
    const calls = stubApi({
      ...createEmailResponses(...messages),
      'GET /users/{id}/email-drafts': () => ({
        drafts: [...stored].flatMap(([place, { version, content }]) =>
          content === null
            ? []
            : [
                {
                  threadId: place === 'new' ? null : place,
                  subject: content.subject,
                  replyToId: content.replyTo?.id ?? null,
                  version,
                  updatedAt,
                },
              ],
        ),
      }),
      'GET /users/{id}/email-draft': ({ query }) => ({
        draft: stored.get(at(query)) ?? { version: 0, content: null, updatedAt: null },
      }),
      'PUT /users/{id}/email-draft': ({ query, body }) => {
        const { version, content } = body as StoredEmailDraft;
        return put(query, version, content);
      },
      'DELETE /users/{id}/email-draft': ({ query }) => put(query, Number(query.get('version')), null),
    });
    const onDraft = vi.fn<(threadId: string | null) => void>();
    await openWork(
      <Conversation of={{ type: 'customer', id: id }} onReply={() => undefined} onDraft={onDraft} />,
    );
    return { calls, onDraft, stored };
  }

  it('is in its thread, a new email above, and is opened from there', async () => {
    const user = userEvent.setup();
    const { onDraft } = await openDrafts({ [anId(21)]: 'Re: Price', new: 'Offer', [anId(99)]: 'Re: Older' });
    const inThread = within(await screen.findByRole('region', { name: 'Price' }));
    expect(await inThread.findByText('Draft')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Visit' })).queryByText('Draft')).toBeNull();
    const loose = within(screen.getByRole('group', { name: 'Drafts' }));
    expect(loose.getByText('New email: Offer')).toBeVisible();
    expect(loose.getByText('Re: Older')).toBeVisible();
    await user.click(inThread.getByRole('button', { name: 'Continue draft: Price' }));
    await user.click(loose.getByRole('button', { name: 'Continue draft: Offer' }));
    expect(onDraft.mock.calls).toEqual([[anId(21)], [null]]);
  });

  it('is discarded from there, alone, and an undo puts it back', async () => {
    const user = userEvent.setup();
    const { stored, onDraft } = await openDrafts({ [anId(21)]: 'Re: Price', [anId(22)]: 'Re: Visit' });
    await user.click(await screen.findByRole('button', { name: 'Discard draft: Price' }));
    await waitFor(() => expect(stored.get(anId(21))).toMatchObject({ version: 2, content: null }));
    expect(screen.queryByRole('button', { name: 'Discard draft: Price' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Discard draft: Visit' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(stored.get(anId(21))).toMatchObject({ version: 3, content: { subject: 'Re: Price', replyTo } }),
    );
    expect(onDraft).toHaveBeenCalledWith(anId(21));
    expect(stored.get(anId(22))).toMatchObject({ version: 1 });
  });

  it('stays with an error when it cannot be discarded', async () => {
    const user = userEvent.setup();
    await openDrafts({ new: 'Offer' }, []);
    const discard = await screen.findByRole('button', { name: 'Discard draft: Offer' });
    expect(await screen.findByText('No emails yet')).toBeVisible();
    stubApi({ 'GET /users/{id}/email-draft': () => errorResponse(503, 'UNAVAILABLE', { detail: 'Busy.' }) });
    await user.click(discard);
    expect(await screen.findByText('Busy.')).toBeVisible();
    expect(discard).toBeVisible();
  });
});

it('saves an attachment to the files of the record', async () => {
  const user = userEvent.setup();
  const file = { id: anId(9), name: 'offer.pdf', contentType: 'application/pdf', sizeBytes: 10 };
  const calls = stubApi({
    ...createEmailResponses(createMessage({ attachments: [file] })),
    'POST /files/{id}/document': () => ({ document: {} }),
  });
  await open();
  await user.click(await screen.findByRole('button', { name: 'Save offer.pdf to files' }));
  expect(await screen.findByText('Saved to files')).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: `/files/${anId(9)}/document`,
    body: { recordType: 'customer', recordId: customerId },
  });
});

it('shows which attachments are not checked, and reviews one with patient information', async () => {
  const file = { contentType: 'application/pdf', sizeBytes: 10 };
  const found = { quarantineId: anId(5), findings: [{ kind: 'ssn' as const, places: ['page 2'] }] };
  stubApi(
    createEmailResponses(
      createMessage({
        attachments: [
          { ...file, id: anId(9), name: 'plan.pdf', check: 'waiting' },
          { ...file, id: anId(10), name: 'lease.pdf', blocked: 'quarantined', found },
        ],
      }),
    ),
  );
  await open();
  expect(await screen.findByText(/^Checking for patient information/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^plan\.pdf/ })).toBeEnabled();
  expect(screen.getByText('Quarantined: may contain patient information: SSN (page 2)')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Review lease.pdf' })).toBeVisible();
});
