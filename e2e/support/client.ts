import type { Browser } from '@playwright/test';
import { call } from './call.ts';
import { findLink } from './colleague.ts';
import type { MailServer } from './mail-server.ts';
import { expect, watchErrors, type Page } from './test.ts';

/** A signed-in client with a separate login. */
export async function openClient(
  broker: Page,
  {
    browser,
    mail,
    errors,
    customerId,
    email,
  }: { browser: Browser; mail: MailServer; errors: string[]; customerId: string; email: string },
): Promise<Page> {
  await call(broker, 'POST', `/users/${customerId}/invite`);
  const page = await (await browser.newContext()).newPage();
  watchErrors(page, errors);
  await page.goto(findLink((await mail.next(email)).raw, 'accept-invite'));
  await page.getByLabel('Your name').fill('Pat Client');
  await page.getByLabel('Password', { exact: true }).fill('seven quiet herons');
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  return page;
}

/** A new customer of the workspace, signed in with a separate login. */
export async function addClient(
  broker: Page,
  name: string,
  { email, ...parts }: { browser: Browser; mail: MailServer; errors: string[]; email: string },
): Promise<{ customerId: string; page: Page }> {
  const { user } = await call(broker, 'POST', '/users', { name, email });
  const customerId = String(user.id);
  return { customerId, page: await openClient(broker, { ...parts, customerId, email }) };
}

/** The status of a call that is expected to be rejected. */
export async function getErrorStatus(
  page: Page,
  method: string,
  path: string,
  data?: unknown,
): Promise<number> {
  const { token, workspace } = await page.evaluate(() => ({
    token: localStorage.getItem('authToken') ?? '',
    workspace: localStorage.getItem('workspaceId') ?? '',
  }));
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(workspace !== '' && { 'x-workspace': workspace }) },
    ...(data !== undefined && { data }),
  });
  expect(answer.ok(), `${method} ${path} went through a step early`).toBe(false);
  return answer.status();
}
