import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { call } from '../support/call.ts';
import { startReceiver } from '../support/receiver.ts';
import { getCard, openSection, startInNewWorkspace, startInTeam } from '../support/settings.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('an API key has access within its scopes until it is revoked', async ({ page, request }) => {
  const name = `Key ${String(Date.now())}`;
  await startInTeam(page, 'admin');
  await openSection(page, 'api-keys');
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('tasks read').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  const ask = async (path: string): Promise<number> =>
    (await request.get(`/api${path}`, { headers: { authorization: `Bearer ${key}` } })).status();
  expect([await ask('/tasks'), await ask('/users'), await ask('/workspace')]).toEqual([200, 403, 403]);
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Used');
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Key revoked')).toBeVisible();
  expect(await ask('/tasks')).toBe(401);
});

test('a webhook receives signed events and resends a message', async ({ page }) => {
  const receiver = await startReceiver();
  await startInNewWorkspace(page, 'Webhooks');
  await openSection(page, 'webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByLabel('customer.created').check();
  await dialog.getByLabel('URL').fill(receiver.url);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await call(page, 'POST', '/users', { name: `Told of ${String(Date.now())}` });
  await expect.poll(() => receiver.all().length, { timeout: 60_000 }).toBe(1);
  const [message] = receiver.all();
  const signed = `${String(message?.headers['webhook-id'])}.${String(message?.headers['webhook-timestamp'])}.${message?.body ?? ''}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(message?.headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );

  const [{ id }] = (await call(page, 'GET', '/webhooks')).webhooks;
  const statuses = async (): Promise<string[]> =>
    (await call(page, 'GET', `/webhooks/${String(id)}/deliveries`)).deliveries.map(
      ({ status }: { status: string }) => status,
    );
  // The receiver gets the request before its response is recorded.
  await expect.poll(statuses).toEqual(['delivered']);
  const row = page.getByRole('listitem').filter({ hasText: receiver.url });
  await row.getByRole('button', { name: 'Log' }).click();
  const log = page.getByRole('region', { name: 'Delivery list' });
  await expect(log.getByText('Delivered', { exact: true }).last()).toBeVisible();
  await log.getByRole('button', { name: 'Resend: customer.created' }).click();
  await expect.poll(() => receiver.all().length, { timeout: 60_000 }).toBe(2);
  expect(receiver.all()[1]?.headers['webhook-id']).toBe(message?.headers['webhook-id']);
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(receiver.url)).toHaveCount(0);
  await receiver.close();
});

test('each change is in the sealed log, which is filtered, checked, and exported', async ({ page }) => {
  const name = `Logged ${String(Date.now())}`;
  await startInTeam(page, 'admin');
  await call(page, 'POST', '/sources', { name });
  await openSection(page, 'audit');
  await page.getByLabel('Action', { exact: true }).selectOption('createSource');
  const entries = page.getByRole('region', { name: 'Entry list' });
  await expect(entries.getByText(`Created a source: ${name}`)).toBeVisible();
  await expect(page).toHaveURL(/action=createSource/);
  await page.reload();
  await expect(entries.getByText(`Created a source: ${name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Verify log' }).click();
  await expect(getCard(page, 'Verify log').getByText('Intact')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain(name);
  expect(file).not.toContain('updateWorkspaceSettings');
  const source = (await call(page, 'GET', '/sources')).sources.find(
    (one: { name: string }) => one.name === name,
  );
  expect(source).toBeDefined();
});
