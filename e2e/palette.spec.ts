import { expect, expectAccessible, signIn, test } from './support/test.ts';

test('a member reaches records, pages and new records from anywhere by Ctrl-K', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/admin/tasks');
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search everything' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Search everything' });

  await test.step('a customer, by a part of the name', async () => {
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
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new cust');
    await expect(page.getByRole('option', { name: 'New customer' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'New customer' })).toBeVisible();
  });

  await test.step('Escape closes and gives the focus back', async () => {
    await page.getByRole('button', { name: 'Search everything' }).click();
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
    await expect(page.getByRole('button', { name: 'Search everything' })).toBeFocused();
  });

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Search everything' }).click();
    await page.keyboard.type('dental');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
  });
});
