import { call } from './support/call.ts';
import { expect, expectAccessible, startSession, test } from './support/test.ts';

test('a broker fixes a teaser that identifies the business, the seller approves it, and the public can read it', async ({
  page,
  browser,
}) => {
  const mark = String(Date.now());
  await startSession(page, 'admin', 'Team 3');
  const { user } = await call(page, 'POST', '/users', { name: `Olga Quillfeather ${mark}` });
  const { business } = await call(page, 'POST', '/businesses', {
    name: 'Quillfeather Dental',
    type: 'dental',
    ownerId: user.id,
    askingPriceCents: 1_250_000_00,
  });
  await page.goto(`/admin/business-center/businesses/${String(business.id)}?tab=profiles`);
  const section = page.getByRole('tabpanel', { name: 'Teaser and CIM' });

  await test.step('create the teaser from the record', async () => {
    await section.getByRole('button', { name: 'Create from record' }).click();
    await expect(section.getByText('Asking price: $1,250,000')).toBeVisible();
    await expect(section.getByText(/placeholders in brackets/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a passage that identifies the business blocks sending it to the seller', async () => {
    await section.getByRole('button', { name: 'Edit', exact: true }).click();
    await section
      .getByRole('textbox', { name: 'Text' })
      .first()
      .fill('Known locally as Q u i l l f e a t h e r.');
    for (const name of ['Transition', 'Highlights']) {
      await section.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Remove section' }).click();
      await expect(section.getByRole('button', { name: `Actions for ${name}` })).toHaveCount(0);
    }
    for (const field of await section.getByRole('textbox', { name: 'Text' }).all())
      if ((await field.inputValue()).includes('[')) await field.fill('Revenue of $1.4 million.');
    await section.getByRole('button', { name: 'Save draft' }).click();
    await expect(section.getByText(/1 passage identifies the business/)).toBeVisible();
    await expect(section.locator('mark')).toHaveText('Q u i l l f e a t h e r');
    await expect(section.getByRole('button', { name: 'Request approval' })).toBeDisabled();
    await section.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(section.getByText('Name of the business:')).toBeVisible();
    await expectAccessible(page);
    await section.getByRole('textbox', { name: 'Text' }).first().fill('A practice with six operatories.');
    await section.getByRole('button', { name: 'Save draft' }).click();
    await expect(section.getByRole('button', { name: 'Request approval' })).toBeEnabled();
  });

  const link = await test.step('ask the seller', async () => {
    await section.getByRole('button', { name: 'Request approval' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Create a link to share with the owner' }).check();
    await dialog.getByRole('button', { name: 'Send' }).click();
    const address = await dialog.getByRole('textbox', { name: 'Approval link' }).inputValue();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(section.getByText('Waiting for seller').first()).toBeVisible();
    await expect(section.getByRole('button', { name: /^Release/ })).toBeHidden();
    return new URL(address);
  });

  const [teaser] = (await call(page, 'GET', `/businesses/${String(business.id)}/profiles`)).profiles;
  const workspace = await page.evaluate(() => localStorage.getItem('workspaceId') ?? '');
  const publicPath = `/teaser?workspace=${workspace}&id=${String(teaser.id)}`;
  const other = await (await browser.newContext()).newPage();
  await test.step('no one can read it before the release', async () => {
    await other.goto(publicPath);
    await expect(other.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  });

  await test.step('the seller approves it once with the link', async () => {
    await other.goto(`${link.pathname}${link.hash}`);
    await expect(other.getByText('A practice with six operatories.')).toBeVisible();
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Approve' }).click();
    await expect(other.getByText('Required')).toBeVisible();
    await other.getByLabel('Your name').fill('Olga Quillfeather');
    await other.getByRole('button', { name: 'Approve' }).click();
    await expect(other.getByText(/You approved the teaser/)).toBeVisible();
  });

  await test.step('release it to the public', async () => {
    await section.getByRole('button', { name: 'Release version 1' }).click();
    await expect(section.getByText('Version 1 released')).toBeVisible();
    await other.goto(publicPath);
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(other.getByText('A practice with six operatories.')).toBeVisible();
    await expect(other.getByText('Quillfeather')).toHaveCount(0);
    await expectAccessible(other);
    const download = other.waitForEvent('download');
    await other.getByRole('button', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    await other.getByRole('link', { name: 'Ask about this business' }).click();
    await expect(other.getByRole('heading', { name: 'Register as a buyer' })).toBeVisible();
  });

  await test.step('the log shows each view', async () => {
    await page.reload();
    await section.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'View log (3)' }).click();
    const dialog = page.getByRole('dialog', { name: 'View log' });
    await expect(dialog.getByRole('listitem')).toHaveText([
      /^Visitor.*PDF/,
      /^Visitor.*Page/,
      /^Seller.*Page/,
    ]);
    await expectAccessible(page);
  });
});

test('a buyer can read the CIM only once the deal has reached its stage', async ({ page, browser }) => {
  const mark = String(Date.now());
  await startSession(page, 'admin', 'Team 1');
  const buyer = await (await browser.newContext()).newPage();
  await startSession(buyer, 'client', 'Team 1');
  const { customerId } = (await call(buyer, 'GET', '/auth/profile')).user;
  const { user } = await call(page, 'POST', '/users', { name: `Owner ${mark}` });
  const name = `Larkspur Dental ${mark}`;
  const { business } = await call(page, 'POST', '/businesses', { name, type: 'dental', ownerId: user.id });
  const { deal } = await call(page, 'POST', '/deals', { businessId: business.id, buyerId: customerId });
  const cimPath = `/deals/${String(deal.id)}/cim`;

  const profileId = await test.step('the seller approves the CIM, and it is released', async () => {
    const { profile } = await call(page, 'POST', `/businesses/${String(business.id)}/profiles`, {
      kind: 'cim',
    });
    const path = `/profiles/${String(profile.id)}`;
    await call(page, 'PUT', path, {
      version: 1,
      title: name,
      sections: [{ heading: 'Team', text: 'Eleven people, nine of them for longer than five years.' }],
    });
    const { link } = await call(page, 'POST', `${path}/approval`, { version: 2, delivery: 'link' });
    const token = new URL(String(link)).hash.slice(1);
    const data = { token, name: 'Olga Owner', decision: 'approved' };
    expect((await page.request.post('/api/approving/answer', { data })).ok()).toBe(true);
    await call(page, 'POST', `${path}/release`, { number: 1 });
    return String(profile.id);
  });

  let { version } = deal;
  const moveTo = async (stage: string): Promise<void> => {
    const move = { version, stage, override: { reason: 'Checked on paper' } };
    version = (await call(page, 'POST', `/deals/${String(deal.id)}/move`, move)).deal.version;
  };
  const expectRefused = async (): Promise<void> => {
    const token = await buyer.evaluate(() => localStorage.getItem('authToken') ?? '');
    const headers = { authorization: `Bearer ${token}` };
    expect((await buyer.request.post(`/api${cimPath}`, { headers })).ok()).toBe(false);
  };
  await test.step('the buyer cannot read it before', async () => {
    await moveTo('nda_signed');
    await moveTo('qualified');
    await buyer.goto('/user/dashboard');
    await expect(buyer.getByText('Your messages')).toBeVisible();
    await expect(buyer.getByText(`Confidential information memorandum for ${name}`)).toBeHidden();
    await expectRefused();
  });

  await test.step('nor at that stage, before the seller has approved the buyer', async () => {
    await moveTo('cim_released');
    await expectRefused();
  });

  await test.step('then the buyer reads it', async () => {
    const decision = { version, decision: 'approved' };
    await call(page, 'POST', `/deals/${String(deal.id)}/seller-decision`, decision);
    await buyer.reload();
    const row = buyer
      .getByRole('listitem')
      .filter({ hasText: `Confidential information memorandum for ${name}` });
    await row.getByRole('button', { name: 'Read' }).click();
    const dialog = buyer.getByRole('dialog', { name: 'Confidential information memorandum' });
    await expect(dialog.getByText('Eleven people')).toBeVisible();
    await expectAccessible(buyer);
  });

  await test.step('and the broker sees the view', async () => {
    const { views } = await call(page, 'GET', `/profiles/${profileId}/views`);
    expect(views[0]).toMatchObject({ reader: 'buyer', dealId: deal.id, format: 'page' });
    const { activities } = await call(page, 'GET', `/deals/${String(deal.id)}/activities`);
    expect(activities[0].type).toBe('deal.cim_opened');
    await call(page, 'POST', `/profiles/${profileId}/withdraw`);
  });
});
