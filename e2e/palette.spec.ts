import { call } from './support/call.ts';
import { openFromPalette } from './support/keyboard.ts';
import { startInTeam } from './support/settings.ts';
import { expect, expectAccessible, startSession, test } from './support/test.ts';

test('a member opens records, pages, and new records from anywhere with Ctrl-K', async ({ page }) => {
  await startSession(page, 'admin');
  await page.goto('/admin/tasks');
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search everything' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Search everything' });

  await test.step('a customer, by part of the name', async () => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.type('amara');
    const first = page.getByRole('option').first();
    await expect(first).toContainText('Amara');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /Amara/ })).toBeVisible();
    await expect(field).toBeHidden();
  });

  await test.step('a page and a new record', async () => {
    await openFromPalette(page, 'new cust', 'New customer');
    await expect(page.getByRole('heading', { level: 1, name: 'New customer' })).toBeVisible();
  });

  await test.step('Escape closes it and returns the focus', async () => {
    await page.getByRole('button', { name: 'Search everything' }).click();
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
    await expect(page.getByRole('button', { name: 'Search everything' })).toBeFocused();
  });

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Search everything' }).click();
    await expect(field).toBeFocused();
    await page.keyboard.type('dental');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
  });
});

test('with Ctrl-K a member emails a customer, logs a call, opens a view and an import, and signs out', async ({
  page,
}) => {
  const mark = Date.now().toString(36);
  const [name, view, file] = [`Wanda Palette ${mark}`, `Banned ${mark}`, `palette-${mark}.csv`];
  await startInTeam(page, 'admin');
  await call(page, 'POST', '/users', { name, email: `wanda.${mark}@clients.test` });
  await call(page, 'POST', '/saved-views', {
    name: view,
    settings: { filter: { status: 'banned' }, sort: '-name', columns: null, density: null },
  });
  await page.goto('/admin/users?import=new');
  await page.locator('input[type=file]').setInputFiles({
    name: file,
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,email\nImported ${mark},imported.${mark}@clients.test\n`),
  });
  await expect(page.getByRole('dialog')).toContainText('Imported');
  await page.goto('/admin/tasks');
  await expect(page.getByRole('region', { name: 'Task list' })).toBeVisible();

  await test.step('an email: the palette asks for the name and continues', async () => {
    await openFromPalette(page, 'email to', 'Send an email to…');
    const field = page.getByRole('combobox', { name: 'Search everything' });
    await expect(field).toHaveValue('Send an email to ');
    await expect(field).toBeFocused();
    await page.keyboard.type(name);
    const found = page.getByRole('option', { name: `Send an email to ${name}` });
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Email', exact: true })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible();
  });

  await test.step('a call, from the same record', async () => {
    await openFromPalette(page, `call ${name}`, new RegExp(`^Log a call with ${name}`));
    await expect(page.getByRole('tab', { name: 'Call', exact: true })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Call notes' })).toBeVisible();
  });

  await test.step('a saved view and an import', async () => {
    await openFromPalette(page, view, view);
    await expect(page.getByRole('heading', { level: 1, name: 'Users Management' })).toBeVisible();
    await expect(page).toHaveURL(/view=.*status=banned&sort=-name/);
    await expect(page.getByRole('link', { name: view, exact: true })).toHaveAttribute('aria-current', 'true');
    await openFromPalette(page, file, new RegExp(`^${file}`));
    await expect(page.getByRole('dialog', { name: 'Import customers' })).toContainText(file);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('sign out', async () => {
    await openFromPalette(page, 'sign out', 'Logout');
    await expect(page).toHaveURL('/sign-in');
  });
});
