import { call } from '../support/call.ts';
import { getCard, openAs, openSection, startInTeam } from '../support/settings.ts';
import {
  expect,
  expectAccessible,
  goTo,
  startSession,
  test,
  watchErrors,
  type Page,
} from '../support/test.ts';

const phone = { width: 390, height: 844 };
const fixture = { width: 1440, height: 900 };

test('a plan is created, seen by a guest, assigned to a customer, and renamed for that customer', async ({
  page,
  browser,
  watchedErrors,
}) => {
  const mark = String(Date.now());
  const [first, second] = [`Harbor ${mark}`, `Anchor ${mark}`];
  await startInTeam(page, 'superadmin');
  await openSection(page, 'subscription-catalog');
  const catalog = getCard(page, 'Subscription catalog');

  await test.step('a superadmin creates it', async () => {
    await catalog.getByRole('button', { name: 'Add plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add plan' });
    await dialog.getByLabel('Name').fill(first);
    await dialog.getByLabel('Price').fill('1,250.50');
    await dialog.getByLabel('Billed').selectOption('Each year');
    await dialog.getByLabel('Includes').fill('A broker of your own\nA yearly valuation');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Plan added')).toBeVisible();
    await expect(catalog.getByRole('listitem').filter({ hasText: first })).toContainText('No customers');
    for (const size of [phone, fixture]) {
      await page.setViewportSize(size);
      await expectAccessible(page);
    }
  });

  const guest = await (await browser.newContext({ viewport: fixture })).newPage();
  watchErrors(guest, watchedErrors);
  await test.step('a guest sees it in another browser', async () => {
    await guest.goto('/subscriptions');
    const card = planCard(guest, first);
    await expect(card).toContainText('$1,250.50 per year');
    await expect(card.getByRole('listitem')).toHaveText(['A broker of your own', 'A yearly valuation']);
    await expect(guest.getByRole('link', { name: 'Edit the catalog' })).toHaveCount(0);
    for (const size of [phone, fixture]) {
      await guest.setViewportSize(size);
      await expectAccessible(guest);
    }
  });

  const staff = await openAs(browser, 'staff', watchedErrors);
  await test.step('staff assign it to a customer', async () => {
    await staff.goto('/admin/users/create');
    await staff.getByLabel('Name *').fill(`Ann ${mark}`);
    await staff.getByLabel('Plan', { exact: true }).selectOption(first);
    await staff.getByRole('button', { name: 'Create customer' }).click();
    await expect(staff.getByRole('heading', { level: 1, name: `Ann ${mark}` })).toBeVisible();
    await goTo(staff, `/admin/users?columns=planName&q=${mark}`);
    await expect(staff.getByRole('cell', { name: first })).toBeVisible();
    await expect(catalog.getByRole('listitem').filter({ hasText: first })).toContainText('1 customer');
  });

  await test.step('it is renamed, and the open list shows the new name', async () => {
    await act(page, first, 'Edit');
    const dialog = page.getByRole('dialog', { name: `Edit ${first}` });
    await dialog.getByLabel('Name').fill(second);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Plan saved')).toBeVisible();
    await expect(staff.getByRole('cell', { name: second })).toBeVisible();
    const { users } = await call(staff, 'GET', `/users?planName=${encodeURIComponent(second)}`);
    expect(users).toMatchObject([{ name: `Ann ${mark}`, planName: second }]);
    await guest.reload();
    await expect(planCard(guest, second)).toBeVisible();
    await expect(planCard(guest, first)).toHaveCount(0);
  });

  await test.step('an archived plan is removed from the public page and stays with its customers', async () => {
    await act(page, second, 'Archive');
    await expect(catalog.getByRole('listitem').filter({ hasText: second })).toContainText('Archived');
    await guest.reload();
    await expect(guest.getByRole('heading', { level: 2, name: 'Basic' })).toBeVisible();
    await expect(planCard(guest, second)).toHaveCount(0);
    await expect(staff.getByRole('cell', { name: second })).toBeVisible();
  });

  await test.step('the installation’s audit log shows it', async () => {
    await openSection(page, 'installation-audit');
    const entries = page.getByRole('region', { name: 'Entry list' }).getByRole('row');
    await expect(entries.filter({ hasText: 'Created a client plan' }).first()).toContainText(first);
    await expect(entries.filter({ hasText: `to: ${second}, from: ${first}` })).toContainText('customers: 1');
  });

  await test.step('clients see their plan, and a superadmin sees a link to the catalog', async () => {
    const client = await openClient(page, watchedErrors);
    await client.goto('/subscriptions');
    await expect(planCard(client, 'Basic')).toContainText('Your plan');
    await expectAccessible(client);
    await page.goto('/subscriptions');
    await page.getByRole('link', { name: 'Edit the catalog' }).click();
    await expect(page).toHaveURL(/\/admin\/settings\/subscription-catalog$/);
  });
});

function planCard(page: Page, name: string) {
  return page
    .getByRole('list', { name: 'Plans' })
    .locator('> li')
    .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
}

async function act(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: what }).click();
}

async function openClient(page: Page, errors: string[]): Promise<Page> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('No browser');
  const client = await (await browser.newContext({ viewport: fixture })).newPage();
  watchErrors(client, errors);
  await startSession(client, 'client');
  return client;
}
