import { expectSealed } from '../support/audit.ts';
import { call } from '../support/call.ts';
import { getCard, openAs, openSection, startInTeam } from '../support/settings.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test('an administrator changes the multiples of dental practices; a broker’s range follows, and saved valuations do not change', async ({
  page,
  browser,
  watchedErrors,
}) => {
  const since = new Date();
  await startInTeam(page, 'admin');
  const broker = await openAs(browser, 'staff', watchedErrors);
  const { business } = await call(broker, 'POST', '/businesses', {
    name: `Valued Dental ${String(Date.now())}`,
    type: 'dental',
    askingPriceCents: 900_000_00,
    revenueCents: 1_200_000_00,
    sdeCents: 420_000_00,
  });
  await broker.goto(`/admin/business-center/businesses/${String(business.id)}`);
  const card = getCard(broker, 'Valuation');
  const table = card.getByRole('table', { name: /Value by method/ }).first();
  const sde = table.getByRole('row', { name: /^SDE/ });
  const saved = card.getByRole('region', { name: 'Saved valuations' }).locator('> ol > li');

  await test.step('the record shows a range based on the default multiples, without a single value', async () => {
    await expect(sde).toContainText('1.50–3.00× of $420,000');
    await expect(sde).toContainText('$630,000');
    await expect(sde).toContainText('$1,260,000');
    await expect(table.getByRole('row', { name: /^EBITDA/ })).toContainText('Add EBITDA to the record');
    await expect(card.getByText(/is within the range based on SDE and revenue/)).toBeVisible();
    await expectAccessible(broker);
  });

  await test.step('the broker works out what a buyer can pay, and saves both', async () => {
    await card.getByText('What can a buyer pay?').click();
    await card.getByLabel('Replacement salary').fill('150k');
    await card.getByLabel('Capex').fill('10k');
    await card.getByLabel('Buyer’s cash').fill('142,730');
    await expect(card.getByText('The buyer can pay $1,427,299')).toBeVisible();
    await expect(card.getByText('That is $527,299 above the asking price.')).toBeVisible();
    await expectAccessible(broker);
    await card.getByRole('button', { name: 'Save valuation' }).click();
    const dialog = broker.getByRole('dialog');
    await dialog.getByLabel('Note').fill('First talk with the owner');
    await expectAccessible(broker);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(broker.getByText('Valuation saved')).toBeVisible();
    await expect(card.getByText('First talk with the owner')).toBeVisible();
    await expect(broker.getByText(/saved a valuation for/)).toBeVisible();
  });

  await test.step('the administrator enters the office’s own multiple, and the open record updates', async () => {
    await openSection(page, 'valuation');
    const multiples = getCard(page, 'Multiples');
    await multiples.getByRole('button', { name: /^Change SDE of Dental/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Low').fill('4');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Must not be less than the low value')).toBeVisible();
    await dialog.getByLabel('Low').fill('2');
    await dialog.getByLabel('High').fill('2.5');
    await dialog.getByLabel('Source').fill('Our last twelve closings');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(multiples.getByRole('button', { name: /Dental: 2.00–2.50×, edited/ })).toBeVisible();
    await expectAccessible(page);
    await expect(sde).toContainText('2.00–2.50× of $420,000');
    await expect(sde).toContainText('$840,000');
    await expect(sde).toContainText('$1,050,000');
    await expect(table.getByText(/Our last twelve closings/)).toBeVisible();
  });

  await test.step('the broker saves again with an assumed score; the earlier valuation does not change', async () => {
    await card.getByLabel('Assumed readiness score').fill('60');
    await expect(sde).toContainText('$966,000');
    await card.getByRole('button', { name: 'Save valuation' }).click();
    await broker.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(saved).toHaveCount(2);
    await expect(saved.first().locator('> details > summary')).toContainText('SDE $840,000–$1,050,000');
    await expect(saved.last().locator('> details > summary')).toContainText('SDE $630,000–$1,260,000');
    await saved.last().locator('> details > summary').click();
    await expect(saved.last().getByRole('row', { name: /^SDE/ })).toContainText('1.50–3.00× of $420,000');
    await expect(saved.last().getByText('The buyer can pay $1,427,299')).toBeVisible();
    await expectAccessible(broker);
  });

  await test.step('the printout has the name, the figures, and the values, and no buttons', async () => {
    await broker.emulateMedia({ media: 'print' });
    const main = broker.getByRole('main');
    await expect(broker.getByRole('heading', { level: 1, name: business.name })).toBeVisible();
    await expect(main.getByText('Asking price', { exact: true }).first()).toBeVisible();
    await expect(sde).toBeVisible();
    await expect(saved.last().getByText('The buyer can pay $1,427,299')).toBeVisible();
    await expect(broker.getByRole('button')).toHaveCount(0);
    await expect(broker.getByRole('textbox')).toHaveCount(0);
    await expect(broker.getByRole('navigation')).toHaveCount(0);
    await broker.emulateMedia({ media: 'screen' });
  });

  await test.step('changing a financing rule updates what the buyer can pay on the open record, and is reset', async () => {
    const rules = getCard(page, 'Financing');
    const outcome = card.getByRole('group', { name: 'What the buyer can pay' }).first();
    await rules.getByRole('button', { name: 'Edit SBA 7(a)' }).click();
    await page.getByRole('dialog').getByLabel('Maximum loan').fill('1M');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(outcome).toContainText('The buyer can pay $1,142,730');
    await expect(rules.getByText('Edited', { exact: true })).toBeVisible();
    await rules.getByRole('button', { name: 'Edit SBA 7(a)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset to default' }).click();
    await expect(outcome).toContainText('The buyer can pay $1,427,299');
    await expectSealed(since, 'updateFinancingRule', 'resetFinancingRule');
  });

  await test.step('a row is reset to its default, and the sealed log shows both changes', async () => {
    const multiples = getCard(page, 'Multiples');
    await multiples.getByRole('button', { name: /^Change SDE of Dental/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset to default' }).click();
    await expect(multiples.getByRole('button', { name: /Dental: 1.50–3.00×$/ })).toBeVisible();
    await expect(sde).toContainText('1.50–3.00× of $420,000');
    await openSection(page, 'audit');
    await page.getByLabel('Action', { exact: true }).selectOption('updateValuationMultiple');
    await expect(
      page
        .getByRole('region', { name: 'Entry list' })
        .getByText(/low: 2, .*high: 2\.5/)
        .first(),
    ).toBeVisible();
  });

  await test.step('the settings are used on a phone', async () => {
    await openSection(page, 'valuation');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(getCard(page, 'Financing').getByRole('heading', { name: 'SBA 7(a)' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a narrow window is accessible, and prints the details that it shows in a tab', async () => {
    await broker.setViewportSize({ width: 390, height: 844 });
    // At the current scroll position, the header could cover half of a button.
    await broker.evaluate(() => window.scrollTo(0, 0));
    await expect(sde).toBeHidden();
    await expectAccessible(broker);
    await broker.emulateMedia({ media: 'print' });
    await expect(sde).toBeVisible();
  });
});
