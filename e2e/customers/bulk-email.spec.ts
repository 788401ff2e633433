import type { Locator } from '@playwright/test';
import { call } from '../support/call.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { expect, expectAccessible, startSession, test } from '../support/test.ts';

const mark = Date.now().toString(36);
const toAddress = (name: string): string => `${name}.${mark}@clients.test`.toLowerCase();

// Tracing runs a script in each frame, and the frames of previews block it with an error.
test.use({ trace: 'off' });

let mail: MailServer;
test.beforeAll(async () => {
  mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
});
test.afterAll(() => mail.close());

/** The mail that arrived for a customer, as one line without soft line breaks. */
function readMail(name: string): string {
  const raw = mail.all().find(({ to }) => to.includes(toAddress(name)))?.raw ?? '';
  return raw.replace(/=\r\n/g, '').replaceAll('=3D', '=');
}

/** The page shown in a preview. No code may run in its frame, not even that of the test. */
async function readPreview(place: Locator): Promise<string> {
  const address = (await place.locator('iframe').getAttribute('src')) ?? '';
  return (await place.page().request.get(address)).text();
}

test('a template becomes a bulk email; one recipient unsubscribes, and search finds a word of it', async ({
  page,
}) => {
  await startSession(page, 'admin');
  const ids: Record<string, string> = {};
  for (const name of ['Ann', 'Bea', 'Cyd']) {
    const person = { name: `${name} ${mark}`, email: toAddress(name), company: `${name} Dental` };
    ids[name] = (await call(page, 'POST', '/users', person)).user.id;
  }
  await call(page, 'POST', `/users/${ids['Cyd'] ?? ''}/unsubscribe`, {});

  await test.step('a template is written with fields, and previewed for a customer', async () => {
    await page.goto('/admin/settings/mail');
    await page.getByRole('link', { name: 'Open templates' }).click();
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByLabel('Name', { exact: true }).fill(`News ${mark}`);
    await page.getByLabel('Subject').fill('For {{customer.company}}');
    await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Message' }).click();
    await page.keyboard.type('Dear ');
    await page.getByLabel('Insert field').selectOption({ label: 'Customer’s first name' });
    await page.keyboard.type(', the lease is signed.');
    // Runs before the preview opens: axe would hang, because no code can run in its frame.
    await expectAccessible(page);
    await page.getByLabel('Preview for').fill(`Ann ${mark}`);
    await page.getByRole('option', { name: `Ann ${mark}` }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('For Ann Dental', { exact: true })).toBeVisible();
    await expect.poll(() => readPreview(preview)).toContain('Dear Ann, the lease is signed.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: `News ${mark}`, exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('it is sent to three customers, one of whom has unsubscribed', async () => {
    await page.goto(`/admin/users?q=${mark}`);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Email', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Email 3 customers' });
    await dialog.getByLabel('Template').selectOption({ label: `News ${mark}` });
    await expect(dialog.getByLabel('Subject')).toHaveValue('For {{customer.company}}');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect.poll(() => readPreview(dialog)).toMatch(/Dear \w+, the lease is signed/);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('2 customers queued for email, 1 skipped')).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => readMail('Ann'), { timeout: 30_000 }).toContain('Dear Ann, the lease is signed.');
    await expect.poll(() => readMail('Bea'), { timeout: 30_000 }).toContain('Subject: For Bea Dental');
    expect(readMail('Ann')).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(readMail('Cyd')).toBe('');
  });

  await test.step('a recipient unsubscribes only with the button, and can undo it', async () => {
    const url = /Unsubscribe: (\S+)/.exec(readMail('Ann'))?.[1] ?? '';
    await page.goto(url);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
    await page.getByRole('button', { name: 'Subscribe again' }).click();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
    await page.goto(`/admin/users/view/${ids['Ann'] ?? ''}?tab=conversation`);
    await expect(page.getByText(/was unsubscribed from bulk email on/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('search finds a word in the email and opens it', async () => {
    await page.getByRole('searchbox', { name: 'Search email text' }).fill('lease');
    const hits = page.getByRole('list', { name: 'Emails found' });
    await expect(hits.getByRole('link')).toHaveCount(1);
    await expect(hits.locator('mark')).toHaveText('lease');
    await page.getByRole('checkbox', { name: 'All conversations' }).click();
    await expect(hits.getByRole('link').nth(1)).toBeVisible();
    await expectAccessible(page);
    await hits.getByRole('link', { name: new RegExp(`Ann ${mark}`) }).click();
    await expect(page.getByRole('article', { name: /^Email from/ })).toContainText('the lease is signed');
  });
});
