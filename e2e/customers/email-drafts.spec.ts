import { call } from '../support/call.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { expect, expectAccessible, startSession, test, watchErrors, type Page } from '../support/test.ts';

const mark = Date.now().toString(36);
const subject = `Your practice ${mark}`;

let mail: MailServer;
test.beforeAll(async () => {
  mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
});
test.afterAll(() => mail.close());

/** Long lines are wrapped in transit. */
const unwrap = (raw: string): string => raw.replaceAll(/=\r?\n/g, '');
const getMessage = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const getBold = (page: Page) => page.getByRole('button', { name: 'Bold' });
const openComposer = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: 'Email', exact: true }).click();
  await expect(getBold(page)).toBeVisible();
};

test('a formatted email survives a reload, continues in another browser, and arrives as text and HTML', async ({
  page,
  browser,
  watchedErrors,
}) => {
  await startSession(page, 'staff');
  const made = await call(page, 'POST', '/users', { name: `Ann ${mark}`, email: `ann.${mark}@clients.test` });
  const record = `/admin/users/view/${String(made.user.id)}`;

  await test.step('a signature is added in the account', async () => {
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'Signature' });
    await section.getByRole('textbox', { name: 'Signature' }).click();
    await page.keyboard.type('Sam Staff, Broker');
    await expect(section.getByRole('button', { name: 'Bold' })).toBeVisible();
    await expectAccessible(page);
    await section.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Signature saved')).toBeVisible();
  });

  await test.step('text is typed before and after the editor loads, and formatted', async () => {
    await page.goto(record);
    await page.getByRole('tab', { name: 'Email', exact: true }).click();
    await getMessage(page).click();
    await page.keyboard.type('Hello Ann');
    await expect(getBold(page)).toBeVisible();
    await expect(getMessage(page)).toContainText('Hello Ann');
    await expect(getMessage(page)).toContainText('Sam Staff, Broker');
    await page.getByLabel('Subject').fill(subject);
    await getMessage(page).getByText('Hello Ann').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+B');
    await page.keyboard.type('Monday');
    await page.keyboard.press('Control+B');
    await page.keyboard.type(' suits');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a reload in the middle of a word loses nothing, and the record shows the draft', async () => {
    await page.keyboard.type(' me well');
    await page.reload();
    await expect(page.getByRole('tab', { name: /^Conversation.*Draft/ })).toBeVisible();
    await openComposer(page);
    await expect(getMessage(page)).toContainText('Monday suits me well');
    await expect(getMessage(page).getByText('Sam Staff, Broker')).toHaveCount(1);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  await test.step('the same person continues in another browser; the first one updates', async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    watchErrors(other, watchedErrors);
    await startSession(other, 'staff');
    await other.goto(record);
    await openComposer(other);
    await expect(getMessage(other)).toContainText('Monday suits me well');
    await other.getByLabel('Subject').fill(`${subject}!`);
    await expect(other.getByText('Saved', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Subject')).toHaveValue(`${subject}!`);
    await other.getByLabel('Subject').press('Control+Enter');
    await expect(other.getByText('Email queued')).toBeVisible();
    await expect(page.getByLabel('Subject')).toHaveValue('');
    await expect(page.getByRole('tab', { name: /^Conversation.*Draft/ })).toBeHidden();
    await context.close();
  });

  await test.step('the email has a text part and an HTML part', async () => {
    const received = await mail.next(`ann.${mark}@clients.test`);
    const raw = unwrap(received.raw);
    expect(received.to).toEqual([`ann.${mark}@clients.test`]);
    expect(raw).toMatch(/Content-Type: multipart\/alternative/i);
    expect(raw).toContain('Monday suits me well');
    expect(raw).toContain('<strong>Monday</strong> suits me well');
    expect(raw.match(/Sam Staff, Broker/g)).toHaveLength(2);
  });

  await test.step('a reply quotes the original', async () => {
    await page.getByRole('tab', { name: /^Conversation/ }).click();
    await page.getByRole('button', { name: 'Reply' }).first().click();
    await expect(page.getByRole('checkbox', { name: 'Quote the original email below' })).toBeChecked();
    await expect(getBold(page)).toBeVisible();
    await getMessage(page).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('One more thing');
    await page.keyboard.press('Control+Enter');
    const raw = unwrap((await mail.next(`ann.${mark}@clients.test`)).raw);
    expect(raw).toMatch(/One more thing[\s\S]+wrote:\s+> Hello Ann/);
    expect(raw).toContain('<blockquote>');
  });
});

test('replies in two threads and a new email are kept as separate drafts, and one is sent', async ({
  page,
  browser,
  watchedErrors,
}) => {
  const subjects = { price: `Price ${mark}`, visit: `Visit ${mark}`, offer: `Offer ${mark}` };
  const thread = (on: Page, name: string) => on.getByRole('region', { name, exact: true });
  const drafts = (on: Page) => on.getByRole('tab', { name: /^Conversation/ });
  const write = async (text: string): Promise<void> => {
    await expect(getBold(page)).toBeVisible();
    await getMessage(page).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type(text);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  };
  const expectDraft = async (
    on: Page,
    draft: { of: string; subject: string; text: string },
  ): Promise<void> => {
    await on.getByRole('button', { name: `Continue draft: ${draft.of}` }).click();
    await expect(on.getByLabel('Subject')).toHaveValue(draft.subject);
    await expect(getMessage(on)).toContainText(draft.text);
  };
  const three = async (on: Page): Promise<void> => {
    await expect(drafts(on)).toHaveAccessibleName(/Drafts: 3$/);
    await expectDraft(on, { of: subjects.price, subject: `Re: ${subjects.price}`, text: 'Not a cent more' });
    await expectDraft(on, { of: subjects.visit, subject: `Re: ${subjects.visit}`, text: 'Monday at nine' });
    await expectDraft(on, { of: subjects.offer, subject: subjects.offer, text: 'Something new' });
  };

  await startSession(page, 'staff');
  const made = await call(page, 'POST', '/users', { name: `Tom ${mark}`, email: `tom.${mark}@clients.test` });
  const id = String(made.user.id);
  for (const begun of [subjects.price, subjects.visit])
    await call(page, 'POST', `/users/${id}/send-email`, { subject: begun, text: 'Hello' });
  const record = `/admin/users/view/${id}?tab=conversation`;

  await test.step('three drafts are written', async () => {
    await page.goto(record);
    await openComposer(page);
    await page.getByLabel('Subject').fill(subjects.offer);
    await write('Something new');
    await thread(page, subjects.price).getByRole('button', { name: 'Reply' }).click();
    await expect(page.getByLabel('Subject')).toHaveValue(`Re: ${subjects.price}`);
    await write('Not a cent more');
    await thread(page, subjects.visit).getByRole('button', { name: 'Reply' }).click();
    await expect(page.getByLabel('Subject')).toHaveValue(`Re: ${subjects.visit}`);
    await write('Monday at nine');
    await expect(thread(page, subjects.price).getByText('Draft', { exact: true })).toBeVisible();
    await expect(thread(page, subjects.visit).getByText('Draft', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('they are still there after a reload, which opens the same draft again', async () => {
    await page.reload();
    await expect(page.getByLabel('Subject')).toHaveValue(`Re: ${subjects.visit}`);
    await three(page);
  });

  await test.step('they are in another browser too, where one is sent and the other two remain', async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    watchErrors(other, watchedErrors);
    await startSession(other, 'staff');
    await other.goto(record);
    await three(other);
    await expectDraft(other, {
      of: subjects.price,
      subject: `Re: ${subjects.price}`,
      text: 'Not a cent more',
    });
    await other.getByLabel('Subject').press('Control+Enter');
    await expect(other.getByText('Email queued')).toBeVisible();
    for (const on of [other, page]) {
      await expect(drafts(on)).toHaveAccessibleName(/Drafts: 2$/);
      await expect(thread(on, subjects.price).getByRole('article')).toHaveCount(2);
      await expect(thread(on, subjects.price).getByText('Draft', { exact: true })).toBeHidden();
      await expect(thread(on, subjects.visit).getByText('Draft', { exact: true })).toBeVisible();
    }
    await context.close();
  });

  await test.step('one is discarded from its thread and restored', async () => {
    await page.getByRole('button', { name: `Discard draft: ${subjects.visit}` }).click();
    await expect(drafts(page)).toHaveAccessibleName(/Draft$/);
    await page.getByText('Undo', { exact: true }).click();
    await expect(drafts(page)).toHaveAccessibleName(/Drafts: 2$/);
    await expect(page.getByLabel('Subject')).toHaveValue(`Re: ${subjects.visit}`);
    await expect(getMessage(page)).toContainText('Monday at nine');
  });
});
