import type { Browser } from '@playwright/test';
import { call } from './call.ts';
import type { MailServer } from './mail-server.ts';
import { expect, fillSignIn, watchErrors, type Page } from './test.ts';

export interface Colleague {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly page: Page;
}

/**
 * A new person in the current workspace of `admin`, signed in with a separate browser, because all tests share the
 * sample logins.
 */
export async function inviteColleague(
  admin: Page,
  { browser, mail, errors }: { browser: Browser; mail: MailServer; errors: string[] },
): Promise<Colleague> {
  const email = `kim-${String(Date.now())}@people.test`;
  const password = 'seven quiet herons';
  await call(admin, 'POST', '/invitations', { email, role: 'STAFF' });
  const page = await (await browser.newContext()).newPage();
  watchErrors(page, errors);
  await page.goto(findLink((await mail.next(email)).raw, 'accept-invite'));
  await page.getByLabel('Your name').fill('Kim Careful');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  const { user } = await call(page, 'GET', '/auth/profile');
  return { id: String(user.id), email, password, page };
}

/** The link to a page in an email, including its secret. */
export function findLink(raw: string, pageName: string): string {
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return new RegExp(`https?://\\S+${pageName}#\\S+`).exec(text)?.[0] ?? '';
}

/** The same person on another device. */
export async function openDevice(
  browser: Browser,
  { email, password, errors }: { email: string; password: string; errors: string[] },
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  watchErrors(page, errors);
  await page.goto('/sign-in');
  await fillSignIn(page, email, password);
  return page;
}
