import { chooseItem, pressOn, tabTo } from './support/keyboard.ts';
import { expect, samplePassword, test, type Page } from './support/test.ts';

/** Whether a sighted keyboard user can see where the focus is. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const outline = await page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null) return 0;
    const style = getComputedStyle(focused);
    return style.outlineStyle === 'none' ? 0 : Number.parseFloat(style.outlineWidth);
  });
  expect(outline, 'width of the focus ring').toBeGreaterThanOrEqual(2);
}

test('a broker uses the app with only the keyboard, from sign-in to sign-out', async ({ page }) => {
  await page.goto('/sign-in');

  await test.step('sign in', async () => {
    await tabTo(page, 'textbox', 'Email');
    await page.keyboard.type('admin@handover.test');
    await tabTo(page, 'textbox', 'Password');
    await page.keyboard.type(samplePassword);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  await test.step('skip the navigation, then go to the list through it', async () => {
    await page.goto('/admin/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await pressOn(page, 'link', /^Skip to/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    await pressOn(page, 'link', 'Users Management');
    await expect(page.getByRole('heading', { level: 1, name: 'Users Management' })).toBeFocused();
  });

  await test.step('find a customer and open the record', async () => {
    await expect(page.getByRole('searchbox')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('amara');
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
    await tabTo(page, 'link', /^Amara/);
    await expectVisibleFocus(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /Amara/ })).toBeFocused();
  });

  await test.step('write a note and change it', async () => {
    await tabTo(page, 'textbox', 'Note');
    await page.keyboard.type('Asked for the lease.');
    await pressOn(page, 'button', 'Add note');
    await expect(page.getByText('Note added')).toBeVisible();
    await expect(page.getByText('Asked for the lease.').first()).toBeVisible();
  });

  await test.step('add a task and mark it done', async () => {
    await tabTo(page, 'tab', 'Note');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await tabTo(page, 'textbox', 'Task');
    await page.keyboard.type('Send the checklist');
    await pressOn(page, 'button', 'Create task');
    await expect(page.getByText('Task created')).toBeVisible();
    await tabTo(page, 'tab', 'Timeline');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await pressOn(page, 'checkbox', /Send the checklist/, 'Space');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  await test.step('write an email', async () => {
    await tabTo(page, 'tab', 'Task');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
    await tabTo(page, 'textbox', 'Subject');
    await page.keyboard.type('The lease');
    await tabTo(page, 'textbox', 'Message');
    await page.keyboard.type('Could you send us the lease?');
    await pressOn(page, 'button', 'Send');
    await expect(page.getByText('Email queued')).toBeVisible();
    await tabTo(page, 'tab', /^Tasks/);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The lease', { exact: true }).first()).toBeVisible();
  });

  await test.step('edit the customer in a dialog and come back to the button', async () => {
    await pressOn(page, 'button', /^Edit/);
    await expect(page.getByRole('dialog')).toBeVisible();
    await tabTo(page, 'textbox', 'City');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Tulsa');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText(/Tulsa/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
  });

  await test.step('sign out', async () => {
    await pressOn(page, 'button', 'Account');
    await chooseItem(page, 'Logout');
    await expect(page.getByRole('heading', { level: 1, name: /Sign in/ })).toBeVisible();
  });
});
