import { startInNewWorkspace } from './support/settings.ts';
import type { Locator } from '@playwright/test';
import { call } from './support/call.ts';
import { startMailServer } from './support/mail-server.ts';
import { expect, expectAccessible, signIn, startSession, test, type Page, goTo } from './support/test.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

/** The first whole number of a text: "Needs a reply 1,204" is 1204. */
function parseNumber(text: string): number {
  const [, digits = ''] = /(\d[\d,]*)/.exec(text) ?? [];
  expect(digits, `no number in “${text}”`).not.toBe('');
  return Number(digits.replaceAll(',', ''));
}

/** Follows a figure's link and returns the total that the list loads. */
async function getLinkedTotal(
  page: Page,
  link: Locator,
  list: { api: string; title: string },
): Promise<number> {
  // Panels of the dashboard read the same list with other filters, and their requests may still be pending.
  const filter = [...new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams];
  const answered = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url());
    return (
      pathname === `/api${list.api}` &&
      filter.every(([name, value]) => searchParams.getAll(name).includes(value))
    );
  });
  await waitForPanels(page);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: list.title })).toBeVisible();
  const { total } = await (await answered).json();
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  return Number(total);
}

/** A panel that loads can push a link away between pressing and releasing the mouse button. */
async function waitForPanels(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
}

test('dashboard numbers match the lists they link to', async ({ page }) => {
  await startSession(page, 'admin');
  await page.goto('/admin/dashboard');
  const glance = page.getByRole('list', { name: 'At a glance' });
  const lists = [
    { tile: /^Your tasks due/, api: '/tasks', title: 'Tasks' },
    { tile: /^Open businesses/, api: '/businesses', title: 'Business Center' },
    { tile: /^New this month/, api: '/users', title: 'Users Management' },
  ];
  for (const { tile, ...list } of lists) {
    const link = glance.getByRole('link', { name: tile });
    await expect(link).toContainText(/\d/);
    const figure = parseNumber(await link.locator('strong').innerText());
    expect(await getLinkedTotal(page, link, list), list.title).toBe(figure);
  }

  const stages = page.getByRole('table', { name: 'Businesses and asking value by stage' });
  const business = { api: '/businesses', title: 'Business Center' };
  for (const name of [/open businesses$/, /in On market$/, /in Sold$/]) {
    const link = stages.getByRole('link', { name });
    const figure = parseNumber(await link.innerText());
    expect(await getLinkedTotal(page, link, business), String(name)).toBe(figure);
  }
  const months = page.getByRole('table', { name: 'Customers by the month they were added' });
  const customers = { api: '/users', title: 'Users Management' };
  await expect(months.getByRole('link').first()).toBeAttached();
  for (const link of (await months.getByRole('link').all()).slice(0, 3)) {
    const figure = parseNumber(await link.innerText());
    expect(await getLinkedTotal(page, link, customers)).toBe(figure);
  }

  await glance.getByRole('link', { name: /^Needs a reply/ }).click();
  const mail = page.getByRole('region', { name: 'Needs a reply' });
  await expect(mail).toBeInViewport();
  await expect(mail.getByRole('heading')).toHaveText(/\d/);
  const waiting = parseNumber(await mail.getByRole('heading').innerText());
  const rows = mail.getByRole('listitem');
  await expect(async () => {
    const more = mail.getByRole('button', { name: /^Show \d+ more/ });
    if ((await rows.count()) < waiting) await more.click({ timeout: 2_000 });
    expect(await rows.count()).toBe(waiting);
  }).toPass();
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectAccessible(page);
});

test('an empty workspace shows setup steps until they are all done', async ({ page }) => {
  const mark = Date.now().toString(36);
  await startInNewWorkspace(page, 'First day');
  const welcome = page.getByRole('region', { name: /^Welcome/ });
  const stepOf = (title: string) => welcome.getByRole('listitem').filter({ hasText: title });

  await test.step('the first screen', async () => {
    await page.goto('/admin/dashboard');
    await expect(welcome.getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('list', { name: 'At a glance' })).toBeHidden();
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectAccessible(page);
    await page.setViewportSize(desktop);
  });

  await test.step('the import opens, and the mail server of the installation counts', async () => {
    await expect(stepOf('Connect your mail server')).toContainText('Done');
    await welcome.getByRole('link', { name: 'Import a file' }).click();
    await expect(page.getByRole('dialog', { name: 'Import customers' })).toBeVisible();
  });

  await test.step('invite a colleague', async () => {
    const email = `colleague.${mark}@example.com`;
    const mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
    await page.goto('/admin/dashboard');
    await welcome.getByRole('link', { name: 'Invite members' }).click();
    await expect(page).toHaveURL('/admin/settings/people');
    const invitations = page.getByRole('region', { name: 'Invitations' });
    await invitations.getByLabel('Email').fill(email);
    await invitations.getByRole('button', { name: 'Invite', exact: true }).click();
    await mail.next(email);
    await mail.close();
  });

  await test.step('add the first customer', async () => {
    await goTo(page, '/admin/dashboard');
    await expect(stepOf('Invite your team')).toContainText('Done');
    await welcome.getByRole('link', { name: 'Add one manually' }).click();
    await page.getByRole('textbox', { name: /^Name/ }).fill(`Harriet ${mark}`);
    await page.getByRole('button', { name: 'Create customer' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Harriet ${mark}` })).toBeVisible();
  });

  await test.step('add the postal address', async () => {
    await goTo(page, '/admin/dashboard');
    const setup = page.getByRole('region', { name: 'Setup' });
    await expect(setup.getByText('Done')).toHaveCount(3);
    await setup.getByRole('link', { name: 'Add address' }).click();
    await page.getByLabel('Postal address').fill('1 Main St');
    await page.getByRole('button', { name: 'Save workspace' }).click();
    await expect
      .poll(async () => (await call(page, 'GET', '/dashboard/first-steps')).steps)
      .toMatchObject({
        hasPostalAddress: true,
      });
  });

  await test.step('the setup is complete', async () => {
    await goTo(page, '/admin/dashboard');
    const added = page
      .getByRole('list', { name: 'At a glance' })
      .getByRole('link', { name: /^New this month/ });
    await expect(added.locator('strong')).toHaveText('1');
    await expect(page.getByRole('region', { name: /^(Welcome|Setup)/ })).toHaveCount(0);
    const { steps } = await call(page, 'GET', '/dashboard/first-steps');
    expect(steps).toMatchObject({
      isEmpty: false,
      hasCustomers: true,
      hasInvited: true,
      hasMailServer: true,
    });
  });
});

test('a client sees only their own sale, completes a task, and messages their broker, who is notified', async ({
  page,
  browser,
}) => {
  await signIn(page, 'client');
  await expect(page).toHaveURL('/user/dashboard');
  const sale = page.getByRole('region', { name: 'Your sale' });
  await expect(sale.locator('[aria-current="step"]').first()).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext();
  const office = await context.newPage();
  await signIn(office, 'admin');
  const owned = await office.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('authToken') ?? ''}` };
    const get = async (path: string) => (await fetch(`/api${path}`, { headers })).json();
    const { users } = await get('/users?q=amara%20abbott');
    return (await get(`/businesses?ownerId=${users[0].id}&limit=100`)).businesses.map(
      ({ name }: { name: string }) => name,
    );
  });
  const shown = async (): Promise<string[]> =>
    (await sale.getByRole('heading', { level: 3 }).allInnerTexts()).toSorted();
  await expect.poll(shown).toEqual(owned.toSorted());

  const asked = page.getByRole('region', { name: 'Your tasks' });
  const title = 'Send us your tax returns for the last three years';
  await expect(asked.getByText(title)).toBeVisible();
  const name = `taxes ${String(Date.now())}.txt`;
  await asked
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('Taxes of 2025') });
  await expect(asked.getByText('Sent, waiting for your broker')).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();

  const text = `When do we start? ${String(Date.now())}`;
  const messages = page.getByRole('region', { name: 'Your messages' });
  await messages.getByLabel('Your reply').first().fill(text);
  await messages.getByRole('button', { name: 'Send' }).first().click();
  await expect(page.getByText('Message sent')).toBeVisible();
  await expect(messages.getByText(text)).toBeVisible();
  await page.setViewportSize(phone);
  await expectAccessible(page);

  await office.goto('/admin/dashboard');
  await expect(office.getByRole('region', { name: 'Needs a reply' })).toBeVisible();
  const seen = async (): Promise<string[]> =>
    (await call(office, 'GET', '/dashboard/unanswered?limit=100')).mails.map(
      ({ snippet }: { snippet: string }) => snippet,
    );
  await expect.poll(seen).toContain(text);
  await context.close();

  for (const path of ['/admin/dashboard', '/admin/users']) {
    await page.goto(path);
    await expect(page).toHaveURL('/user/dashboard');
  }
});

test('the preview looks like a client’s dashboard, is labeled as a preview, and saves nothing', async ({
  page,
}) => {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) writes.push(request.url());
  });
  await startSession(page, 'staff');
  writes.length = 0;
  await page.goto('/test-user-dashboard');
  await expect(page.getByRole('note')).toContainText('Preview on sample data');
  await page.getByRole('checkbox').first().click();
  await expect(page.getByText('Task completed')).toBeVisible();
  const messages = page.getByRole('region', { name: 'Your messages' });
  await messages.getByLabel('Your reply').fill('See you on Thursday');
  await messages.getByRole('button', { name: 'Send' }).click();
  await expect(messages.getByText('See you on Thursday')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectAccessible(page);
  expect(writes).toEqual([]);
});
