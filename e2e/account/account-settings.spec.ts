import type { Locator } from '@playwright/test';
import { expectSealed } from '../support/audit.ts';
import { call } from '../support/call.ts';
import { inviteColleague, openDevice } from '../support/colleague.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { logoFile, startInTeam } from '../support/settings.ts';
import { expect, expectAccessible, goTo, test, type Page } from '../support/test.ts';

let mail: MailServer;
// Runs during all tests, because mail that is not accepted now would be delivered during later journeys.
test.beforeAll(async () => {
  mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
});
test.afterAll(() => mail.close());

const getSection = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const getSubject = ({ raw }: { raw: string }): string => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? '';

test('a user gets mentions by email and the digest at the chosen hour', async ({
  page,
  browser,
  watchedErrors: errors,
}) => {
  await startInTeam(page, 'admin');
  const since = new Date();
  const kim = await inviteColleague(page, { browser, mail, errors });
  const choices = getSection(kim.page, 'Notifications');
  const customer = (await call(page, 'POST', '/users', { name: `Told ${kim.id}` })).user;
  const mention = (text: string) =>
    call(page, 'POST', `/users/${String(customer.id)}/notes`, { body: `@[Kim Careful](${kim.id}) ${text}` });

  await test.step('at first, a mention is a notification and not an email', async () => {
    await mention('first');
    await expect(kim.page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  });

  await test.step('the setting is saved', async () => {
    await kim.page.goto('/account');
    await choices.getByRole('checkbox', { name: 'Mentions of you in the app' }).uncheck();
    await choices.getByRole('combobox', { name: 'Mentions of you by email' }).selectOption('Immediately');
    await choices.getByLabel('Send the digest at').selectOption('5 PM');
    await choices.getByRole('checkbox', { name: 'Monday' }).uncheck();
    await choices.getByRole('button', { name: 'Save notification settings' }).click();
    await expect(kim.page.getByText('Notification settings saved')).toBeVisible();
    await expect(choices.getByText(/^Next on .* 5:00/)).toBeVisible();
    await expectAccessible(kim.page);
    await kim.page.reload();
    await expect(choices.getByLabel('Send the digest at')).toHaveValue('17');
    await expect(choices.getByRole('checkbox', { name: 'Monday' })).not.toBeChecked();
    await expect(choices.getByRole('checkbox', { name: 'Mentions of you in the app' })).not.toBeChecked();
    await call(kim.page, 'POST', '/notifications/read-all');
  });

  await test.step('then a mention is an email and not a notification', async () => {
    await mention('second');
    const received = await mail.next(kim.email);
    expect(received.raw).toContain('Avery Collins');
    expect(
      mail
        .all()
        .filter(({ to }) => to.includes(kim.email))
        .map(getSubject),
    ).toHaveLength(2);
    const { notifications } = await call(kim.page, 'GET', '/notifications');
    const told = notifications.filter(({ type }: { type: string }) => type === 'mention');
    expect(told).toHaveLength(1);
    await kim.page.reload();
    await expect(kim.page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  });
  await expectSealed(since, 'updateNotificationChoices');
});

test('name, phone, and photo appear in the directory; the signature is in the next new email', async ({
  page,
  browser,
  watchedErrors: errors,
}) => {
  await startInTeam(page, 'admin');
  const since = new Date();
  const kim = await inviteColleague(page, { browser, mail, errors });
  const name = `Kim ${kim.id.slice(-6)}`;
  await kim.page.goto('/account');

  await test.step('name, phone and photo', async () => {
    const profile = getSection(kim.page, 'Profile');
    await profile.getByLabel('Name').fill(name);
    await profile.getByLabel('Phone').fill('+1 312 555 0142');
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await expect(kim.page.getByText('Profile saved')).toBeVisible();
    const chosen = kim.page.waitForEvent('filechooser');
    await profile.getByRole('button', { name: 'Add photo' }).click();
    await (await chosen).setFiles(logoFile);
    await expect(profile.getByRole('button', { name: 'Remove photo' })).toBeVisible();
    await page.goto('/user');
    const card = page.getByRole('listitem').filter({ hasText: name });
    await expect(card.getByRole('link', { name: '+1 312 555 0142' })).toBeVisible();
    await expect(card.locator('img')).toHaveAttribute('src', /\/api\/photos\//);
    await kim.page.getByRole('button', { name: 'Account', exact: true }).click();
    const menu = kim.page.getByRole('menu').locator('..');
    await expect(menu).toContainText(`${name}${kim.email}`);
    await kim.page.keyboard.press('Escape');
    await profile.getByRole('button', { name: 'Remove photo' }).click();
    await expect(profile.getByRole('button', { name: 'Add photo' })).toBeVisible();
    await page.reload();
    await expect(card).toBeVisible();
    await expect(card.locator('img')).toHaveCount(0);
  });

  await test.step('the signature', async () => {
    const signature = getSection(kim.page, 'Signature');
    await expect(signature.getByRole('button', { name: 'Bold' })).toBeVisible();
    await signature.getByRole('textbox', { name: 'Signature' }).click();
    await kim.page.keyboard.type('Kim, senior broker');
    await signature.getByRole('button', { name: 'Save signature' }).click();
    await expect(kim.page.getByText('Signature saved')).toBeVisible();
    const email = `lee.${kim.id}@clients.test`;
    const { user } = await call(page, 'POST', '/users', { name: 'Lee Client', email });
    await goTo(kim.page, `/admin/users/view/${String(user.id)}?compose=email#composer`);
    await expect(kim.page.getByRole('button', { name: 'Bold' })).toBeVisible();
    await kim.page.getByLabel('Subject').fill('Our talk');
    await expect(kim.page.getByRole('textbox', { name: 'Message' })).toContainText('Kim, senior broker');
    await kim.page.getByRole('textbox', { name: 'Message' }).click();
    await kim.page.keyboard.press('Control+Home');
    await kim.page.keyboard.type('Thank you for your time.');
    await kim.page.getByRole('button', { name: 'Send', exact: true }).click();
    const received = await mail.next(email);
    expect(received.raw).toContain('Thank you for your time.');
    expect(received.raw).toContain('Kim, senior broker');
  });
  await expectSealed(since, 'updateProfile', 'setOwnPhoto', 'removeOwnPhoto', 'updateSignature');
});

test('a new password signs out the other devices, and one device can be signed out', async ({
  page,
  browser,
  watchedErrors: errors,
}) => {
  await startInTeam(page, 'admin');
  const since = new Date();
  const kim = await inviteColleague(page, { browser, mail, errors });
  const password = 'nine slow pelicans';
  await kim.page.goto('/account');

  await test.step('the password', async () => {
    const other = await openDevice(browser, { ...kim, errors });
    await expect(other.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
    const form = getSection(kim.page, 'Password');
    await form.getByLabel('Current password').fill('not the password');
    await form.getByLabel('New password').fill(password);
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(form.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('Current password').fill(kim.password);
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(kim.page.getByText(/Password changed/)).toBeVisible();
    await other.reload();
    await expect(other).toHaveURL(/\/sign-in/);
    const refused = await openDevice(browser, { ...kim, errors });
    await expect(refused.getByRole('alert')).toBeVisible();
  });

  await test.step('a device', async () => {
    const other = await openDevice(browser, { email: kim.email, password, errors });
    await expect(other.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
    await kim.page.reload();
    const devices = getSection(kim.page, 'Devices');
    // Both browsers are of the same kind, so they are grouped.
    await expect(devices.getByRole('listitem')).toContainText('2 sign-ins');
    await devices.getByRole('button', { name: /^Sign out others on / }).click();
    await expect(devices.getByRole('listitem')).not.toContainText('2 sign-ins');
    await other.reload();
    await expect(other).toHaveURL(/\/sign-in/);
    await expectAccessible(kim.page);
  });
  await expectSealed(since, 'changePassword', 'revokeSession');
});
