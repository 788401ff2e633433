import { call } from './support/call.ts';
import { startInNewWorkspace } from './support/settings.ts';
import { expect, expectAccessible, startSession, test, watchErrors } from './support/test.ts';

test('a broker sends an NDA, and the buyer signs it once with its link', async ({
  page,
  browser,
  watchedErrors,
}) => {
  const mark = String(Date.now());
  const name = `Bea Buyer ${mark}`;
  await startSession(page, 'admin', 'Team 3');
  const { user } = await call(page, 'POST', '/users', { name });
  const listing = { name: `Cedar Dental ${mark}`, type: 'dental', publicTitle: 'Dental practice' };
  const { business } = await call(page, 'POST', '/businesses', listing);
  const { deal } = await call(page, 'POST', '/deals', { businessId: business.id, buyerId: user.id });
  const panel = page.getByRole('region', { name: 'NDA' });

  const link = await test.step('send it as a link', async () => {
    await page.goto(`/admin/business-center/deals/${String(deal.id)}`);
    await panel.getByRole('button', { name: 'Send NDA' }).click();
    const dialog = page.getByRole('dialog', { name: `Send ${name} an NDA` });
    await dialog.getByLabel('Send', { exact: true }).selectOption('link');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send NDA' }).click();
    const address = await dialog.getByLabel('Signing link').inputValue();
    // The NDA was sent, so there is nothing to cancel.
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeHidden();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(panel.getByText('Waiting for signature')).toBeVisible();
    return address;
  });

  const buyer = await (await browser.newContext()).newPage();
  watchErrors(buyer, watchedErrors);
  await test.step('the buyer reads and signs it', async () => {
    await buyer.goto(link);
    await expect(buyer.getByRole('heading', { level: 1, name: 'Sign the agreement' })).toBeVisible();
    await expect(buyer.getByLabel('Your full name')).toHaveValue(name);
    await buyer.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(buyer.getByText('Agree to electronic signatures to sign.')).toBeVisible();
    await buyer.getByRole('checkbox').check();
    await expect(buyer.getByText('Agree to electronic signatures to sign.')).toBeHidden();
    await buyer.getByLabel('Draw it').check();
    const pad = buyer.getByRole('img', { name: 'Draw your signature here' });
    // Waits until the pad stops moving, and scrolls it into view.
    await pad.hover();
    const box = await pad.boundingBox();
    if (box === null) throw new Error('Nothing to sign on');
    await buyer.mouse.move(box.x + 80, box.y + 90);
    await buyer.mouse.down();
    await buyer.mouse.move(box.x + 160, box.y + 40);
    await buyer.mouse.move(box.x + 240, box.y + 110);
    await buyer.mouse.up();
    await expectAccessible(buyer);
    await buyer.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(buyer.getByText(/^You signed the agreement\./)).toBeVisible();
  });

  await test.step('the link shows what was signed and cannot sign again', async () => {
    await buyer.goto('about:blank');
    await buyer.goto(link);
    await expect(buyer.getByText(/^You signed the agreement\./)).toBeVisible();
    await expect(buyer.getByRole('button', { name: 'Sign', exact: true })).toHaveCount(0);
    const downloading = buyer.waitForEvent('download');
    await buyer.getByRole('button', { name: 'Download signed PDF' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/);
  });

  await test.step('the broker sees it, and the deal can advance', async () => {
    await expect(panel.getByText('Signed', { exact: true })).toBeVisible();
    const { gate } = await call(page, 'GET', `/deals/${String(deal.id)}/gate`);
    expect(gate).toMatchObject({ isOpen: true, requirements: [{ key: 'nda', state: 'met' }] });
  });

  await test.step('the register lists it with its signature certificate', async () => {
    await page.goto('/admin/business-center/ndas?state=in_force');
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const facts = page.getByRole('region', { name: 'Signature' });
    await expect(facts.getByText('One-time link from the broker')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Actions' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download signed PDF' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/);
  });
});

test('an administrator changes the NDA text, which creates a new version', async ({ page }) => {
  await startInNewWorkspace(page, 'Templates');
  await page.goto('/admin/settings/agreements');
  const row = page.getByRole('listitem').filter({ hasText: 'Standard NDA' });
  await expect(row.getByText('Not reviewed by counsel')).toBeVisible();
  await row.getByRole('button', { name: 'Actions for Standard NDA' }).click();
  await page.getByRole('menuitem', { name: 'Mark as reviewed by counsel' }).click();
  await expect(row.getByText('Not reviewed by counsel')).toBeHidden();
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Standard NDA' });
  const text = dialog.getByLabel('Text');
  await text.fill('## 1. Term\nFor {{term}}, {{nobody}}.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('There is no field {{nobody}}')).toBeVisible();
  await text.fill('## 1. Term\nFor {{term}}.');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('heading', { name: '1. Term' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText(/, version 2, changed/)).toBeVisible();
  await expect(row.getByText('Not reviewed by counsel')).toBeVisible();
});
