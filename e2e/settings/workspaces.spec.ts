import { expectSealed } from '../support/audit.ts';
import { call } from '../support/call.ts';
import { getCard, openAs, openSection } from '../support/settings.ts';
import { expect, expectAccessible, goTo, startSession, test, type Page } from '../support/test.ts';

const getRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Workspaces' }).getByRole('listitem').filter({ hasText: name });

async function setLimit(page: Page, label: string, value: string): Promise<void> {
  await openSection(page, 'workspaces');
  const plans = getCard(page, 'Plans');
  await plans.getByLabel(label).fill(value);
  await plans.getByRole('button', { name: 'Save plans' }).click();
  await expect(page.getByText('Plans saved')).toBeVisible();
}

async function createCustomer(page: Page, name: string): Promise<void> {
  await goTo(page, '/admin/users/create');
  await page.getByRole('textbox', { name: /^Name/ }).fill(name);
  await page.getByRole('button', { name: 'Create customer' }).click();
}

test('a superadmin creates a workspace, limits its plan, reaches the limit, and archives it', async ({
  page,
  browser,
  watchedErrors,
}) => {
  const since = new Date();
  const name = `Harbor ${String(Date.now()).slice(-6)}`;
  await startSession(page, 'superadmin');
  const admin = await openAs(browser, 'admin', watchedErrors);

  await test.step('it is created and opened', async () => {
    await openSection(page, 'workspaces');
    await expectAccessible(page);
    await getCard(page, 'Workspaces').getByRole('button', { name: 'New workspace' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create workspace' }).click();
    await expect(dialog.getByText('Required')).toBeVisible();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Plan').selectOption('Free');
    await dialog.getByLabel('Time zone').selectOption('America/Chicago');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create workspace' }).click();
    await expect(page.getByRole('dialog', { name: `${name} is ready` })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch to workspace' }).click();
    await expect(page.getByRole('button', { name: new RegExp(`^Workspace ${name}`) })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/settings\/people/);
  });

  await test.step('its plan allows one customer, and the second is rejected with instructions', async () => {
    await setLimit(page, 'Customers (Free)', '1');
    await createCustomer(page, 'Ann Abbott');
    await expect(page.getByRole('heading', { level: 1, name: 'Ann Abbott' })).toBeVisible();
    await createCustomer(page, 'Bob Baker');
    await expect(page.getByRole('alert').filter({ hasText: 'is limited to 1 customer' })).toContainText(
      'ask a superadmin to raise the limit or change the plan',
    );
    expect((await call(page, 'GET', '/users')).total).toBe(1);
    await openSection(page, 'workspace');
    await expect(getCard(page, 'Plan')).toContainText(/Customers\s*Limit reached/);
    await expect(getCard(page, 'Plan')).toContainText('1 of 1');
    await expectAccessible(page);
  });

  await test.step('without the limit, more customers can be added', async () => {
    await setLimit(page, 'Customers (Free)', '');
    await createCustomer(page, 'Bob Baker');
    await expect(page.getByRole('heading', { level: 1, name: 'Bob Baker' })).toBeVisible();
  });

  await test.step('it is renamed, archived, and restored', async () => {
    await openSection(page, 'workspaces');
    const act = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: new RegExp(`^Actions for ${name}`) }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await act('Rename or change plan');
    await page.getByRole('dialog').getByLabel('Name').fill(`${name} West`);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: new RegExp(`^Workspace ${name} West`) })).toBeVisible();
    await act('Archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    // Members who had it open continue in another workspace.
    await expect(page.getByRole('button', { name: new RegExp(`^Workspace (?!${name})`) })).toBeVisible();
    await openSection(page, 'workspaces');
    await expect(getRow(page, 'Team 1')).toBeVisible();
    await expect(getRow(page, name)).toHaveCount(0);
    await page.getByLabel('Show').selectOption('archived');
    await page.getByRole('button', { name: `Restore ${name} West` }).click();
    await expect(page.getByText(`${name} West restored`)).toBeVisible();
    await page.getByLabel('Show').selectOption('active');
    await page.getByRole('button', { name: `Switch to ${name} West` }).click();
    await expect(page.getByRole('button', { name: new RegExp(`^Workspace ${name} West`) })).toBeVisible();
    expect((await call(page, 'GET', '/users')).total).toBe(2);
    await openSection(page, 'workspaces');
    await act('Archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByRole('button', { name: new RegExp(`^Workspace (?!${name})`) })).toBeVisible();
  });

  await test.step('the installation’s audit log has every change, sealed', async () => {
    await openSection(page, 'installation-audit');
    const entries = page.getByRole('region', { name: 'Entry list' });
    for (const action of [
      'Archived a workspace',
      'Restored a workspace',
      'Changed a workspace',
      'Created a workspace',
    ])
      await expect(entries.getByRole('rowheader', { name: action }).first()).toBeVisible();
    await expect(
      entries.getByRole('rowheader', { name: 'Changed installation settings' }).first(),
    ).toBeVisible();
    await expectAccessible(page);
    await expectSealed(since, 'createWorkspace', 'changeWorkspace', 'archiveWorkspace', 'restoreWorkspace');
  });

  await test.step('an administrator has no access to it', async () => {
    await openSection(admin, 'workspace');
    await expect(getCard(admin, 'Plan')).toContainText('Ask a superadmin to change the plan or its limits.');
    const list = admin.getByRole('navigation', { name: 'Settings' });
    await expect(list.getByRole('link', { name: /^Audit log/ })).toBeVisible();
    await expect(list.getByRole('link', { name: /^Workspaces|^Installation/ })).toHaveCount(0);
    for (const section of ['workspaces', 'installation-audit']) {
      await openSection(admin, section);
      await expect(admin.getByText('Section not found')).toBeVisible();
    }
  });
});
