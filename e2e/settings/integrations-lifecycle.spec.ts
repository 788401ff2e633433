import { createHmac } from 'node:crypto';
import { expectSealed } from '../support/audit.ts';
import { call } from '../support/call.ts';
import { startReceiver } from '../support/receiver.ts';
import { getCard, openSection, save, startInNewWorkspace, startInTeam } from '../support/settings.ts';
import { expect, expectAccessible, goTo, startSession, test, type Page } from '../support/test.ts';

const mark = Date.now().toString(36);

/** Posts an email to an address for incoming mail; returns the status. */
async function postMail(page: Page, address: string, subject: string): Promise<number> {
  const answer = await page.request.post(new URL(address).pathname, {
    headers: { 'content-type': 'message/rfc822' },
    data: [
      `From: Nobody <nobody.${mark}@elsewhere.test>`,
      'To: office@handover.test',
      `Subject: ${subject}`,
      `Message-ID: <${subject}.${mark}@elsewhere.test>`,
      '',
      'Hello',
      '',
    ].join('\r\n'),
  });
  return answer.status();
}

test('a new inbound email address replaces the previous one', async ({ page }) => {
  const since = new Date();
  await startInTeam(page, 'admin');
  await openSection(page, 'mail');
  const card = getCard(page, 'Incoming email');
  const makeNew = async (): Promise<string> => {
    await card.getByRole('button', { name: /^Create/ }).click();
    const question = page.getByRole('dialog', { name: 'Create a new URL?' });
    const shown = page.getByRole('textbox', { name: 'URL', exact: true }).last();
    await expect(
      question.or(page.getByRole('dialog', { name: 'Your URL for incoming email' })),
    ).toBeVisible();
    if (await question.isVisible()) await question.getByRole('button', { name: 'Create new URL' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your URL for incoming email' });
    await expect(dialog).toBeVisible();
    const address = await shown.inputValue();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    return address;
  };
  const first = await makeNew();
  expect(await postMail(page, first, 'one')).toBe(202);
  const second = await makeNew();
  expect(await postMail(page, first, 'two')).toBe(404);
  expect(await postMail(page, second, 'three')).toBe(202);
  await page.goto('/admin/users/triage');
  const mails = page.getByRole('article').filter({ hasText: 'Nobody' });
  await expect(mails.filter({ hasText: 'three' })).toBeVisible();
  await expect(mails.filter({ hasText: 'two' })).toHaveCount(0);
  await expectSealed(since, 'getInboundAddress');
});

test('a webhook respects its event list, sends nothing while off, and also signs with a new secret', async ({
  page,
}) => {
  const since = new Date();
  const receiver = await startReceiver();
  await startInNewWorkspace(page, 'Exchange');
  await call(page, 'POST', '/webhooks', { url: receiver.url, events: ['customer.created'] });
  await openSection(page, 'webhooks');
  const row = page.getByRole('listitem').filter({ hasText: receiver.url });
  const choose = async (item: string): Promise<void> => {
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const makeCustomer = async (name: string): Promise<string> =>
    (await call(page, 'POST', '/users', { name: `${name} ${mark}` })).user.id;
  const told = (): string[] => receiver.all().map(({ body }) => String(JSON.parse(body).type));

  await choose('Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit webhook' });
  await dialog.getByLabel('customer.created').uncheck();
  await dialog.getByLabel('note.added').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const id = await makeCustomer('Not told of');
  const note = (body: string) => call(page, 'POST', `/users/${id}/notes`, { body });
  await note('first');
  await expect.poll(told, { timeout: 60_000 }).toEqual(['note.added']);

  await choose('Turn off');
  await expect(row.getByText('Off', { exact: true })).toBeVisible();
  await note('while it rests');
  await choose('Turn on');
  await expect(row.getByText('On', { exact: true })).toBeVisible();
  await choose('Rotate secret…');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await note('second');
  await expect.poll(told, { timeout: 60_000 }).toEqual(['note.added', 'note.added']);
  const { headers, body } = receiver.all().at(-1) ?? { headers: {}, body: '' };
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signatures = String(headers['webhook-signature']).split(' ');
  expect(signatures).toHaveLength(2);
  expect(signatures).toContain(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);

  await choose('Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  await receiver.close();
  await expectSealed(since, 'updateWebhook', 'rotateWebhookSecret', 'deleteWebhook');
});

test('a source is added, offered for customers, and merged into another on the customers that have it', async ({
  page,
}) => {
  const since = new Date();
  const [fair, expo] = [`Fair ${mark}`, `Expo ${mark}`];
  await startInTeam(page, 'admin');
  await openSection(page, 'catalogs');
  for (const name of [fair, expo]) {
    await getCard(page, 'Sources').getByRole('button', { name: 'Add source' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await goTo(page, '/admin/users/create');
  await page.getByLabel(/^Name/).fill(`From the fair ${mark}`);
  await page.getByLabel('Source').fill(fair);
  await page.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `From the fair ${mark}` })).toBeVisible();
  await expect(page.getByText(fair, { exact: true })).toBeVisible();
  const address = page.url();

  await openSection(page, 'catalogs');
  await page.getByRole('button', { name: `Actions for ${fair}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Merge into…' }).click();
  await page.getByLabel('Merge into').selectOption({ label: expo });
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await goTo(page, address);
  await expect(page.getByText(expo, { exact: true })).toBeVisible();
  await expect(page.getByText(fair, { exact: true })).toHaveCount(0);
  await expectSealed(since, 'createSource', 'mergeSource');
});

test('guests and feeds see the tagline, phone, and workspace of the public pages', async ({
  page,
  browser,
}) => {
  const since = new Date();
  await startSession(page, 'superadmin');
  await openSection(page, 'installation');
  const card = getCard(page, 'Brokerage');
  const { installation } = await call(page, 'GET', '/installation/settings');
  const read = async () => (await call(page, 'GET', '/installation/settings')).installation;
  const guest = await (await browser.newContext()).newPage();
  const feed = async (): Promise<string> => (await page.request.get('/api/blog/rss')).text();
  expect(await feed()).toContain('<item>');

  await card.getByLabel('Tagline').fill(`Sold with care ${mark}`);
  await card.getByLabel('Contact phone').fill('+1 312 555 0155');
  await card.getByLabel('Public workspace').selectOption({ label: 'Team 3' });
  await save(card, 'Save brokerage');
  await expect(page.getByText('Brokerage saved')).toBeVisible();
  await expect.poll(feed).toContain(`Sold with care ${mark}`);
  await expect.poll(feed).not.toContain('<item>');
  await guest.goto('/blog');
  await expect(guest.getByText('No posts yet')).toBeVisible();
  await expect(guest.getByRole('article')).toHaveCount(0);
  await guest.getByRole('button', { name: /help/i }).click();
  await expect(guest.getByRole('link', { name: '+1 312 555 0155' })).toBeVisible();

  await card.getByLabel('Tagline').fill(installation.tagline);
  await card.getByLabel('Contact phone').fill(installation.supportPhone ?? '');
  await card.getByLabel('Public workspace').selectOption(installation.publicWorkspaceId ?? '');
  await card.getByRole('button', { name: 'Save brokerage' }).click();
  await expect.poll(async () => (await read()).tagline).toBe(installation.tagline);
  await expect.poll(feed).toContain('<item>');
  await expectSealed(since, 'updateInstallationSettings');
});
