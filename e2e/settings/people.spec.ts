import { expectSealed } from '../support/audit.ts';
import { call } from '../support/call.ts';
import { inviteColleague, findLink, openDevice } from '../support/colleague.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { getCard, openSection, startInTeam } from '../support/settings.ts';
import { expect, expectAccessible, test, type Page } from '../support/test.ts';
import { generateTotp } from '../support/totp.ts';

let mail: MailServer;
// Runs during all tests, because mail that is not accepted now would be delivered during later journeys.
test.beforeAll(async () => {
  mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
});
test.afterAll(() => mail.close());

test('an invitation is resent, which disables the earlier link, and revoked', async ({ page, browser }) => {
  const since = new Date();
  const email = `lou-${String(Date.now())}@people.test`;
  await startInTeam(page, 'admin');
  await openSection(page, 'people');
  const invitations = getCard(page, 'Invitations');
  await invitations.getByLabel('Email').fill(email);
  await invitations.getByLabel('Role').selectOption('ADMIN');
  await invitations.getByRole('button', { name: 'Invite', exact: true }).click();
  const first = findLink((await mail.next(email)).raw, 'accept-invite');
  await invitations.getByRole('button', { name: `Invite again: ${email}` }).click();
  const second = findLink((await mail.next(email)).raw, 'accept-invite');
  expect(second).not.toBe(first);

  const guest = await (await browser.newContext()).newPage();
  const expectOpen = async (link: string, isOpen: boolean): Promise<void> => {
    // Uses a new page each time, because an address that differs only after the # loads nothing.
    await guest.goto('about:blank');
    await guest.goto(link);
    const title = isOpen ? /^Join / : 'This link does not work';
    await expect(guest.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(guest.getByLabel('Your name')).toHaveCount(isOpen ? 1 : 0);
  };
  await expectOpen(second, true);
  await expectOpen(first, false);
  await invitations.getByRole('button', { name: `Revoke the invitation to ${email}` }).click();
  await expect(page.getByText(`Invitation to ${email} revoked`)).toBeVisible();
  await expect(invitations.getByText(email)).toHaveCount(0);
  await expectOpen(second, false);
  await expectSealed(since, 'createInvitation', 'resendInvitation', 'revokeInvitation');
});

test('a deactivated member is reactivated, and a member who lost the app signs in without it', async ({
  page,
  browser,
  watchedErrors: errors,
}) => {
  const since = new Date();
  await startInTeam(page, 'admin');
  const kim = await inviteColleague(page, { browser, mail, errors });
  const name = `Kim ${kim.id.slice(-6)}`;
  const { user } = await call(kim.page, 'GET', '/auth/profile');
  await call(kim.page, 'PATCH', '/auth/profile', { displayName: name, phone: null, version: user.version });
  await openSection(page, 'people');

  await test.step('deactivated and reactivated', async () => {
    await choose(page, name, 'Deactivate');
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByText(/deactivated\. Reassigning/)).toBeVisible();
    await kim.page.goto('/admin/users');
    await expect(kim.page.getByText('No access').first()).toBeVisible();
    await expect(kim.page.getByRole('heading', { level: 1, name: 'Users Management' })).toHaveCount(0);
    await choose(page, name, 'Reactivate');
    await expect(page.getByText(`${name} reactivated`)).toBeVisible();
    await kim.page.goto('/admin/users');
    await expect(kim.page.getByRole('heading', { level: 1, name: 'Users Management' })).toBeVisible();
  });

  await test.step('two-step sign-in is removed', async () => {
    const { enrolment } = await call(kim.page, 'POST', '/auth/second-factor', { password: kim.password });
    await call(kim.page, 'POST', '/auth/second-factor/confirm', { code: generateTotp(enrolment.secret) });
    const before = await openDevice(browser, { ...kim, errors });
    await expect(before.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
    await page.reload();
    await choose(page, name, 'Remove two-step sign-in');
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog).toBeHidden();
    const after = await openDevice(browser, { ...kim, errors });
    await expect(after.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  });
  await expectSealed(since, 'deactivatePerson', 'reactivatePerson', 'removePersonSecondFactor');
});

/** Chooses an action in the menu of a person. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
