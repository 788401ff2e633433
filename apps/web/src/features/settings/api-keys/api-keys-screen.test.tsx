import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anApiKey } from '#test-setup/settings.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { removeToken, storeToken } from '#shared/api/stored-session.ts';
import ApiKeysScreen from './api-keys-screen.tsx';

it('creates a key with the chosen scopes and shows it once', async () => {
  const calls = stubApi({
    'GET /api-keys': () => ({ apiKeys: [] }),
    'POST /api-keys': () => ({ apiKey: anApiKey(1), key: 'hk_secret' }),
  });
  await openWork(<ApiKeysScreen />);
  expect(await screen.findByText('No API keys yet')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'New API key' }));
  const form = within(screen.getByRole('dialog', { name: 'New API key' }));
  await userEvent.type(form.getByLabelText('Name'), 'Sync');
  await userEvent.click(form.getByRole('button', { name: 'Create key' }));
  expect(await form.findByText('Choose at least one')).toBeVisible();
  await userEvent.click(form.getByLabelText('tasks read'));
  await userEvent.selectOptions(form.getByLabelText('Expires after'), '30');
  await userEvent.click(form.getByRole('button', { name: 'Create key' }));
  const secret = within(await screen.findByRole('dialog', { name: 'Your new API key' }));
  expect(secret.getByLabelText('API key')).toHaveValue('hk_secret');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Sync',
    scopes: ['tasks:read'],
    days: 30,
  });
  await userEvent.click(secret.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('hk_secret')).toBeNull();
});

it('locks the form of a key until it is created', async () => {
  let answer: (response: object) => void = () => undefined;
  stubApi({
    'GET /api-keys': () => ({ apiKeys: [] }),
    'POST /api-keys': () => new Promise<object>((resolve) => (answer = resolve)),
  });
  await openWork(<ApiKeysScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'New API key' }));
  const form = within(screen.getByRole('dialog', { name: 'New API key' }));
  await userEvent.click(form.getByLabelText('tasks read'));
  await userEvent.type(form.getByLabelText('Name'), 'Sync{Enter}');
  await waitFor(() => expect(form.getByLabelText('Name')).toHaveAttribute('readonly'));
  expect(form.getByLabelText('tasks read')).toBeDisabled();
  expect(form.getByLabelText('Expires after')).toBeDisabled();
  answer({ apiKey: anApiKey(1), key: 'hk_secret' });
  expect(await screen.findByRole('dialog', { name: 'Your new API key' })).toBeVisible();
});

it('restores a new key that was not created before the session ended, and stores no key', async () => {
  stubApi({
    'GET /api-keys': () => ({ apiKeys: [] }),
    'POST /api-keys': () => ({ apiKey: anApiKey(1), key: 'hk_secret' }),
  });
  const open = async () => {
    const { unmount } = await openWork(<ApiKeysScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'New API key' }));
    return unmount;
  };
  const close = await open();
  await userEvent.type(screen.getByLabelText('Name'), 'Sync');
  await userEvent.click(screen.getByLabelText('tasks read'));
  removeToken();
  close();
  storeToken('another');
  await open();
  expect(screen.getByLabelText('Name')).toHaveValue('Sync');
  expect(screen.getByLabelText('tasks read')).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }));
  expect(await screen.findByDisplayValue('hk_secret')).toBeVisible();
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/Sync|hk_secret/);
});

it('revokes after a confirmation, only for active keys', async () => {
  const calls = stubApi({
    'GET /api-keys': () => ({ apiKeys: [anApiKey(1), anApiKey(2, { status: 'revoked' })] }),
    'DELETE /api-keys/{id}': () => undefined,
  });
  await openWork(<ApiKeysScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Key 1' }));
  expect(screen.queryByRole('button', { name: 'Revoke Key 2' })).toBeNull();
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Key revoked')).toBeVisible();
  expect(calls.some(({ method, path }) => method === 'DELETE' && path.endsWith(anApiKey(1).id))).toBe(true);
});

it('shows an error and offers a retry', async () => {
  stubApi({ 'GET /api-keys': () => errorResponse(500, 'INTERNAL') });
  await openWork(<ApiKeysScreen />);
  expect(await screen.findByText('The API keys could not be loaded')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
