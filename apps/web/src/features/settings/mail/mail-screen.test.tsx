import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aMailAccount } from '#test-setup/settings.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import MailScreen from './mail-screen.tsx';

const isClosingAllowed = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const own = aMailAccount({
  server: { host: 'smtp.harbor.test', port: 465, security: 'tls', username: 'office' },
  delivery: 'own',
});
const listSentBodies = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save server' }));

it('restores a sender that was not saved', async () => {
  stubApi({ 'GET /mail-account': () => ({ mailAccount: own }) });
  const { unmount } = await openWork(<MailScreen />);
  await userEvent.type(await screen.findByLabelText('Name'), ' Office');
  const typed = screen.getByLabelText<HTMLInputElement>('Name').value;
  unmount();
  await openWork(<MailScreen />);
  expect(await screen.findByLabelText('Name')).toHaveValue(typed);
});

describe('the mail server', () => {
  it('asks before what was typed is lost, since passwords are not stored on the device', async () => {
    const server = { host: 'smtp.harbor.test', port: 587, security: 'tls', username: 'office' } as const;
    stubApi({
      'GET /mail-account': () => ({ mailAccount: own }),
      'POST /mail-account/test': () => ({ mailAccount: { ...own, server, version: 2 } }),
    });
    await openWork(<MailScreen />);
    await userEvent.type(await screen.findByLabelText('Password'), 'secret');
    expect(isClosingAllowed()).toBe(false);
    // The answer has a port that somebody else has changed.
    await userEvent.click(screen.getByRole('button', { name: 'Send test email' }));
    await waitFor(() => expect(screen.getByLabelText('Port')).toHaveValue('587'));
    expect(screen.getByLabelText('Password')).toHaveValue('secret');
    expect(isClosingAllowed()).toBe(false);
  });

  it('requires all fields, and focuses the first error', async () => {
    const calls = stubApi({ 'GET /mail-account': () => ({ mailAccount: aMailAccount() }) });
    await openWork(<MailScreen />);
    const port = await screen.findByLabelText('Port');
    await userEvent.clear(port);
    await userEvent.type(port, '70000');
    await save();
    expect(await screen.findByText('From 1 to 65535')).toBeVisible();
    expect(screen.getByLabelText('Host')).toHaveFocus();
    expect(listSentBodies(calls)).toEqual([]);
  });

  it('keeps the stored password while its field is empty, and shows what the server says of a field', async () => {
    const message = 'Enter the password for this server and user name.';
    const calls = stubApi({
      'GET /mail-account': () => ({ mailAccount: own }),
      'PATCH /mail-account': () =>
        errorResponse(400, 'INVALID_INPUT', { errors: [{ path: 'server.password', message }] }),
    });
    await openWork(<MailScreen />);
    const host = await screen.findByLabelText('Host');
    await userEvent.clear(host);
    await userEvent.type(host, 'other.test');
    await save();
    expect(await screen.findByText(message)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
    expect(listSentBodies(calls)).toEqual([
      { version: 1, server: { host: 'other.test', port: 465, security: 'tls', username: 'office' } },
    ]);
  });

  it('is removed after a question', async () => {
    const calls = stubApi({
      'GET /mail-account': () => ({ mailAccount: own }),
      'PATCH /mail-account': () => ({ mailAccount: aMailAccount({ version: 2 }) }),
    });
    await openWork(<MailScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove server' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.getByLabelText('Host')).toHaveValue(''));
    expect(listSentBodies(calls)).toEqual([{ version: 1, server: null }]);
  });
});

it('shows the result of a test email', async () => {
  const test = { to: 'avery@handover.test', time: '2026-11-20T15:00:00.000Z' };
  let isDone = false;
  stubApi({
    'GET /mail-account': () => ({
      mailAccount: aMailAccount({
        lastTest: isDone
          ? { ...test, status: 'failed', detail: 'The mail server refused the sign-in.' }
          : null,
      }),
    }),
    'POST /mail-account/test': () => {
      isDone = true;
      return { mailAccount: aMailAccount({ lastTest: { ...test, status: 'running', detail: null } }) };
    },
  });
  await openWork(<MailScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Send test email' }));
  expect(await screen.findByText('Sending')).toBeVisible();
  expect(
    await screen.findByText('The mail server refused the sign-in.', {}, { timeout: 3000 }),
  ).toBeVisible();
});

it('shows the address for incoming mail once, and asks before it is replaced', async () => {
  let inboundSince: string | null = null;
  stubApi({
    'GET /mail-account': () => ({ mailAccount: aMailAccount({ inboundSince }) }),
    'POST /mailboxes/inbound-token': () => {
      inboundSince = '2026-11-20T15:00:00.000Z';
      return { inbound: { url: 'https://x.test/api/inbound/secret' } };
    },
  });
  await openWork(<MailScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Create URL' }));
  const shown = within(await screen.findByRole('dialog', { name: /incoming email/ }));
  expect(shown.getByLabelText('URL')).toHaveValue('https://x.test/api/inbound/secret');
  await userEvent.click(shown.getByRole('button', { name: 'Done' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Create new URL' }));
  expect(await screen.findByRole('dialog', { name: 'Create a new URL?' })).toBeVisible();
});
