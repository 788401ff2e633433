import type { WebhookDelivery } from '@handover/contract/settings/webhooks.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { aWebhook } from '#test-setup/settings.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { removeToken, storeToken } from '#shared/api/stored-session.ts';
import WebhooksScreen from './webhooks-screen.tsx';

const time = '2026-11-20T15:00:00.000Z';

function aDelivery(number: number, status: WebhookDelivery['status']): WebhookDelivery {
  return {
    id: anId(number),
    webhookId: anId(1),
    messageId: anId(number),
    type: 'customer.created',
    status,
    attempts: status === 'queued' ? 0 : 10,
    responseStatus: status === 'failed' ? 500 : null,
    error: status === 'failed' ? 'Answered with status 500' : null,
    createdAt: time,
    lastAttemptAt: null,
    nextAttemptAt: null,
  };
}

it('shows the log of a webhook and resends a finished delivery', async () => {
  const calls = stubApi({
    'GET /webhooks': () => ({ webhooks: [aWebhook(1, { failingSince: time })] }),
    'GET /webhooks/{id}/deliveries': () => ({
      deliveries: [aDelivery(2, 'failed'), aDelivery(3, 'queued')],
      total: 2,
      nextCursor: null,
    }),
    'POST /webhook-deliveries/{id}/redeliver': () => ({ delivery: aDelivery(2, 'queued') }),
  });
  await openWork(<WebhooksScreen />);
  expect(await screen.findByText('Failing')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Log' }));
  const again = await screen.findAllByRole('button', { name: 'Resend: customer.created' });
  expect(again).toHaveLength(1);
  await userEvent.click(again[0] as HTMLElement);
  expect(await screen.findByText('Event sent again')).toBeVisible();
  expect(calls.some(({ path }) => path === `/webhook-deliveries/${anId(2)}/redeliver`)).toBe(true);
});

it('adds a webhook with its events, validates the URL, and shows the secret once', async () => {
  const message = 'It leads into a private network.';
  let isRefused = true;
  const calls = stubApi({
    'GET /webhooks': () => ({ webhooks: [] }),
    'POST /webhooks': () => {
      if (isRefused) return errorResponse(400, 'INVALID_INPUT', { errors: [{ path: 'url', message }] });
      return { webhook: aWebhook(1), secret: 'whsec_secret' };
    },
  });
  await openWork(<WebhooksScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add webhook' }));
  const form = within(screen.getByRole('dialog', { name: 'Add webhook' }));
  await userEvent.type(form.getByLabelText('URL'), 'https://10.0.0.1/');
  await userEvent.click(form.getByLabelText('customer.created'));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(message)).toBeVisible();
  isRefused = false;
  await userEvent.clear(form.getByLabelText('URL'));
  await userEvent.type(form.getByLabelText('URL'), 'https://hooks.example.com/in');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByDisplayValue('whsec_secret')).toBeVisible());
  expect(calls.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
    url: 'https://hooks.example.com/in',
    events: ['customer.created'],
  });
});

it('restores a webhook that was not saved before the session ended, and stores no secret', async () => {
  stubApi({
    'GET /webhooks': () => ({ webhooks: [] }),
    'POST /webhooks': () => ({ webhook: aWebhook(1), secret: 'whsec_secret' }),
  });
  const open = async () => {
    const { unmount } = await openWork(<WebhooksScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Add webhook' }));
    return unmount;
  };
  const close = await open();
  await userEvent.type(screen.getByLabelText('URL'), 'https://hooks.example.com/in');
  await userEvent.click(screen.getByLabelText('customer.created'));
  removeToken();
  close();
  storeToken('another');
  await open();
  expect(screen.getByLabelText('URL')).toHaveValue('https://hooks.example.com/in');
  expect(screen.getByLabelText('customer.created')).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByDisplayValue('whsec_secret')).toBeVisible();
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/hooks\.example|whsec_secret/);
});

it('shows what someone else saved, and saves again over it', async () => {
  const theirs = aWebhook(1, { isEnabled: false, version: 2 });
  const calls = stubApi({
    'GET /webhooks': () => ({ webhooks: [aWebhook(1)] }),
    'PATCH /webhooks/{id}': ({ body }) =>
      (body as { version: number }).version === theirs.version
        ? { webhook: { ...theirs, version: 3 } }
        : errorResponse(409, 'STALE_VERSION', { current: theirs }),
  });
  await openWork(<WebhooksScreen />);
  await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const form = within(screen.getByRole('dialog', { name: 'Edit webhook' }));
  await userEvent.type(form.getByLabelText('URL'), '/leads');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(/in, off, customer\.created\. Save again/)).toBeVisible();
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Webhook saved')).toBeVisible();
  const change = { url: 'https://hooks.example.com/in/leads', events: ['customer.created'] };
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { ...change, version: 1 },
    { ...change, version: 2 },
  ]);
});

it('turns a webhook off', async () => {
  const calls = stubApi({
    'GET /webhooks': () => ({ webhooks: [aWebhook(1)] }),
    'PATCH /webhooks/{id}': () => ({ webhook: aWebhook(1, { isEnabled: false, version: 2 }) }),
  });
  await openWork(<WebhooksScreen />);
  await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Turn off' }));
  expect(await screen.findByText('Webhook turned off')).toBeVisible();
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ version: 1, isEnabled: false });
});
