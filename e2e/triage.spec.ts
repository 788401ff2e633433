import { call } from './support/call.ts';
import { expect, expectAccessible, startSession, test, type Page } from './support/test.ts';

const phone = { width: 390, height: 844 };
const mark = Date.now().toString(36);
const stan = { name: `Stan Ranger ${mark}`, address: `stan.${mark}@elsewhere.test` };
const shop = { name: 'The Shop', address: `news.${mark}@shop.test` };

/** Delivers an email; returns where it was filed. */
async function receive(page: Page, from: typeof stan, subject: string): Promise<string> {
  const { inbound } = await call(page, 'POST', '/mailboxes/inbound-token', {});
  const mail = [
    `From: ${from.name} <${from.address}>`,
    'To: office@handover.test',
    `Subject: ${subject}`,
    `Message-ID: <${subject.replaceAll(' ', '-')}.${mark}@e2e.test>`,
    'Content-Type: text/html',
    '',
    `<p>About <b>${subject}</b></p><script>document.title = 'attacked'</script>`,
    '',
  ].join('\r\n');
  const answer = await page.request.post(new URL(String(inbound.url), page.url()).pathname, {
    headers: { 'content-type': 'message/rfc822' },
    data: mail,
  });
  return (await answer.json()).result;
}

const getMail = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('email from unknown senders: a notification, a new customer, marked as spam; and the customer gets a photo', async ({
  page,
}) => {
  await startSession(page, 'admin');
  const { user } = await call(page, 'GET', '/auth/profile');
  const team2 = user.workspaces.find(({ name }: { name: string }) => name === 'Team 2');
  await page.goto(`/admin/users?w=${String(team2.id)}`);
  await expect(page.getByRole('button', { name: /^Workspace Team 2/ })).toBeVisible();
  await call(page, 'POST', '/notifications/read-all');

  await test.step('a notification appears on the open page and opens it by keyboard', async () => {
    expect(await receive(page, stan, 'My practice')).toBe('triage');
    const bell = page.getByRole('button', { name: 'Notifications, 1 unread' });
    await expect(bell).toBeVisible();
    await bell.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await expectAccessible(page);
    await panel.getByRole('link', { name: /unknown sender.*unread/ }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Unknown senders' })).toBeVisible();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  });

  await test.step('it opens in place, runs no scripts, and works on a phone', async () => {
    await getMail(page, stan.name).getByRole('button').first().click();
    await expect(getMail(page, stan.name)).toContainText('About My practice');
    await expect(page).not.toHaveTitle('attacked');
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a customer created from it has the email, and later email is assigned automatically', async () => {
    await getMail(page, stan.name).getByRole('link', { name: 'Create a customer' }).click();
    await expect(page.getByLabel(/^Name/)).toHaveValue(stan.name);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create customer' }).click();
    await expect(page.getByRole('heading', { level: 1, name: stan.name })).toBeVisible();
    await expect(page).toHaveURL(/tab=conversation/);
    await expect(page.getByText('My practice').first()).toBeVisible();
    expect(await receive(page, stan, 'The numbers')).toBe('filed');
    await expect(page.getByText('The numbers').first()).toBeVisible();
  });

  await test.step('their photo is shown on the record and in the list, until it is removed', async () => {
    const photo = page.getByLabel('Summary').locator('img');
    const menu = page.getByRole('button', { name: 'More actions' });
    const chosen = page.waitForEvent('filechooser');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Add a photo' }).click();
    const buffer = await page.screenshot();
    await (await chosen).setFiles({ name: 'stan.png', mimeType: 'image/png', buffer });
    await expect(photo).toBeVisible();
    const width = () => photo.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(256);
    await expectAccessible(page);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Remove photo' }).click();
    await expect(photo).toBeHidden();
  });

  await test.step('spam removes the sender’s later email too, and can be undone', async () => {
    await receive(page, shop, 'Buy now');
    await page.goto('/admin/users/triage');
    await getMail(page, shop.name).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Mark as spam', exact: true }).click();
    await expect(getMail(page, shop.name)).toBeHidden();
    await receive(page, shop, 'Buy again');
    await page.getByRole('link', { name: /^Ignored/ }).click();
    await expect(getMail(page, 'Buy again')).toContainText('Spam');
    await getMail(page, 'Buy again').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Move to inbox' }).click();
    await page.getByRole('link', { name: /^Waiting/ }).click();
    await expect(getMail(page, shop.name)).toHaveCount(2);
    const { mails } = await call(page, 'GET', '/triage');
    const fromShop = mails.filter(({ from }: { from: { address: string } }) => from.address === shop.address);
    expect(fromShop).toHaveLength(2);
  });
});
