import type { Message } from '@handover/contract/conversations/conversations.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import RecipientsEmail from './recipients-email.tsx';

// The editor is tested separately; here it is a field of HTML.
vi.mock('@handover/ui/editor/lazy-rich-editor.tsx', () => ({
  RichEditor: (props: { label: string; value: string; onChange: (value: string) => void }) => (
    <textarea
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  ),
}));

const message: Message = {
  id: anId(1),
  threadId: anId(2),
  direction: 'inbound',
  status: 'received',
  statusDetail: null,
  subject: 'Lease',
  from: { name: 'Ann', address: 'ann@example.com' },
  to: ['office@handover.test'],
  cc: [],
  bcc: [],
  snippet: '',
  text: '',
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

it('starts a reply with recipient and subject, which can be emptied', async () => {
  const calls = stubApi({ 'POST /businesses/{id}/send-email': () => ({ email: message }) });
  await openWork(<RecipientsEmail businessId={anId(7)} replyTo={message} onSent={vi.fn()} />);
  const to = screen.getByRole('textbox', { name: 'To' });
  const subject = screen.getByRole('textbox', { name: 'Subject' });
  expect(to).toHaveValue('ann@example.com');
  expect(subject).toHaveValue('Re: Lease');

  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Thanks');
  await userEvent.clear(to);
  await userEvent.clear(subject);
  expect(to).toHaveValue('');
  expect(subject).toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(to).toHaveAttribute('aria-invalid', 'true');
  expect(subject).toHaveAttribute('aria-invalid', 'true');

  await userEvent.type(to, 'bo@example.com');
  await userEvent.type(subject, 'Rent');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      to: ['bo@example.com'],
      subject: 'Rent',
      inReplyTo: message.id,
    }),
  );
});
