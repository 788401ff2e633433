import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { call } from './support/call.ts';
import { addClient } from './support/client.ts';
import { startMailServer, type MailServer } from './support/mail-server.ts';
import { expect, expectAccessible, startSession, test } from './support/test.ts';

const createFile = (name: string, text = name) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

async function choose(page: Page, button: string, ...files: ReturnType<typeof createFile>[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await choosing).setFiles(files);
  const uploading = page.getByRole('dialog', { name: /^Upload \d+ files?$/ });
  await uploading.getByRole('button', { name: 'Upload' }).click();
  await expect(uploading.getByText('Confirm this to upload.')).toBeVisible();
  await expectAccessible(page);
  await uploading.getByRole('checkbox', { name: 'These files contain no patient information' }).check();
  await uploading.getByRole('button', { name: 'Upload' }).click();
}

const mark = Date.now().toString(36);
const practice = `Riverside Dental ${mark}`;

let mail: MailServer;
test.beforeAll(async () => {
  mail = await startMailServer(Number(process.env['E2E_SMTP_PORT'] ?? 0));
});
test.afterAll(() => mail.close());

test('the owner sends the requested documents, staff review them, and a buyer sees nothing before they are verified', async ({
  page,
  browser,
  watchedErrors: errors,
}) => {
  await startSession(page, 'admin', 'Team 1');
  const makeClient = (name: string) =>
    addClient(page, `${name} ${mark}`, { browser, mail, errors, email: `${name}.${mark}@clients.test` });
  const seller = await makeClient('sam');
  const buyer = await makeClient('bea');
  const { business } = await call(page, 'POST', '/businesses', {
    name: practice,
    type: 'dental',
    ownerId: seller.customerId,
  });
  await call(page, 'POST', '/deals', { businessId: business.id, buyerId: buyer.customerId });

  await test.step('the broker creates the room and requests one document with a client task', async () => {
    await page.goto(`/admin/business-center/businesses/${String(business.id)}?tab=room`);
    await page.getByRole('button', { name: 'Create data room' }).click();
    await expect(page.getByText('0% ready')).toBeVisible();
    await expect(page.getByText('Hygiene recall report')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Actions for Licenses' }).click();
    await page.getByRole('menuitem', { name: 'Request from owner' }).click();
    const asking = page.getByRole('dialog', { name: 'Request documents' });
    await expect(asking.getByLabel('Add a client task')).toBeChecked();
    await expectAccessible(page);
    await asking.getByRole('button', { name: 'Request 1 document' }).click();
    await expect(page.getByRole('listitem', { name: 'Licenses' }).getByText('Requested')).toBeVisible();
  });

  const asked = seller.page.getByRole('listitem', { name: 'Licenses', exact: true });
  const inTask = seller.page.getByRole('link', { name: 'Licenses', exact: true });
  await test.step('the owner sends it from a phone', async () => {
    await seller.page.setViewportSize({ width: 390, height: 844 });
    await seller.page.goto('/user/dashboard');
    await expect(seller.page.getByRole('heading', { name: `Documents for ${practice}` })).toBeVisible();
    await inTask.click();
    await choose(seller.page, 'Upload Licenses', createFile('page-1.txt'));
    await expect(asked.getByText('Sent, waiting for your broker')).toBeVisible();
    await expectAccessible(seller.page);
  });

  const item = page.getByRole('listitem', { name: 'Licenses' });
  await test.step('staff reject it with a reason, and verify the new file', async () => {
    await expect(item.getByText('To review')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for Licenses' }).click();
    await page.getByRole('menuitem', { name: 'Reject' }).click();
    const refusing = page.getByRole('dialog', { name: 'Reject Licenses' });
    await refusing.getByLabel('Reason').fill('Page 2 is missing.');
    await refusing.getByRole('button', { name: 'Reject' }).click();
    await expect(asked.getByText('Page 2 is missing.')).toBeVisible();
    await expect(seller.page.getByText('Page 2 is missing.')).toHaveCount(2);
    await choose(seller.page, 'Upload Licenses', createFile('page-2.txt'));
    await expect(item.getByText('To review')).toBeVisible();
    await item.getByRole('button', { name: 'Verify', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Verify Licenses' })
      .getByRole('button', { name: 'Verify' })
      .click();
    await expect(item.getByText('Verified', { exact: true })).toBeVisible();
    await expect(asked.getByText('Accepted')).toBeVisible();
    await expect(inTask).toHaveCount(0);
  });

  await test.step('a file is added to a folder, which staff open to level L1', async () => {
    await page.getByRole('tab', { name: 'Folders' }).click();
    await page.getByRole('button', { name: '09 Real estate' }).click();
    await choose(page, 'Add files to Real estate', createFile('lease.txt'));
    await expect(page.getByRole('button', { name: 'lease.txt', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Level for Real estate' }).click();
    const opening = page.getByRole('dialog', { name: 'Level for Real estate' });
    await opening.getByLabel('Level').selectOption('L1: CIM and summaries');
    await opening.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Buyers with level L1 or higher can read Real estate')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the buyer, whose deal has no document level yet, sees no room', async () => {
    await buyer.page.goto('/user/deals');
    await expect(buyer.page.getByText('Inquiry').first()).toBeVisible();
    await expect(buyer.page.getByText('Data room of')).toHaveCount(0);
    expect((await call(buyer.page, 'GET', '/documents')).documents).toEqual([]);
  });

  await test.step('the activity shows that no one has opened a file', async () => {
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect(page.getByText('No files opened yet')).toBeVisible();
  });

  await test.step('the whole room is downloaded as one ZIP', async () => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Actions for the data room' }).click();
    await page.getByRole('menuitem', { name: 'Download as ZIP' }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toMatch(/, data room \d{4}-\d{2}-\d{2}\.zip$/);
    const zip = await readFile(await download.path(), 'latin1');
    for (const name of ['Index.pdf', 'Manifest.csv', 'Opened by.csv', '09 Real estate/09.1 lease.txt'])
      expect(zip).toContain(name);
  });

  await test.step('the library links to the room', async () => {
    await page.goto('/admin/documents');
    await page.getByRole('region', { name: 'Data rooms' }).getByRole('link', { name: practice }).click();
    await expect(page.getByRole('tab', { name: 'Checklist' })).toBeVisible();
  });
});
