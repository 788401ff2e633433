import type { ImapAccount } from '@handover/contract/conversations/imap-accounts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { anImapAccount } from '#test-setup/imap.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import { ImapPanel } from './imap-panel.tsx';

const get = 'GET /imap-accounts/workspace';
const createAccountResponse = (imapAccount: ImapAccount | null) => () => ({ imapAccount });
const open = () => openWork(<ImapPanel of="workspace" />);
const listSentRequests = (calls: Call[], method: string) =>
  calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }));
const createSkippedMessage = (uid: number, subject: string) => ({
  folder: 'INBOX',
  uid,
  uidValidity: 1,
  from: 'ann@x.test',
  subject,
  receivedAt: new Date(Date.now() - 3.1 * 3_600_000).toISOString(),
  reason: 'The connection to the mail server was lost.',
  nextTryAt: null,
});
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('connecting a mailbox', () => {
  it('asks before what was typed is lost', async () => {
    stubApi({ [get]: () => ({ imapAccount: null }) });
    await open();
    await click('Connect a mailbox');
    await userEvent.type(screen.getByLabelText('Host'), 'imap.harbor.test');
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  });

  it('asks for all it needs, tests it, and says what is wrong', async () => {
    let account: ImapAccount | null = null;
    const calls = stubApi({
      [get]: () => ({ imapAccount: account }),
      'PUT /imap-accounts/workspace': () => {
        const testing = anImapAccount({ status: 'testing', activity: 'none' });
        account = anImapAccount({
          status: 'failed',
          activity: 'none',
          error: {
            text: 'The mail server rejected the user name or password.',
            since: testing.statusSince,
          },
        });
        return { imapAccount: testing };
      },
    });
    await open();
    await click('Connect a mailbox');
    await click('Test connection');
    await waitFor(() => expect(screen.getByLabelText('Host')).toHaveFocus());
    expect(listSentRequests(calls, 'PUT')).toEqual([]);
    await userEvent.type(screen.getByLabelText('Host'), 'imap.harbor.test');
    await userEvent.type(screen.getByLabelText('Username'), 'office');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await click('Test connection');
    expect(await screen.findByText('Connecting to imap.harbor.test …')).toBeVisible();
    expect(await screen.findByText(/rejected the user name/, {}, { timeout: 3000 })).toBeVisible();
    expect(listSentRequests(calls, 'PUT')).toEqual([
      {
        path: '/imap-accounts/workspace',
        body: {
          host: 'imap.harbor.test',
          port: 993,
          security: 'tls',
          username: 'office',
          password: 'secret',
        },
      },
    ]);
    await click('Change server');
    expect(screen.getByLabelText('Host')).toHaveValue('imap.harbor.test');
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('shows what the server says of a field', async () => {
    stubApi({
      [get]: createAccountResponse(null),
      'PUT /imap-accounts/workspace': () =>
        errorResponse(400, 'INVALID_INPUT', { errors: [{ path: 'host', message: 'It leads inside.' }] }),
    });
    await open();
    await click('Connect a mailbox');
    await userEvent.type(screen.getByLabelText('Host'), '10.0.0.1');
    await userEvent.type(screen.getByLabelText('Username'), 'office');
    await click('Test connection');
    expect(await screen.findByText('It leads inside.')).toBeVisible();
  });

  it('starts with the folders that are chosen', async () => {
    const calls = stubApi({
      [get]: createAccountResponse(anImapAccount({ status: 'ready', activity: 'none', syncSince: null })),
      'POST /imap-accounts/workspace/start': createAccountResponse(
        anImapAccount({ activity: 'syncing', lastSyncedAt: null }),
      ),
    });
    await open();
    await userEvent.click(await screen.findByLabelText(/Sent/));
    await userEvent.click(screen.getByLabelText('Projects'));
    await userEvent.selectOptions(screen.getByLabelText('Email to sync'), 'now');
    await click('Start');
    expect(await screen.findByText('Syncing')).toBeVisible();
    expect(screen.getByText('Not synced yet')).toBeVisible();
    expect(listSentRequests(calls, 'POST')).toEqual([
      {
        path: '/imap-accounts/workspace/start',
        body: { version: 1, folders: ['INBOX', 'Projects'], since: 'now' },
      },
    ]);
  });
});

describe('a mailbox that is read', () => {
  it('shows its state, imported email, and errors with their start', async () => {
    stubApi({
      [get]: createAccountResponse(
        anImapAccount({
          activity: 'waiting',
          error: { text: 'Nothing answers.', since: new Date(Date.now() - 3.1 * 3_600_000).toISOString() },
        }),
      ),
    });
    await open();
    expect(await screen.findByText('Not connected')).toBeVisible();
    expect(screen.getByText(/1,214 messages/)).toBeVisible();
    expect(screen.getByText('INBOX, Sent')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/Nothing answers\. First failed 3 hours ago/);
  });

  it('lists skipped messages with reasons, and retries them', async () => {
    const message = createSkippedMessage(7, 'The lease');
    const calls = stubApi({
      [get]: createAccountResponse(anImapAccount({ setAside: { count: 1_025, messages: [message] } })),
      'POST /imap-accounts/workspace/set-aside/retry': createAccountResponse(anImapAccount()),
    });
    await open();
    const group = await screen.findByRole('group', { name: 'Messages not imported' });
    expect(group).toHaveTextContent(/1,025 messages could not be imported/);
    expect(within(group).getByRole('listitem')).toHaveTextContent(
      /The lease.*From ann@x\.test, 3 hours ago, in INBOX.*connection to the mail server was lost/,
    );
    expect(group).toHaveTextContent('1,024 older messages not shown.');
    await click('Retry');
    await waitFor(() => expect(group).not.toBeInTheDocument());
    expect(listSentRequests(calls, 'POST').map(({ path }) => path)).toEqual([
      '/imap-accounts/workspace/set-aside/retry',
    ]);
  });

  it('forgets a message that was set aside, after a question, also while it is paused', async () => {
    const [lease, spam] = [createSkippedMessage(7, 'The lease'), createSkippedMessage(8, '')];
    const paused = { status: 'paused', activity: 'none' } as const;
    const calls = stubApi({
      [get]: createAccountResponse(
        anImapAccount({ ...paused, setAside: { count: 2, messages: [lease, spam] } }),
      ),
      'POST /imap-accounts/workspace/set-aside/forget': createAccountResponse(
        anImapAccount({ ...paused, setAside: { count: 1, messages: [lease] } }),
      ),
    });
    await open();
    await click('Remove: No subject');
    const question = await screen.findByRole('dialog', { name: 'Remove this message?' });
    expect(question).toHaveTextContent('It stays in the mailbox');
    expect(listSentRequests(calls, 'POST')).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Message removed from the list')).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(listSentRequests(calls, 'POST').map(({ body }) => body)).toEqual([
      { folder: 'INBOX', uid: 8, uidValidity: 1 },
    ]);
  });

  it('shows the list as it is when the message was forgotten elsewhere', async () => {
    let messages = [createSkippedMessage(7, 'The lease')];
    stubApi({
      [get]: () => ({ imapAccount: anImapAccount({ setAside: { count: messages.length, messages } }) }),
      'POST /imap-accounts/workspace/set-aside/forget': () => {
        messages = [];
        return errorResponse(404, 'NOT_FOUND', { detail: 'There is no such message.' });
      },
    });
    await open();
    await click('Remove: The lease');
    const question = await screen.findByRole('dialog', { name: 'Remove this message?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('There is no such message.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Messages not imported' })).toBeNull());
  });

  it('is paused and resumed', async () => {
    const calls = stubApi({
      [get]: createAccountResponse(anImapAccount()),
      'POST /imap-accounts/workspace/pause': createAccountResponse(
        anImapAccount({ status: 'paused', activity: 'none' }),
      ),
      'POST /imap-accounts/workspace/resume': createAccountResponse(anImapAccount()),
    });
    await open();
    await click('Pause');
    await click('Resume');
    expect(await screen.findByText('Connected')).toBeVisible();
    expect(listSentRequests(calls, 'POST').map(({ path }) => path.split('/').at(-1))).toEqual([
      'pause',
      'resume',
    ]);
  });

  it('shows that sync does not retry after rejected sign-ins', async () => {
    const error = {
      text: 'The mail server rejected the user name or password.',
      since: '2026-11-20T15:00:00.000Z',
    };
    stubApi({ [get]: createAccountResponse(anImapAccount({ status: 'refused', activity: 'none', error })) });
    await open();
    expect(await screen.findByText('Sign-in rejected')).toBeVisible();
    expect(screen.getByText(/Syncing is paused until/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible();
  });

  it('is disconnected after a question', async () => {
    const calls = stubApi({
      [get]: createAccountResponse(anImapAccount()),
      'DELETE /imap-accounts/workspace': () => undefined,
    });
    await open();
    await click('Disconnect');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByRole('button', { name: 'Connect a mailbox' })).toBeVisible();
    expect(listSentRequests(calls, 'DELETE')).toHaveLength(1);
  });

  it('can be tried again when it does not load', async () => {
    let isDown = true;
    stubApi({ [get]: () => (isDown ? errorResponse(503, 'UNAVAILABLE') : { imapAccount: null }) });
    await open();
    expect(await screen.findByText('The mailbox could not be loaded')).toBeVisible();
    isDown = false;
    await click('Retry');
    expect(await screen.findByRole('button', { name: 'Connect a mailbox' })).toBeVisible();
  });
});

it('is shared after confirmation if it is the user’s own, and made private immediately', async () => {
  const mine = (isShared: boolean) => anImapAccount({ isShared });
  const calls = stubApi({
    'GET /imap-accounts/me': createAccountResponse(mine(false)),
    'PATCH /imap-accounts/me': ({ body }) => ({ imapAccount: mine(JSON.stringify(body).includes('true')) }),
  });
  await openWork(<ImapPanel of="me" />);
  await userEvent.click(await screen.findByLabelText('Share with the workspace'));
  expect(listSentRequests(calls, 'PATCH')).toEqual([]);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(screen.getByLabelText('Share with the workspace')).toBeChecked());
  await userEvent.click(screen.getByLabelText('Share with the workspace'));
  await waitFor(() => expect(screen.getByLabelText('Share with the workspace')).not.toBeChecked());
  expect(listSentRequests(calls, 'PATCH').map(({ body }) => body)).toEqual([
    { version: 1, isShared: true },
    { version: 1, isShared: false },
  ]);
});
