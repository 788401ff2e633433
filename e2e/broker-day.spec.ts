import { call } from './support/call.ts';
import { chooseItem, openFromPalette, pressOn, tabTo, tabToElement } from './support/keyboard.ts';
import { startMailServer } from './support/mail-server.ts';
import { expect, samplePassword, test, type Page } from './support/test.ts';

const mark = Date.now().toString(36);
const owner = { name: `Odile Marchand ${mark}`, address: `odile.${mark}@elsewhere.test` };
const tasks = ['Call the landlord', 'Read the lease', 'Order the valuation'].map(
  (title) => `${title} ${mark}`,
);
const [landlord = '', lease = '', valuation = ''] = tasks;

/** Delivers an email from an unknown sender. */
async function receive(page: Page): Promise<void> {
  const { inbound } = await call(page, 'POST', '/mailboxes/inbound-token', {});
  const mail = [
    `From: ${owner.name} <${owner.address}>`,
    'To: office@handover.test',
    'Subject: Selling my practice',
    `Message-ID: <day.${mark}@elsewhere.test>`,
    'Content-Type: text/plain',
    '',
    'I think of selling next year. Where do we begin?',
    '',
  ].join('\r\n');
  const answer = await page.request.post(new URL(String(inbound.url), page.url()).pathname, {
    headers: { 'content-type': 'message/rfc822' },
    data: mail,
  });
  expect((await answer.json()).result).toBe('triage');
}

/** Sets up the beginning of the day: a customer, mail from an unknown address, and due tasks. */
async function prepare(page: Page): Promise<{ tomorrow: string }> {
  await receive(page);
  await call(page, 'POST', '/users', { name: owner.name });
  const { today } = (await call(page, 'GET', '/auth/profile')).user;
  for (const title of tasks) await call(page, 'POST', '/tasks', { title, dueDate: today });
  const tomorrow = new Date(Date.parse(`${String(today)}T00:00:00Z`) + 86_400_000);
  return { tomorrow: tomorrow.toISOString().slice(0, 10) };
}

const findTasks = async (page: Page, title: string, status: string): Promise<{ dueDate: string | null }[]> =>
  (await call(page, 'GET', `/tasks?q=${encodeURIComponent(title)}&status=${status}`)).tasks;

test('a broker’s day with only the keyboard: unknown email assigned, tasks done, a note, a reply, a task for tomorrow', async ({
  page,
}) => {
  const mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/sign-in');

  await test.step('sign in', async () => {
    await tabTo(page, 'textbox', 'Email');
    await page.keyboard.type('admin@handover.test');
    await tabTo(page, 'textbox', 'Password');
    await page.keyboard.type(samplePassword);
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText('Dashboard');
  });
  const { tomorrow } = await prepare(page);

  await test.step('read the email of an unknown sender and assign it to a customer found by typing', async () => {
    await pressOn(page, 'link', 'Users Management');
    await pressOn(page, 'link', /from unknown senders/);
    await expect(heading).toHaveText('Unknown senders');
    await expect(heading).toBeFocused();
    await pressOn(page, 'button', new RegExp(owner.name));
    await expect(page.getByText('I think of selling next year.').last()).toBeVisible();
    await pressOn(page, 'button', 'Assign to customer');
    await expect(page.getByRole('dialog', { name: 'Assign to customer' })).toBeVisible();
    await tabTo(page, 'combobox', 'Customer');
    await page.keyboard.type(owner.name);
    await expect(page.getByRole('option', { name: owner.name })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await pressOn(page, 'button', 'Assign');
    await expect(heading).toHaveText(owner.name);
    await expect(page.getByText('I think of selling next year.').first()).toBeVisible();
    await expect(heading).toBeFocused();
  });

  await test.step('work through the task list: open and change one, move it, postpone one, complete two', async () => {
    await openFromPalette(page, 'tasks', 'Tasks');
    await expect(heading).toHaveText('Tasks');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type(mark);
    const list = page.getByRole('region', { name: 'Task list' });
    const open = list.getByRole('button', { name: /^Done: / });
    await expect(open).toHaveCount(3);

    await pressOn(page, 'button', landlord);
    await tabTo(page, 'textbox', 'Task');
    await page.keyboard.press('End');
    await page.keyboard.type(' today');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: `${landlord} today`, exact: true })).toBeFocused();

    await pressOn(page, 'button', `Actions for ${lease}`);
    await chooseItem(page, 'Move to In progress');
    await expect.poll(() => findTasks(page, lease, 'in_progress')).toHaveLength(1);
    await expect(page.getByRole('button', { name: `Actions for ${lease}` })).toBeFocused();

    await pressOn(page, 'button', `Done: ${lease}`, 'Space');
    await expect(open).toHaveCount(2);
    await expectFocusIn(page, 'Task list');

    await pressOn(page, 'button', `Actions for ${valuation}`);
    await chooseItem(page, 'Postpone to tomorrow');
    await expect(list.getByRole('heading', { name: /^Tomorrow/ })).toBeVisible();
    await expectFocusIn(page, 'Task list');
    await pressOn(page, 'button', `Done: ${landlord} today`, 'Space');
    await expect(open).toHaveCount(1);
    await expectFocusIn(page, 'Task list');
    await expect.poll(() => findTasks(page, mark, 'done')).toHaveLength(2);
    await expect.poll(() => findTasks(page, valuation, 'open')).toMatchObject([{ dueDate: tomorrow }]);
  });

  await test.step('open the customer from the palette, and add a note', async () => {
    await openFromPalette(page, owner.name, new RegExp(`^${owner.name}`));
    await expect(heading).toHaveText(owner.name);
    await tabTo(page, 'textbox', 'Note');
    await page.keyboard.type('Wants to sell within a year.');
    await pressOn(page, 'button', 'Add note');
    await expect(page.getByText('Note added')).toBeVisible();
    await expectFocusIn(page, 'Write');
    await expect(page.getByText('Wants to sell within a year.').first()).toBeVisible();
  });

  await test.step('reply to the email in the conversation', async () => {
    await tabTo(page, 'tab', 'Timeline');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: /^Conversation/ })).toHaveAttribute('aria-selected', 'true');
    await pressOn(page, 'button', 'Reply');
    await expect(page.getByRole('tab', { name: 'Email' })).toBeFocused();
    await tabTo(page, 'textbox', 'Message');
    await page.keyboard.type('With a look at your numbers. I call you tomorrow.');
    await pressOn(page, 'button', 'Send');
    const received = await mail.next(owner.address);
    expect(received.raw).toContain('Subject: Re: Selling my practice');
    expect(received.raw).toContain(`In-Reply-To: <day.${mark}@elsewhere.test>`);
    expect(received.raw).toContain('I call you tomorrow.');
    await expectFocusIn(page, 'Write');
  });

  await test.step('schedule the call for tomorrow', async () => {
    await openFromPalette(page, `task for ${owner.name}`, new RegExp(`^Add a task for ${owner.name}`));
    await expect(page.getByRole('tab', { name: 'Task', exact: true })).toBeFocused();
    await tabTo(page, 'textbox', 'Task');
    await page.keyboard.type(`Call Odile ${mark}`);
    await tabToElement(page, page.getByRole('tabpanel').getByLabel('Due', { exact: true }));
    const [year = '', month = '', day = ''] = tomorrow.split('-');
    await page.keyboard.type(`${month}${day}${year}`);
    await pressOn(page, 'button', 'Create task');
    await expect(page.getByText('Task created')).toBeVisible();
    await expectFocusIn(page, 'Write');
  });

  await test.step('the next day, see it in the list and in the calendar', async () => {
    await openFromPalette(page, 'tasks', 'Tasks');
    await expect(page.getByRole('searchbox')).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type(`Odile ${mark}`);
    const list = page.getByRole('region', { name: 'Task list' });
    await expect(list.getByRole('heading', { name: /^Tomorrow/ })).toBeVisible();
    await expect(list.getByRole('button', { name: `Call Odile ${mark}`, exact: true })).toBeVisible();
    await pressOn(page, 'link', 'Calendar');
    await tabToElement(page, page.locator('[role=grid] [tabindex="0"]'));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('listitem').filter({ hasText: `Call Odile ${mark}` })).toBeVisible();
    await expect(page.locator(`[data-day="${tomorrow}"]`)).toBeFocused();
  });

  await test.step('sign out', async () => {
    await openFromPalette(page, 'sign out', 'Logout');
    await expect(page.getByRole('heading', { level: 1, name: /Sign in/ })).toBeVisible();
  });
  await mail.close();
});

/** Expects that the focus is within the region and was not lost. */
async function expectFocusIn(page: Page, region: string): Promise<void> {
  const focused = page.getByRole('region', { name: region, exact: true }).locator(':focus');
  await expect(focused).toHaveCount(1);
}
