import type { EmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi, type Call } from '#test-setup/work.tsx';
import EmailComposer from './email-composer.tsx';
import { emptyDraft } from './email-draft.ts';

// The editor is tested separately; here it is a field of HTML.
vi.mock('@handover/ui/editor/lazy-rich-editor.tsx', () => ({
  RichEditor: (props: { label: string; value: string; onChange: (v: string) => void }) => (
    <textarea
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  ),
}));

const updatedAt = '2026-11-20T15:00:00.000Z';
const listSendCalls = (calls: readonly Call[]): Call[] => calls.filter(({ method }) => method === 'POST');

let customers = 300;

/** The composer of a customer whose draft on the server is `content`. `sent` is the answer to sending it. */
async function open({
  content = null,
  threadId = null,
  business,
  sent = Promise.resolve({ email: { status: 'queued' } }),
}: {
  content?: EmailDraft | null;
  threadId?: string | null;
  business?: { id: string; name: string };
  sent?: Promise<unknown>;
}): Promise<Call[]> {
  const calls = stubApi({
    'GET /users/{id}/email-draft': () => ({
      draft: { version: content === null ? 0 : 4, content, updatedAt },
    }),
    'PUT /users/{id}/email-draft': ({ body }) => ({ draft: { ...(body as object), version: 5, updatedAt } }),
    'GET /auth/signature': () => ({ signature: { html: '', version: 1 } }),
    'POST /users/{id}/send-email': () => sent,
    'POST /businesses/{id}/send-email': () => sent,
  });
  await openWork(
    <EmailComposer
      customerId={anId((customers += 1))}
      {...(business !== undefined && { business })}
      threadId={threadId}
      onThread={() => undefined}
      addresses={['ann@example.com']}
    />,
  );
  return calls;
}

it('says that a reply to somebody else goes to the customer, and adds the sender to Cc', async () => {
  const user = userEvent.setup();
  const replyTo = {
    id: anId(9),
    subject: 'Lease',
    sender: 'Sue',
    otherSender: 'sue@law.example',
    sentAt: '2026-11-20T15:00:00.000Z',
    text: 'See the lease.',
  };
  const content = { ...emptyDraft, subject: 'Re: Lease', html: '<p>Thanks</p>', isSigned: true, replyTo };
  const calls = await open({ content, threadId: anId(8) });
  expect(await screen.findByText(/Your reply goes to the customer only/)).toHaveTextContent(
    'sue@law.example',
  );
  await user.click(screen.getByRole('button', { name: 'Add to Cc' }));
  expect(screen.getByRole('textbox', { name: 'Cc' })).toHaveValue('sue@law.example');
  expect(screen.queryByText(/Your reply goes to the customer only/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(listSendCalls(calls)).toHaveLength(1));
  expect(listSendCalls(calls)[0]?.body).toMatchObject({ cc: ['sue@law.example'], inReplyTo: anId(9) });
});

it('schedules at the time of the workspace, and locks every field while it is sent', async () => {
  const user = userEvent.setup();
  const calls = await open({ sent: new Promise(() => {}) });
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Visit');
  await user.clear(screen.getByRole('textbox', { name: 'Message' }));
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'See you');
  await user.click(screen.getByRole('button', { name: 'Cc, Bcc, send later' }));
  fireEvent.change(screen.getByLabelText('Send at'), { target: { value: '2030-11-20T09:00' } });
  await user.click(screen.getByRole('button', { name: 'Schedule' }));
  await waitFor(() => expect(listSendCalls(calls)).toHaveLength(1));
  expect(listSendCalls(calls)[0]?.body).toMatchObject({ scheduledAt: '2030-11-20T15:00:00.000Z' });
  for (const name of ['Subject', 'Cc', 'Bcc', 'Send at'])
    expect(screen.getByLabelText(name), name).toHaveAttribute('readonly');
});

it('stays about the business that the email was begun for, and names it where the page is of another', async () => {
  const user = userEvent.setup();
  const [bright, harbor] = [
    { id: anId(21), name: 'Bright Dental' },
    { id: anId(22), name: 'Harbor Dental' },
  ];
  const content = { ...emptyDraft, subject: 'Lease', html: '<p>See</p>', isSigned: true, business: bright };
  const calls = await open({ content, business: harbor });
  expect(await screen.findByText(/Linked to Bright Dental/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(listSendCalls(calls)).toHaveLength(1));
  expect(listSendCalls(calls)[0]?.path).toContain(bright.id);
  // The owner of Bright Dental may have changed since.
  expect(listSendCalls(calls)[0]?.body).toMatchObject({
    to: ['ann@example.com'],
    draftCustomerId: anId(customers),
  });
});

it('records the business with the first change, and can change it', async () => {
  const user = userEvent.setup();
  const harbor = { id: anId(22), name: 'Harbor Dental' };
  const saved = (calls: readonly Call[]) => calls.findLast(({ method }) => method === 'PUT')?.body;
  const begun = await open({ business: harbor });
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Visit');
  await waitFor(() => expect(saved(begun)).toMatchObject({ content: { business: harbor } }), {
    timeout: 3000,
  });
  cleanup();
  const content = { ...emptyDraft, subject: 'Lease', html: '<p>See</p>', isSigned: true, business: null };
  const calls = await open({ content, business: harbor });
  expect(await screen.findByText(/Not linked to a business/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add Harbor Dental' }));
  expect(screen.queryByText(/about/i)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(listSendCalls(calls)).toHaveLength(1));
  expect(listSendCalls(calls)[0]?.path).toContain(harbor.id);
});
