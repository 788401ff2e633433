import { call } from './support/call.ts';
import { expect, expectAccessible, startSession, test } from './support/test.ts';

const desktop = { width: 1440, height: 900 };
const statements = [
  'P&L\tFY2023\tFY2024\tFY2025',
  'Collections\t$1,450,000\t1,520,000\t1,610,000',
  'Dental supplies\t170,000\t178,000\t190,000',
  'Officer compensation\t210,000\t215,000\t220,000',
  'Wages\t480,000\t495,000\t510,000',
  'Rent\t96,000\t98,000\t101,000',
  'Office expense of the first and of the second location\t88,000\t90,000\t93,500',
  'Depreciation\t42,000\t40,000\t38,000',
  'Interest expense\t18,000\t16,000\t14,000',
  'Income taxes\t9,000\t9,500\t10,000',
  'Net income\t337,000\t378,500\t433,500',
].join('\n');

test('a broker pastes three years, recasts them with an add-back, and uses the figures', async ({ page }) => {
  await startSession(page, 'admin', 'Team 3');
  const { business } = await call(page, 'POST', '/businesses', {
    name: `Birch Dental ${String(Date.now())}`,
    type: 'dental',
  });
  await page.goto(`/admin/business-center/businesses/${String(business.id)}?tab=financials`);
  const section = page.getByRole('tabpanel', { name: 'Financials' });

  await test.step('paste the statements', async () => {
    await section.getByRole('button', { name: 'Paste from spreadsheet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste from spreadsheet' });
    await dialog.getByRole('textbox', { name: 'Table' }).fill(statements);
    await expect(dialog.getByText('Net income matches the table.')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const name = await dialog.getByRole('rowheader', { name: /^Office expense/ }).boundingBox();
    expect(name?.width, 'leaves room for the amounts').toBeLessThan(180);
    await page.setViewportSize(desktop);
    await dialog.getByRole('button', { name: 'Use these figures' }).click();
    await expect(section.getByLabel('Revenue, 2025')).toHaveValue('1,610,000');
    await section.getByLabel('Rent, 2023').fill('about 96');
    await expect(section.getByText('Enter amounts or leave cells blank in 2023.')).toBeVisible();
    await section.getByLabel('Rent, 2023').fill('96k');
    await section.getByRole('button', { name: 'Save figures' }).click();
    await expect(section.getByRole('button', { name: 'Edit figures' })).toBeVisible();
  });

  await test.step('add an add-back', async () => {
    await section.getByRole('button', { name: 'New add-back' }).click();
    const dialog = page.getByRole('dialog', { name: 'New add-back' });
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Roof repair');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('24,000');
    await dialog.getByLabel('Status').selectOption('accepted');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(section.getByText('Roof repair')).toBeVisible();
  });

  await test.step('use the figures of 2025', async () => {
    // EBITDA 433,500 + 38,000 + 14,000 + 10,000; SDE with 220,000 of pay and 24,000.
    const recast = section.getByRole('region', { name: 'Recast', exact: true });
    await expect(recast.getByRole('row', { name: /^SDE/ })).toContainText('739,500');
    await recast.getByRole('button', { name: 'Use these figures' }).click();
    await expect(recast.getByText(/The record uses the recast of 2025/)).toBeVisible();
    await expectAccessible(page);
    const saved = await call(page, 'GET', `/businesses/${String(business.id)}`);
    expect(saved.business).toMatchObject({
      revenueCents: 1_610_000_00,
      sdeCents: 739_500_00,
      ebitdaCents: 519_500_00,
    });
  });
});
