import type { Profile } from '@handover/contract/auth/auth.ts';
import type { EmailDraft, StoredEmailDraft } from '@handover/contract/conversations/email-drafts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import EmailComposer from '../email-composer.tsx';
import { emptyDraft } from '../email-draft.ts';

// The editor is tested separately; here it is a field of HTML.
vi.mock('@handover/ui/editor/lazy-rich-editor.tsx', () => ({
  RichEditor: ({
    label,
    value,
    isReadOnly,
    error,
    onChange,
  }: {
    label: string;
    value: string;
    isReadOnly?: boolean;
    error?: string;
    onChange: (v: string) => void;
  }) => (
    <>
      <textarea
        aria-label={label}
        value={value}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.target.value)}
      />
      {error}
    </>
  ),
}));

const signature = '<p>Sam</p>';
const appendSignature = (html: string): string => `${html}<div data-signature="">${signature}</div>`;
const aTemplate = {
  id: anId(1),
  name: 'First',
  subject: 'From it',
  html: '<p>Dear {{name}}</p>',
  version: 1,
};
let customers = 100;

/** An upload that never finishes. */
class SlowUpload {
  readonly upload = new EventTarget();
  readonly addEventListener = vi.fn();
  readonly open = vi.fn();
  readonly setRequestHeader = vi.fn();
  readonly send = vi.fn();
  readonly abort = vi.fn();
}

/** The composer of a new customer with a fake server that stores one draft; `answers` override its responses. */
async function open({
  stored = { version: 0, content: null, updatedAt: null },
  answers = {},
  threadId = null,
  profile,
}: {
  stored?: StoredEmailDraft;
  answers?: Parameters<typeof stubApi>[0];
  threadId?: string | null;
  profile?: Profile;
} = {}): Promise<{
  calls: Call[];
  onThread: ReturnType<typeof vi.fn<(threadId: string | null) => void>>;
  reopen: () => Promise<void>;
}> {
  const onThread = vi.fn<(threadId: string | null) => void>();
  const customerId = anId((customers += 1));
  let draft = stored;
  const calls = stubApi(
    {
      'GET /users/{id}/email-draft': () => ({ draft }),
      'PUT /users/{id}/email-draft': ({ body }) => {
        const { version, content } = body as { version: number; content: EmailDraft };
        draft = { version: version + 1, content, updatedAt: '2026-11-20T15:00:00.000Z' };
        return { draft };
      },
      'DELETE /users/{id}/email-draft': () => ({ draft: { ...draft, content: null } }),
      'GET /auth/signature': () => ({ signature: { html: signature, version: 1 } }),
      'POST /users/{id}/send-email': () => ({ email: { status: 'queued' } }),
      ...answers,
    },
    profile,
  );
  const show = () =>
    openWork(
      <EmailComposer
        customerId={customerId}
        threadId={threadId}
        onThread={onThread}
        addresses={['ann@example.com']}
      />,
    );
  let shown = await show();
  return {
    calls,
    onThread,
    reopen: async () => {
      shown.unmount();
      shown = await show();
    },
  };
}

const getSubjectField = () => screen.getByRole('textbox', { name: 'Subject' });
const getMessageField = () => screen.getByRole('textbox', { name: 'Message' });
const listSendCalls = (calls: readonly Call[]): Call[] => calls.filter(({ method }) => method === 'POST');

it('puts the signature below once, however often the draft is opened again', async () => {
  const user = userEvent.setup();
  const { reopen } = await open();
  await waitFor(() => expect(getMessageField()).toHaveValue(appendSignature('<p></p>')));
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  await user.clear(getMessageField());
  await user.click(getMessageField());
  await user.paste(appendSignature('<p>Hello</p>'));
  await reopen();
  await screen.findByText('Saved');
  expect(getMessageField()).toHaveValue(appendSignature('<p>Hello</p>'));
});

it('removes and restores the signature with its switch', async () => {
  const user = userEvent.setup();
  const { reopen } = await open();
  const use = await screen.findByRole('checkbox', { name: 'Signature' });
  expect(use).toBeChecked();
  await user.click(use);
  await user.type(getSubjectField(), 'Hi');
  await reopen();
  expect(getMessageField()).not.toHaveValue(expect.stringContaining('Sam') as string);
  await user.click(await screen.findByRole('checkbox', { name: 'Signature' }));
  expect(getMessageField()).toHaveValue(appendSignature('<p></p>'));
});

it('shows what was written on another device', async () => {
  const content = { ...emptyDraft, subject: 'From the phone', html: '<p>Half</p>', isSigned: true };
  await open({ stored: { version: 4, content, updatedAt: '2026-11-20T15:00:00.000Z' } });
  await waitFor(() => expect(getSubjectField()).toHaveValue('From the phone'));
  expect(getMessageField()).toHaveValue('<p>Half</p>');
});

it('keeps the text on the device while the server is unreachable, with a notice', async () => {
  const user = userEvent.setup();
  const down = () => Promise.reject(new TypeError('Failed to fetch'));
  const { reopen } = await open({ answers: { 'PUT /users/{id}/email-draft': down } });
  await user.type(getSubjectField(), 'Offline');
  expect(await screen.findByText('Saved on this device (offline)', {}, { timeout: 3000 })).toBeVisible();
  await reopen();
  expect(getSubjectField()).toHaveValue('Offline');
});

it('asks which version to keep when another device saved first', async () => {
  const user = userEvent.setup();
  const current = {
    version: 5,
    content: { ...emptyDraft, subject: 'Theirs' },
    updatedAt: '2026-11-20T15:00:00.000Z',
  };
  const { calls } = await open({
    answers: { 'PUT /users/{id}/email-draft': () => errorResponse(409, 'STALE_VERSION', { current }) },
  });
  await user.type(getSubjectField(), 'Mine');
  const notice = await screen.findByText(/This draft was changed elsewhere/, {}, { timeout: 3000 });
  expect(notice).toBeVisible();
  expect(getSubjectField()).toHaveValue('Mine');
  await user.clear(getMessageField());
  await user.type(getMessageField(), 'Text');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/Choose which one to keep first/)).toBeVisible();
  expect(listSendCalls(calls)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Use the other draft' }));
  expect(getSubjectField()).toHaveValue('Theirs');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(getSubjectField()).toHaveValue('Mine');
});

it('sends once by Control + Enter and a click, with the version of the draft, and is empty then', async () => {
  const user = userEvent.setup();
  const { calls } = await open();
  await waitFor(() => expect(getMessageField()).toHaveValue(appendSignature('<p></p>')));
  await user.type(getSubjectField(), 'Offer');
  await user.clear(getMessageField());
  await user.type(getMessageField(), 'Hello{Control>}{Enter}{/Control}');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Email queued')).toBeVisible();
  expect(listSendCalls(calls)).toHaveLength(1);
  expect(listSendCalls(calls)[0]?.body).toMatchObject({ subject: 'Offer', html: 'Hello', draftVersion: 1 });
  expect(getSubjectField()).toHaveValue('');
  expect(getMessageField()).toHaveValue(appendSignature('<p></p>'));
});

describe('an answer', () => {
  const threadId = anId(40);
  const replyTo = {
    id: anId(41),
    subject: 'Price',
    sender: 'Ann',
    sentAt: '2026-11-20T15:00:00.000Z',
    text: '',
  };
  const content = { ...emptyDraft, subject: 'Re: Price', html: '<p>Half</p>', isSigned: true, replyTo };
  const stored = { version: 4, content, updatedAt: '2026-11-20T15:00:00.000Z' };

  it('is read, saved and sent as that of its thread, and a new email is shown then', async () => {
    const user = userEvent.setup();
    const { calls, onThread } = await open({ threadId, stored });
    await waitFor(() => expect(getSubjectField()).toHaveValue('Re: Price'));
    expect(onThread).not.toHaveBeenCalled();
    await user.type(getMessageField(), '!');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Email queued')).toBeVisible();
    const drafts = calls.filter(({ path }) => path.endsWith('/email-draft'));
    expect(drafts.map(({ method }) => method)).toContain('PUT');
    expect(drafts.every(({ query }) => query.get('threadId') === threadId)).toBe(true);
    expect(listSendCalls(calls)[0]?.body).toMatchObject({
      inReplyTo: anId(41),
      draftThreadId: threadId,
      draftVersion: expect.any(Number) as number,
    });
    await waitFor(() => expect(onThread).toHaveBeenLastCalledWith(null));
  });

  it('stays a draft while a new email is written instead', async () => {
    const user = userEvent.setup();
    const { calls, onThread } = await open({ threadId, stored });
    await user.click(await screen.findByRole('button', { name: 'New email instead' }));
    expect(onThread).toHaveBeenCalledWith(null);
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('that was discarded makes room for a new email, and is shown again by its undo', async () => {
    const user = userEvent.setup();
    const { onThread } = await open({ threadId, stored });
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(onThread).toHaveBeenCalledWith(null));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(onThread).toHaveBeenLastCalledWith(threadId);
    expect(getSubjectField()).toHaveValue('Re: Price');
  });

  it('that was never begun makes room for a new email', async () => {
    const { onThread } = await open({ threadId });
    await waitFor(() => expect(onThread).toHaveBeenCalledWith(null));
  });
});

it('keeps text and key when sending fails, so that a second try is the same one', async () => {
  const user = userEvent.setup();
  const { calls, reopen } = await open({
    answers: { 'POST /users/{id}/send-email': () => errorResponse(503, 'UNAVAILABLE', { detail: 'Busy.' }) },
  });
  await user.type(getSubjectField(), 'Offer');
  await user.type(getMessageField(), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Busy. Your text was not lost.')).toBeVisible();
  await reopen();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(listSendCalls(calls)).toHaveLength(2));
  const [first, second] = listSendCalls(calls);
  expect(second?.key).toBe(first?.key);
  expect(second?.body).toEqual(first?.body);
});

it('asks before it sends without a subject, or without what it mentions', async () => {
  const user = userEvent.setup();
  const { calls } = await open();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/Required/)).toBeVisible();
  await user.type(getMessageField(), 'The plan is attached');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const question = await screen.findByRole('dialog', { name: 'Send anyway?' });
  expect(question).toHaveTextContent('no subject');
  expect(question).toHaveTextContent('no file is attached');
  expect(listSendCalls(calls)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Send anyway' }));
  await waitFor(() => expect(listSendCalls(calls)[0]?.body).toMatchObject({ subject: '(no subject)' }));
});

it('asks before it sends without a file that is still uploading', async () => {
  const user = userEvent.setup();
  vi.stubGlobal('XMLHttpRequest', SlowUpload);
  const { calls } = await open();
  await user.type(getSubjectField(), 'The plan is attached');
  await user.type(getMessageField(), 'Hello');
  const files = document.querySelector<HTMLInputElement>('input[type="file"]');
  await user.upload(files as HTMLInputElement, new File(['x'], 'plan.pdf'));
  expect(await screen.findByLabelText('Uploading plan.pdf')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const question = await screen.findByRole('dialog', { name: 'Send anyway?' });
  expect(question).toHaveTextContent('A file is still uploading');
  expect(question).not.toHaveTextContent('no file is attached');
  expect(listSendCalls(calls)).toEqual([]);
});

it('shows an address that the customer no longer has, and offers others', async () => {
  const user = userEvent.setup();
  const content = { ...emptyDraft, subject: 'Offer', html: '<p>Hello</p>', to: 'old@example.com' };
  const { calls } = await open({ stored: { version: 3, content, updatedAt: null } });
  const to = await screen.findByLabelText('To');
  expect(to).toHaveValue('old@example.com');
  await user.selectOptions(to, 'ann@example.com');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(listSendCalls(calls)[0]?.body).toMatchObject({ to: 'ann@example.com' }));
});

it('discards the draft, and undoes it', async () => {
  const user = userEvent.setup();
  await open();
  await user.type(getSubjectField(), 'Offer');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(getSubjectField()).toHaveValue('');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(getSubjectField()).toHaveValue('Offer');
});

/** Opens a new email and inserts a template. */
async function insertTemplate(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await open({
    answers: {
      'GET /mail-templates': () => ({ mailTemplates: [aTemplate] }),
      'POST /mail-templates/{id}/use': () => ({
        mail: { subject: 'From it', html: '<p>Dear Ann</p>', missing: [] },
      }),
    },
  });
  await waitFor(() => expect(getMessageField()).toHaveValue(appendSignature('<p></p>')));
  await user.click(await screen.findByRole('button', { name: 'Template' }));
  await user.click(await screen.findByRole('button', { name: /^First/ }));
  await waitFor(() => expect(getMessageField()).toHaveValue(appendSignature('<p>Dear Ann</p>')));
  expect(getSubjectField()).toHaveValue('From it');
}

it('inserts a template between text and signature, and undoes it', async () => {
  const user = userEvent.setup();
  await insertTemplate(user);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(getSubjectField()).toHaveValue('');
  expect(getMessageField()).toHaveValue(appendSignature('<p></p>'));
});

it('keeps text typed after a template when the template is undone', async () => {
  const user = userEvent.setup();
  await insertTemplate(user);
  await user.type(getSubjectField(), ' and me');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(getSubjectField()).toHaveValue('From it and me');
  expect(getMessageField()).toHaveValue(appendSignature('<p></p>'));
});

it('does not undo a template whose text was edited', async () => {
  const user = userEvent.setup();
  await insertTemplate(user);
  await user.type(getMessageField(), 'More');
  const edited = (getMessageField() as HTMLTextAreaElement).value;
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/Delete the template from it instead/)).toBeVisible();
  expect(getMessageField()).toHaveValue(edited);
});

it('warns before writing that the workspace cannot send email', async () => {
  await open({ profile: aProfile({ deliversEmail: false, areas: ['users'] }) });
  expect(screen.getByText(/Email from this workspace is not delivered.*Ask an administrator/)).toBeVisible();
});

it('shows no such warning where email is delivered', async () => {
  await open();
  expect(screen.queryByText(/not delivered/)).toBeNull();
});
