import { call } from '../support/call.ts';
import { startMailServer } from '../support/mail-server.ts';
import {
  getCard,
  logoFile,
  openAs,
  openSection,
  save,
  startInNewWorkspace,
  startInTeam,
} from '../support/settings.ts';
import { expect, expectAccessible, startSession, test, watchErrors, type Page } from '../support/test.ts';

const phone = { width: 390, height: 844 };
const fixture = { width: 1440, height: 900 };

const getMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('an administrator’s workspace settings apply to everyone in it', async ({
  page,
  browser,
  watchedErrors,
}) => {
  await startInTeam(page, 'admin');
  const staff = await openAs(browser, 'staff', watchedErrors);
  await openSection(page, 'workspace');
  const details = getCard(page, 'Workspace');

  await test.step('name and logo appear in the switcher', async () => {
    await details.getByLabel('Name').fill('Harbor Office');
    await save(details, 'Save workspace');
    await expect(page.getByRole('button', { name: /^Workspace Harbor Office/ })).toBeVisible();
    await expect(staff.getByRole('button', { name: /^Workspace Harbor Office/ })).toBeVisible();
    await details.locator('input[type=file]').setInputFiles(logoFile);
    await expect(page.getByText('Logo saved')).toBeVisible();
    const logo = staff.getByRole('button', { name: /^Workspace/ }).locator('img');
    await expect(logo).toHaveAttribute('src', /\/api\/photos\//);
    await details.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Logo removed')).toBeVisible();
    await expect(logo).toHaveCount(0);
    await details.getByLabel('Name').fill('Team 2');
    await save(details, 'Save workspace');
    await expect(staff.getByRole('button', { name: /^Workspace Team 2/ })).toBeVisible();
  });

  await test.step('the time zone sets dates, and the currency the price of a new business', async () => {
    const { timeZone } = (await call(page, 'GET', '/workspace')).workspace;
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await details.getByLabel('Time zone').selectOption(zone);
      await details.getByLabel('Currency').selectOption('CAD');
      await save(details, 'Save workspace');
      const isToday = async (): Promise<boolean> => {
        const { user } = await call(staff, 'GET', '/auth/profile');
        const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
        return user.timeZone === zone && user.today === today;
      };
      await expect.poll(isToday).toBe(true);
    }
    const { business } = await call(staff, 'POST', '/businesses', { name: 'Maple Dental', type: 'dental' });
    expect(business.currency).toBe('CAD');
    await details.getByLabel('Time zone').selectOption(timeZone);
    await details.getByLabel('Currency').selectOption('USD');
    await save(details, 'Save workspace');
    expect((await call(page, 'GET', '/workspace')).workspace.currency).toBe('USD');
  });

  await test.step('an announcement appears in open headers and is removed again', async () => {
    const announcement = getCard(page, 'Announcement');
    const text = `Join at https://meet.example.com/${'j'.repeat(200)}`;
    await announcement.getByLabel('Text').fill(text);
    await announcement.getByRole('button', { name: 'Publish' }).click();
    await expect(staff.getByText(text)).toBeVisible();
    await page.setViewportSize(phone);
    await expectAccessible(page);
    await page.setViewportSize(fixture);
    await announcement.getByRole('button', { name: 'Remove announcement' }).click();
    await expect(staff.getByText(text)).toBeHidden();
  });

  await test.step('policies close areas and customers to staff', async () => {
    await openSection(page, 'policies');
    const policies = getCard(page, 'Staff access');
    await expect(getMenu(staff).getByRole('link', { name: 'Documents' })).toBeVisible();
    const all = (await call(staff, 'GET', '/users')).total;
    await policies.getByRole('checkbox', { name: 'Documents' }).uncheck();
    await policies.getByRole('radio', { name: /assigned to them/ }).check();
    await save(policies, 'Save policies');
    await expect(getMenu(staff).getByRole('link', { name: 'Documents' })).toBeHidden();
    expect((await call(staff, 'GET', '/users')).total).toBeLessThan(all);
    await policies.getByRole('checkbox', { name: 'Documents' }).check();
    await policies.getByRole('radio', { name: /All customers/ }).check();
    await save(policies, 'Save policies');
    await expect(getMenu(staff).getByRole('link', { name: 'Documents' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('settings stay closed to staff', async () => {
    await staff.goto('/admin/settings/audit');
    await expect(staff).toHaveURL(/\/admin\/dashboard/);
  });
});

test('a member is invited, gets a role, and their records are reassigned when they leave', async ({
  page,
  browser,
  watchedErrors,
}) => {
  const mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
  const email = `sam-${String(Date.now())}@people.test`;
  await startInTeam(page, 'admin');
  await openSection(page, 'people');
  await getCard(page, 'Invitations').getByLabel('Email').fill(email);
  await getCard(page, 'Invitations').getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  const invitation = await mail.next(email);
  await mail.close();
  const text = invitation.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const link = /https?:\/\/\S+accept-invite#\S+/.exec(text)?.[0] ?? '';

  const context = await browser.newContext();
  const sam = await context.newPage();
  watchErrors(sam, watchedErrors);
  await sam.goto(link);
  await sam.getByLabel('Your name').fill('Sam Example');
  await sam.getByLabel('Password', { exact: true }).fill('a long enough password');
  await sam.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(sam.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await expect(getMenu(sam).getByRole('link', { name: 'Settings' })).toBeHidden();
  const { user } = await call(sam, 'GET', '/auth/profile');

  await test.step('as an administrator they see the settings', async () => {
    await page.reload();
    const role = page.getByLabel('Role for Sam Example');
    await role.selectOption('ADMIN');
    await page.getByRole('button', { name: 'Make administrator' }).click();
    await expect(getMenu(sam).getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect(role).toHaveValue('ADMIN');
    await role.selectOption('STAFF');
    await expect(getMenu(sam).getByRole('link', { name: 'Settings' })).toBeHidden();
    await expectAccessible(page);
  });

  await test.step('their records are reassigned to a colleague', async () => {
    const name = `Handed over ${String(Date.now())}`;
    const customer = (await call(page, 'POST', '/users', { name, brokerId: user.id })).user;
    await call(page, 'POST', `/users/${String(customer.id)}/tasks`, { title: 'Call', assigneeId: user.id });
    await page.getByRole('button', { name: 'Actions for Sam Example' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deactivate Sam Example?' });
    await expect(dialog.getByText(/1 customer, 1 open task/)).toBeVisible();
    await dialog.getByLabel('Reassign to').selectOption({ label: 'Avery Collins' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText(/deactivated\. Reassigning/)).toBeVisible();
    const brokerOf = async () => (await call(page, 'GET', `/users/${String(customer.id)}`)).user.brokerId;
    await expect.poll(brokerOf).toBe((await call(page, 'GET', '/auth/profile')).user.id);
    await sam.reload();
    await expect(getMenu(sam).getByRole('link', { name: 'Users Management' })).toBeHidden();
  });
});

test('email is sent through the workspace’s own server, under its own name', async ({ page }) => {
  const own = await startMailServer(0);
  await startInNewWorkspace(page, 'Own server');
  await openSection(page, 'mail');
  const sender = getCard(page, 'Sender');
  await sender.getByLabel('Name').fill('Harbor front desk');
  await sender.getByLabel('Address').fill('desk@harbor.test');
  await sender.getByRole('button', { name: 'Save sender' }).click();
  await expect(page.getByText('Sender saved')).toBeVisible();
  const server = getCard(page, 'Mail server');
  await server.getByLabel('Host').fill('127.0.0.1');
  await server.getByLabel('Port').fill(String(own.port));
  await server.getByLabel('Encryption').selectOption('none');
  await server.getByRole('button', { name: 'Save server' }).click();
  await expect(server.getByText('Your server', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(getCard(page, 'Test').getByText('Sent', { exact: true })).toBeVisible();
  expect(await own.next()).toMatchObject({ from: 'desk@harbor.test', to: ['superadmin@handover.test'] });
  await expectAccessible(page);
  const email = `ann-${String(Date.now())}@clients.test`;
  const { id } = (await call(page, 'POST', '/users', { name: 'Ann by mail', email })).user;
  await call(page, 'POST', `/users/${String(id)}/send-email`, { subject: 'Hello', text: 'From us' });
  expect((await own.next()).raw).toContain('From: Harbor front desk <desk@harbor.test>');

  await server.getByRole('button', { name: 'Remove server' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(server.getByText('Shared server')).toBeVisible();
  await own.close();
});

test('tags and sources are renamed and merged on the customers that have them', async ({ page }) => {
  const mark = String(Date.now());
  await startInTeam(page, 'admin');
  const tag = (await call(page, 'POST', '/tags', { name: `Hot ${mark}` })).tag;
  const { id } = (
    await call(page, 'POST', '/users', { name: `Ann ${mark}`, tagIds: [tag.id], source: `Fair ${mark}` })
  ).user;
  const customer = async () => (await call(page, 'GET', `/users/${String(id)}`)).user;
  await openSection(page, 'catalogs');
  const act = async (name: string, what: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };

  await act(`Hot ${mark}`, 'Rename');
  await page.getByRole('dialog').getByLabel('Name').fill(`Warm ${mark}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText(`Renamed to Warm ${mark}`)).toBeVisible();
  await getCard(page, 'Tags').getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(`Lukewarm ${mark}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await act(`Warm ${mark}`, 'Merge into…');
  await page.getByLabel('Merge into').selectOption({ label: `Lukewarm ${mark}` });
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText(`Warm ${mark} merged`)).toBeVisible();
  expect((await customer()).tags.map(({ name }: { name: string }) => name)).toEqual([`Lukewarm ${mark}`]);

  await act(`Fair ${mark}`, 'Rename');
  await page.getByRole('dialog').getByLabel('Name').fill(`Trade fair ${mark}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect.poll(async () => (await customer()).source).toBe(`Trade fair ${mark}`);
  await act(`Trade fair ${mark}`, 'Delete');
  await page.getByRole('dialog').getByRole('textbox').fill(`Trade fair ${mark}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await customer()).source).toBeNull();

  await act(`Lukewarm ${mark}`, 'Delete');
  await page.getByRole('dialog').getByRole('textbox').fill(`Lukewarm ${mark}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await customer()).tags).toEqual([]);
  await page.goto(`/admin/users/view/${String(id)}`);
  await expect(page.getByRole('heading', { name: `Ann ${mark}` })).toBeVisible();
  await expect(page.getByText(`Lukewarm ${mark}`)).toHaveCount(0);
});

test('a superadmin names the brokerage, and guests see the name', async ({ page, browser }) => {
  await startSession(page, 'superadmin');
  await openSection(page, 'installation');
  const card = getCard(page, 'Brokerage');
  const { installation } = await call(page, 'GET', '/installation/settings');
  await card.getByLabel('Name').fill('Harbor Practice Sales');
  await card.getByLabel('Contact email').fill('help@harbor.test');
  await card.locator('input[type=file]').setInputFiles(logoFile);
  await expect(page.getByText('Logo saved')).toBeVisible();
  await save(card, 'Save brokerage');
  await expect(page.getByText('Brokerage saved')).toBeVisible();
  await expectAccessible(page);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto('/blog');
  await expect(guest).toHaveTitle(/Harbor Practice Sales/);
  await expect(
    guest.getByRole('link', { name: 'Harbor Practice Sales, home' }).first().locator('img'),
  ).toBeVisible();
  await guest.getByRole('button', { name: /help/i }).click();
  await expect(guest.getByText('help@harbor.test')).toBeVisible();

  await card.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Logo removed')).toBeVisible();
  await card.getByLabel('Name').fill(installation.name);
  await card.getByLabel('Contact email').fill(installation.supportEmail ?? '');
  await save(card, 'Save brokerage');
  await expect
    .poll(async () => (await call(page, 'GET', '/installation')).installation.name)
    .toBe(installation.name);
});

test('every settings section works on a phone; an unknown section shows an error', async ({ page }) => {
  await startSession(page, 'admin');
  await page.setViewportSize(phone);
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: /^Audit log/ }).click();
  await expect(page.getByRole('region', { name: 'Entry list' })).toBeVisible();
  await page.getByRole('link', { name: 'All settings' }).click();
  for (const name of ['workspace', 'people', 'mail', 'catalogs', 'api-keys', 'webhooks', 'audit']) {
    await page.goto(`/admin/settings/${name}`);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/admin/settings/nowhere');
  await expect(page.getByText('Section not found')).toBeVisible();
  await page.setViewportSize(fixture);
  await expectAccessible(page);
});
