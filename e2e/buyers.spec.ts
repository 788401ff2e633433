import { call } from './support/call.ts';
import { findLink } from './support/colleague.ts';
import { startMailServer, type MailServer } from './support/mail-server.ts';
import { expect, expectAccessible, startSession, test, type Page } from './support/test.ts';

const phone = { width: 390, height: 844 };
const mark = Date.now().toString(36);
const name = `Robin Seeker ${mark}`;
const email = `robin.${mark}@buyers.test`;

let mail: MailServer;
test.beforeAll(async () => {
  mail = await startMailServer(Number(process.env['E2E_SMTP_PORT'] ?? 0));
});
test.afterAll(() => mail.close());

const getInquiry = (page: Page) => page.getByRole('listitem').filter({ hasText: email });

/** Registers on the public page, and returns the link that was emailed. */
async function register(page: Page): Promise<string> {
  await page.goto('/register-buyer');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('checkbox', { name: 'Dental' }).check();
  await page.getByLabel('State').selectOption('OH');
  await page.getByLabel('Maximum price').fill('1.5M');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
  return findLink((await mail.next(email)).raw, 'confirm-registration');
}

test('a buyer registers, confirms the email address, and becomes a customer with a profile', async ({
  page,
  browser,
}) => {
  await startSession(page, 'admin');
  const guest = await (await browser.newContext({ viewport: phone })).newPage();

  await test.step('the form explains what is missing, on a phone', async () => {
    await guest.goto('/register-buyer');
    await guest.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(guest.getByText('Enter an email address such as name@example.com')).toBeVisible();
    await expect(guest.getByLabel('Name')).toBeFocused();
    await guest.getByLabel('Maximum price').fill('a lot');
    await expect(guest.getByText('Enter an amount such as $1.5M')).toBeVisible();
    await expectAccessible(guest);
  });

  await test.step('the emailed link confirms once, after a click', async () => {
    const link = await register(guest);
    await guest.goto(link);
    const { inquiries } = await call(await openPage(page), 'GET', '/buyer-inquiries');
    expect(JSON.stringify(inquiries)).not.toContain(email);
    await guest.getByRole('button', { name: 'Confirm registration' }).click();
    await expect(guest.getByRole('heading', { level: 1, name: 'You are registered' })).toBeVisible();
    await guest.goto('/sign-in');
    await guest.goto(link);
    await guest.getByRole('button', { name: 'Confirm registration' }).click();
    await expect(guest.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
  });

  await test.step('staff accept the registration', async () => {
    await page.goto('/admin/business-center/buyers/inquiries');
    await expect(getInquiry(page)).toContainText('Looking for: Dental · OH · up to $1.5M');
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await getInquiry(page).getByRole('button', { name: 'Add buyer' }).click();
    await expect(getInquiry(page)).toBeHidden();
    await page.getByRole('tab', { name: 'Accepted' }).click();
    await getInquiry(page).getByRole('link', { name: 'Open buyer' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('up to $1.5M');
  });

  await test.step('a second registration goes to the same customer; dismissing it can be undone', async () => {
    await guest.goto(await register(guest));
    await guest.getByRole('button', { name: 'Confirm registration' }).click();
    await expect(guest.getByRole('heading', { level: 1, name: 'You are registered' })).toBeVisible();
    await page.goto('/admin/business-center/buyers/inquiries');
    await expect(getInquiry(page)).toContainText(`Same email as ${name}`);
    await getInquiry(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(getInquiry(page)).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await getInquiry(page).getByRole('button', { name: 'Add to customer' }).click();
    await expect(getInquiry(page)).toBeHidden();
    const { buyers } = await call(page, 'GET', '/buyers');
    expect(
      buyers.filter(({ customer }: { customer: { email: string } }) => customer.email === email),
    ).toHaveLength(1);
  });
});

/** A page of the same origin, whose stored session is used for API calls. */
async function openPage(page: Page): Promise<Page> {
  await page.goto('/favicon.svg');
  return page;
}
