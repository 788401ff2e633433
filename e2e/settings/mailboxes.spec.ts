import { call } from '../support/call.ts';
import { startMailbox, testConnection, type Mailbox } from '../support/imap-server.ts';
import { inviteColleague, openDevice } from '../support/colleague.ts';
import { startMailServer } from '../support/mail-server.ts';
import { getCard, openSection, startInNewWorkspace } from '../support/settings.ts';
import { expect, expectAccessible, test, type Page } from '../support/test.ts';

/** A customer of the current workspace, and the URL of their record. */
async function makeCustomer(page: Page, name: string): Promise<{ email: string; record: string }> {
  const mark = Date.now().toString(36);
  const email = `${name.toLowerCase()}.${mark}@clients.test`;
  const { user } = await call(page, 'POST', '/users', { name: `${name} ${mark}`, email });
  return { email, record: `/admin/users/view/${String(user.id)}` };
}

async function openConversation(page: Page, record: string): Promise<void> {
  await page.goto(`${record}?tab=conversation`);
  await expect(page.getByText('No emails yet')).toBeVisible();
}

const listens = { timeout: 60_000 };

test('the shared mailbox is connected, shows errors, and its email appears in the right conversation', async ({
  page,
  browser,
  watchedErrors,
}) => {
  let mailbox: Mailbox = await startMailbox();
  const { port } = mailbox;
  await startInNewWorkspace(page, 'Mailbox');
  const { email, record } = await makeCustomer(page, 'Ann');
  const mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
  const { page: staff } = await inviteColleague(page, { browser, mail, errors: watchedErrors });
  await mail.close();
  await openConversation(staff, record);
  await openSection(page, 'mail');
  const card = getCard(page, 'Shared mailbox');

  await test.step('a wrong password shows its cause and is corrected', async () => {
    await card.getByRole('button', { name: 'Connect a mailbox' }).click();
    await expectAccessible(page);
    await testConnection(card, { port, password: 'wrong' });
    await expect(card.getByRole('alert')).toContainText('rejected the user name or password');
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Change server' }).click();
    await card.getByLabel('Password').fill('secret');
    await card.getByRole('button', { name: 'Test connection' }).click();
    await expect(card.getByText('The connection to 127.0.0.1 works.')).toBeVisible();
    await expect(card.getByRole('checkbox', { name: 'INBOX' })).toBeChecked();
    await expect(card.getByRole('checkbox', { name: /^Sent/ })).toBeChecked();
    await expect(card.getByRole('checkbox', { name: 'Projects' })).not.toBeChecked();
    await expectAccessible(page);
  });

  await test.step('syncing starts and shows the time of the last sync', async () => {
    await card.getByRole('button', { name: 'Start' }).click();
    await expect(card.getByText('Connected', { exact: true })).toBeVisible(listens);
    await expect(card.getByRole('status')).toContainText(/Last synced (just now|\d+ seconds ago)/);
    await expect(card.getByText('0 messages')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a customer’s mail appears in the open conversation and in the timeline', async () => {
    mailbox.receive({ from: email, subject: 'the lease' });
    await expect(staff.getByText('About the lease').first()).toBeVisible();
    await staff.getByRole('tab', { name: 'Timeline' }).click();
    const timeline = staff.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByText('the lease').first()).toBeVisible();
    mailbox.receive({ from: email, subject: 'the keys' });
    await expect(timeline.getByText('the keys').first()).toBeVisible();
    await expect(card.getByText('2 messages')).toBeVisible();
  });

  await test.step('an unreachable server shows the cause, and reconnects by itself', async () => {
    await mailbox.close();
    await expect(card.getByText('Not connected')).toBeVisible();
    await expect(card.getByRole('alert')).toContainText(/closed the connection|Nothing answers/);
    await expectAccessible(page);
    mailbox = await startMailbox(port);
    await expect(card.getByText('Connected', { exact: true })).toBeVisible(listens);
    await expect(card.getByRole('alert')).toBeHidden();
  });

  await card.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(card.getByRole('button', { name: 'Connect a mailbox' })).toBeVisible();
  expect((await call(staff, 'GET', `/users/${record.split('/').at(-1) ?? ''}/emails`)).emails).toHaveLength(
    2,
  );
  await mailbox.close();
});

test('a broker’s own mailbox is private until it is shared', async ({
  page: admin,
  browser,
  watchedErrors: errors,
}) => {
  const mailbox = await startMailbox();
  await startInNewWorkspace(admin, 'Own mailbox');
  const mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
  const colleague = await inviteColleague(admin, { browser, mail, errors });
  await mail.close();
  const { page } = colleague;
  const { email, record } = await makeCustomer(page, 'Bob');
  const broker = await openDevice(browser, { ...colleague, errors });
  await expect(broker.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await openConversation(broker, record);
  await page.goto('/account');
  const section = page.getByRole('region', { name: 'My mailbox' });

  await test.step('it is connected, and imports only email with customers', async () => {
    await section.getByRole('button', { name: 'Connect a mailbox' }).click();
    await testConnection(section, mailbox);
    await expect(section.getByText('The connection to 127.0.0.1 works.')).toBeVisible();
    await section.getByRole('button', { name: 'Start' }).click();
    await expect(section.getByText('Connected', { exact: true })).toBeVisible(listens);
    mailbox.receive({ from: 'friend@elsewhere.test', subject: 'a private matter' });
    mailbox.receive({ from: email, subject: 'the price' });
    await expect(broker.getByText('About the price').first()).toBeVisible();
    await expect(section.getByText('1 message,')).toBeVisible();
    expect(mailbox.sent).toBe(1);
    await expectAccessible(page);
  });

  await test.step('a colleague sees its email only while it is shared', async () => {
    await openConversation(admin, record);
    const share = section.getByRole('checkbox', { name: 'Share with the workspace' });
    await share.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click();
    await expect(admin.getByText('About the price').first()).toBeVisible();
    await expect(share).toBeChecked();
    await share.click();
    await expect(share).not.toBeChecked();
    await expect(admin.getByText('No emails yet')).toBeVisible();
    await expect(broker.getByText('About the price').first()).toBeVisible();
  });

  await section.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(section.getByRole('button', { name: 'Connect a mailbox' })).toBeVisible();
  await mailbox.close();
});
