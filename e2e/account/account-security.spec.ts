import type { Locator } from '@playwright/test';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { call } from '../support/call.ts';
import { expect, expectAccessible, fillSignIn, signIn, signOut, test, type Page } from '../support/test.ts';
import { generateTotp } from '../support/totp.ts';

const password = 'seven quiet herons';
let mail: MailServer;

// Runs during all tests, because mail that is not accepted now would be delivered during later journeys.
test.beforeAll(async () => {
  mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
});
test.afterAll(() => mail.close());

const getSection = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const listMails = (address: string): string[] =>
  mail
    .all()
    .filter(({ to }) => to.includes(address))
    .map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));

async function waitForMail(address: string, subject: string): Promise<string> {
  const find = (): string | undefined =>
    listMails(address).find((raw) => raw.includes(`Subject: ${subject}`));
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return find() ?? '';
}

/** Uses a separate colleague, signed in on the account page, because all tests share the sample logins. */
async function openAccount(page: Page): Promise<string> {
  const email = `kim-${String(Date.now())}@people.test`;
  await signIn(page, 'admin');
  await call(page, 'POST', '/invitations', { email, role: 'STAFF' });
  const link =
    /https?:\/\/\S+accept-invite#\S+/.exec(await waitForMail(email, 'Avery Collins invited you to'))?.[0] ??
    '';
  await signOut(page);
  await page.goto(link);
  await page.getByLabel('Your name').fill('Kim Careful');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await page.goto('/account');
  return email;
}

test('two-step sign-in: setup, then a code from the app, then a recovery code', async ({ page }) => {
  const email = await openAccount(page);
  const dialog = page.getByRole('dialog');
  await getSection(page, 'Two-step sign-in').getByRole('button', { name: 'Set up' }).click();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const secret = (await dialog.getByText(/^[A-Z2-7 ]{30,}$/).textContent())?.replaceAll(' ', '') ?? '';
  await dialog.getByLabel('Six-digit code').fill(generateTotp(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const shown = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I saved my codes' }).click();
  await expect(getSection(page, 'Two-step sign-in').getByText('10 recovery codes left.')).toBeVisible();
  await waitForMail(email, 'Two-step sign-in is on');

  await signOut(page);
  await page.goto('/account');
  await fillSignIn(page, email, password);
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code from your authenticator app').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Incorrect or already used code.')).toBeVisible();
  await page.getByLabel('Code from your authenticator app').fill(generateTotp(secret, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/account');

  await signOut(page);
  await fillSignIn(page, email, password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  expect(await waitForMail(email, 'A recovery code was used')).toContain('You have 9 recovery codes left');
});

test('a passkey is created, signs in without a password, and is removed', async ({ page, context }) => {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const email = await openAccount(page);
  const passkeys = getSection(page, 'Passkeys');
  const dialog = page.getByRole('dialog');
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByLabel('Name').fill('Test key');
  await dialog.getByLabel('Your password').fill(password);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(passkeys.getByText('Test key')).toBeVisible();
  await waitForMail(email, 'A passkey was added');
  await expectAccessible(page);

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  expect((await call(page, 'GET', '/auth/profile')).user.email).toBe(email);

  await page.goto('/account');
  await passkeys.getByRole('button', { name: 'Actions for Test key' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByText('Test key')).toHaveCount(0);
  await waitForMail(email, 'A passkey was removed');
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText(/was removed from your account/)).toBeVisible();
});

test('a new email address takes effect when its link is opened, even signed out', async ({
  page,
  browser,
}) => {
  const email = await openAccount(page);
  const moved = `moved-${email}`;
  const profile = getSection(page, 'Profile');
  await expect(profile.getByText('Confirmed', { exact: true })).toBeVisible();
  await profile.getByRole('button', { name: 'Change address' }).click();
  await page.getByRole('dialog').getByLabel('New email').fill(moved);
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click();
  await expect(profile.getByText(`Open the link we sent to ${moved}.`, { exact: false })).toBeVisible();
  const link =
    /https?:\/\/\S+confirm-email#\S+/.exec(await waitForMail(moved, 'Confirm your email address'))?.[0] ?? '';
  await waitForMail(email, 'Email address change requested');

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(guest.getByRole('button', { name: 'Confirm address' })).toBeVisible();
  await expectAccessible(guest);
  await guest.getByRole('button', { name: 'Confirm address' }).click();
  await expect(guest.getByText(`You now sign in with ${moved}.`)).toBeVisible();
  await waitForMail(email, 'Your email address was changed');
  await page.reload();
  await expect(profile.getByLabel('Email')).toHaveValue(moved);
  await expect(profile.getByText('Confirmed', { exact: true })).toBeVisible();
});
