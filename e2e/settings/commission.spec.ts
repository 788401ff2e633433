import { startInNewWorkspace } from '../support/settings.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('an administrator sets fee tables and closing probabilities', async ({ page }) => {
  await startInNewWorkspace(page, 'Fees');
  await page.goto('/admin/settings/commission');
  const tables = page.getByRole('region', { name: 'Fee tables' });
  await expect(tables.getByText('5% up to $1,000,000', { exact: false })).toBeVisible();

  await tables.getByRole('button', { name: 'Add fee table' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add fee table' });
  await dialog.getByLabel('Name').fill('Main Street');
  await dialog.getByLabel('Price up to, step 1').fill('1m');
  await dialog.getByLabel('Rate').fill('12');
  await dialog.getByLabel('Source').fill('Our office, 2026');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('The last step has no upper limit.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add step' }).click();
  await dialog.getByLabel('Rate').last().fill('8.5');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(tables.getByText('12% up to $1,000,000, 8.5% above')).toBeVisible();

  const weights = page.getByRole('region', { name: 'Closing probability' });
  await weights.getByLabel('LOI').fill('120');
  await weights.getByRole('button', { name: 'Save probabilities' }).click();
  await expect(weights.getByText('At most 100%')).toBeVisible();
  await weights.getByLabel('LOI').fill('45');
  await weights.getByRole('button', { name: 'Save probabilities' }).click();
  await expect(page.getByText('Closing probabilities saved')).toBeVisible();
  await expectAccessible(page);

  // A second tab, because the form's leave guard still removes its history entry, which would abort a reload.
  const second = await page.context().newPage();
  await second.goto('/admin/settings/commission');
  await expect(second.getByLabel('LOI')).toHaveValue('45');
});
