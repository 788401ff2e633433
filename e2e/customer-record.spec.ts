import { readFile } from 'node:fs/promises';
import {
  countRegister,
  registerName,
  registerNpi,
  createRegisterText,
} from '@handover/testing/provider-register.ts';
import type { Browser } from '@playwright/test';
import { startMailServer } from './support/mail-server.ts';
import {
  expect,
  expectAccessible,
  startSession,
  test,
  watchErrors,
  type Page,
  type Role,
} from './support/test.ts';

const rows = 60;
const ordinary = 3;
const team = 'Team 3';

/** A second person in a separate browser, also watched for errors. */
async function openSession(browser: Browser, role: Role, errors: string[]): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  watchErrors(page, errors);
  await startSession(page, role, role === 'client' ? undefined : team);
  return page;
}

function getSession(page: Page): Promise<{ authorization: string }> {
  return page.evaluate(() => ({ authorization: `Bearer ${localStorage.getItem('authToken') ?? ''}` }));
}

test('a broker imports the provider register, finds a customer, emails, adds a note and a task, and a colleague sees it live', async ({
  page,
  browser,
  request,
  watchedErrors,
}) => {
  const mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
  await startSession(page, 'admin', team);
  await page.goto('/admin/users');

  await test.step('import the file', async () => {
    await page.getByRole('button', { name: 'Import' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'register.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(createRegisterText({ rows })),
    });
    await expect(page.getByRole('dialog')).toContainText('NPI');
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^(start|import)/i })
      .last()
      .click();
    const { individual, organization, deactivated } = countRegister({ rows });
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`register.csv: ${String(rows - deactivated)} imported`, {
      timeout: 60_000,
    });
    await expect(dialog).toContainText(
      `Individuals${String(individual)}Organizations${String(organization)}`,
    );
    await expect(dialog).toContainText(`Skipped${String(deactivated)}`);
    await expect(dialog).toContainText('Deactivated in the register');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  const name = registerName(ordinary) ?? '';
  await test.step('find a customer by part of the name and by NPI', async () => {
    const search = page.getByRole('searchbox');
    await search.fill(registerNpi(ordinary));
    await expect(page.getByRole('link', { name })).toBeVisible();
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
    await search.fill(name.slice(1, -2).toLowerCase());
    await expect(page.getByRole('link', { name })).toBeVisible();
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  const customerUrl = page.url();
  const customerId = customerUrl.split('/').at(-1)?.split('?')[0] ?? '';
  const headers = await getSession(page);
  const { workspaceId } = await page.evaluate(() => ({
    workspaceId: Object.values(localStorage).find((value) => /^[0-9a-f-]{36}$/.test(value)) ?? '',
  }));
  const own = { ...headers, 'x-workspace': workspaceId };
  const detail = (await (await request.get(`/api/users/${customerId}`, { headers: own })).json()) as {
    user: { version: number };
  };
  const changed = await request.patch(`/api/users/${customerId}`, {
    headers: own,
    data: { version: detail.user.version, email: 'provider@clients.test' },
  });
  expect(changed.status()).toBe(200);
  const activities = async (): Promise<string[]> => {
    const answer = await request.get(`/api/users/${customerId}/activities`, { headers: own });
    return ((await answer.json()) as { activities: { type: string }[] }).activities.map(({ type }) => type);
  };

  const colleague = await openSession(browser, 'staff', watchedErrors);
  await colleague.goto(customerUrl);
  await expect(colleague.getByRole('heading', { level: 1, name })).toBeVisible();

  const sent = await test.step('send an email that a real server receives', async () => {
    await page.getByRole('tab', { name: 'Email' }).click();
    await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
    await page.getByLabel('Subject').fill('Your practice');
    await page.getByRole('textbox', { name: 'Message' }).fill('Shall we talk on Monday?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const received = await mail.next('provider@clients.test');
    expect(received.to).toEqual(['provider@clients.test']);
    expect(received.raw).toContain('Subject: Your practice');
    await page.getByRole('tab', { name: /^Conversation/ }).click();
    await expect(page.getByText('Shall we talk on Monday?').first()).toBeVisible();
    await colleague.getByRole('tab', { name: /^Conversation/ }).click();
    await expect(colleague.getByText('Shall we talk on Monday?').first()).toBeVisible();
    // The customer receives the email before it is recorded as sent.
    await expect.poll(activities).toContain('email.sent');
    return received.raw;
  });

  await test.step('get the reply into the conversation, as safe HTML', async () => {
    const { inbound } = (await (
      await request.post('/api/mailboxes/inbound-token', { headers: own, data: {} })
    ).json()) as { inbound: { url: string } };
    const messageId = /^Message-ID: (<.*>)/im.exec(sent)?.[1] ?? '';
    const reply = [
      'From: Provider <provider@clients.test>',
      'To: office@handover.test',
      'Subject: Re: Your practice',
      'Message-ID: <reply-1@clients.test>',
      `In-Reply-To: ${messageId}`,
      `References: ${messageId}`,
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Monday at <b>ten</b> suits me.</p><script>document.title="attacked"</script>',
      '',
    ].join('\r\n');
    const answer = await request.post(new URL(inbound.url, page.url()).pathname, {
      headers: { 'content-type': 'message/rfc822' },
      data: reply,
    });
    expect(answer.status()).toBe(202);
    expect(await answer.json()).toEqual({ result: 'filed' });
    for (const viewer of [page, colleague])
      await expect(viewer.getByText(/Monday at ten suits me/).first()).toBeVisible();
    await expect(page).not.toHaveTitle('attacked');
  });

  await test.step('add a note and create a task; the colleague sees both appear', async () => {
    await colleague.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByRole('tab', { name: 'Note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Prefers mornings.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(colleague.getByText('Prefers mornings.')).toBeVisible();
    await page.getByRole('tab', { name: 'Task', exact: true }).click();
    await page.getByRole('textbox', { name: 'Task', exact: true }).fill('Prepare the valuation');
    await page.getByRole('button', { name: 'Create task' }).click();
    await expect(colleague.getByText('Prepare the valuation').first()).toBeVisible();
  });

  await test.step('the timeline has all of it, newest first', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click();
    expect(await activities()).toEqual([
      'task.created',
      'note.added',
      'email.received',
      'email.sent',
      'email.queued',
      'customer.updated',
      'customer.imported',
    ]);
    await expect(page.getByText('Prepare the valuation').first()).toBeVisible();
    await expect(page.getByText('Prefers mornings.').first()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a client, and a member working in another workspace, get 404 for each', async () => {
    const client = await openSession(browser, 'client', watchedErrors);
    const paths = ['', '/notes', '/tasks', '/activities', '/emails'];
    for (const path of paths) {
      const byClient = await request.get(`/api/users/${customerId}${path}`, {
        headers: await getSession(client),
      });
      expect(byClient.status(), path).toBe(404);
      const elsewhere = await request.get(`/api/users/${customerId}${path}`, {
        headers: await getSession(colleague),
      });
      expect(elsewhere.status(), path).toBe(404);
    }
  });

  await test.step('export what matches', async () => {
    await page.goto(`/admin/users?q=${registerNpi(ordinary)}`);
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv.trimEnd().split('\r\n')).toHaveLength(2);
    expect(csv).toContain(registerNpi(ordinary));
  });
  await mail.close();
});

test('nothing typed is lost: a draft survives a reload, and a failed send keeps the text', async ({
  page,
  watchedErrors,
}) => {
  await startSession(page, 'staff');
  await page.goto('/admin/users');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Half a thought');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toHaveValue('Half a thought');
  await page.route('**/api/users/*/notes', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toHaveValue('Half a thought');
  // The browser reports the connection that the test broke.
  watchedErrors.length = 0;
});
