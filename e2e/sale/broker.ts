import { call } from '../support/call.ts';
import { getErrorStatus } from '../support/client.ts';
import { expect, goTo, type Page } from '../support/test.ts';

const toBusinessPath = (id: string): string => `/admin/business-center/businesses/${id}`;
const toBuyerPath = (id: string): string => `/admin/business-center/buyers/${id}`;
const toDealPath = (id: string): string => `/admin/business-center/deals/${id}`;

/** Opens a record's page, unless it is already open: live updates keep it current. */
async function open(broker: Page, path: string): Promise<void> {
  if (new URL(broker.url()).pathname !== path) await goTo(broker, path);
}

/** Imports a CSV through the dialog of the business list, with the mapping that its headings suggest. */
export async function importBusiness(broker: Page, csv: string): Promise<void> {
  await broker.goto('/admin/business-center?import=new');
  await broker
    .locator('input[type=file]')
    .setInputFiles({ name: 'provider.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const dialog = broker.getByRole('dialog', { name: 'Import businesses' });
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(dialog).toContainText('provider.csv: 1 imported, 0 skipped', { timeout: 60_000 });
  await broker.keyboard.press('Escape');
}

/** Pastes three years, uses their recast, and saves the valuation. */
export async function valueBusiness(broker: Page, businessId: string, years: string): Promise<void> {
  await goTo(broker, `${toBusinessPath(businessId)}?tab=financials`);
  const section = broker.getByRole('tabpanel', { name: 'Financials' });
  await section.getByRole('button', { name: 'Paste from spreadsheet' }).click();
  const dialog = broker.getByRole('dialog', { name: 'Paste from spreadsheet' });
  await dialog.getByRole('textbox', { name: 'Table' }).fill(years);
  await dialog.getByRole('button', { name: 'Use these figures' }).click();
  await section.getByRole('button', { name: 'Save figures' }).click();
  const recast = section.getByRole('region', { name: 'Recast', exact: true });
  // 370,000 + 30,000 of depreciation + 190,000 of pay.
  await expect(recast.getByRole('row', { name: /^SDE/ })).toContainText('590,000');
  await recast.getByRole('button', { name: 'Use these figures' }).click();
  await expect(recast.getByText(/The record uses the recast of 2025/)).toBeVisible();
  await broker.getByRole('button', { name: 'Save valuation' }).click();
  await broker.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(broker.getByRole('dialog')).toBeHidden();
}

/** Drafts an engagement letter from a fee table of the workspace, with a retainer, and records its signature. */
export async function signEngagement(
  broker: Page,
  businessId: string,
  letter: { feeTable: string; minimumFee: string; retainer: string },
): Promise<void> {
  await goTo(broker, `${toBusinessPath(businessId)}?tab=engagement`);
  await broker.getByRole('button', { name: 'Draft letter' }).click();
  const dialog = broker.getByRole('dialog', { name: 'Draft engagement letter' });
  await dialog.getByLabel('Start from').selectOption(letter.feeTable);
  await dialog.getByLabel('Minimum fee').fill(letter.minimumFee);
  await dialog.getByRole('button', { name: 'Add retainer' }).click();
  await dialog.getByLabel('Amount').fill(letter.retainer);
  await dialog.getByLabel('Paid on').fill('2026-01-05');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await broker.getByRole('button', { name: 'Record signature' }).click();
  await broker.getByRole('dialog').getByRole('button', { name: 'Record signature' }).click();
  await expect(broker.getByText('Signature recorded')).toBeVisible();
}

interface ProfileText {
  kind: 'Teaser' | 'CIM';
  title: string;
  heading: string;
  text: string;
}

/** Creates a teaser or CIM from the record, reduces it to one section, and asks the seller to approve it. */
export async function prepareProfile(broker: Page, businessId: string, profile: ProfileText): Promise<void> {
  await goTo(broker, `${toBusinessPath(businessId)}?tab=profiles`);
  const section = broker.getByRole('tabpanel', { name: 'Teaser and CIM' });
  await section.getByRole('tab', { name: profile.kind }).click();
  await section.getByRole('button', { name: 'Create from record' }).click();
  await section.getByRole('button', { name: 'Edit', exact: true }).click();
  await section.getByLabel('Title').fill(profile.title);
  const menus = section.getByRole('button', { name: /^Actions for / });
  for (let left = await menus.count(); left > 1; left -= 1) {
    await menus.last().click();
    await broker.getByRole('menuitem', { name: 'Remove section' }).click();
    await expect(menus).toHaveCount(left - 1);
  }
  await section.getByLabel('Heading').fill(profile.heading);
  await section.getByRole('textbox', { name: 'Text' }).fill(profile.text);
  await section.getByRole('button', { name: 'Save draft' }).click();
  await section.getByRole('button', { name: 'Request approval' }).click();
  await broker.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(section.getByText('Waiting for seller').first()).toBeVisible();
  await expect(section.getByRole('button', { name: /^Release/ })).toBeHidden();
}

/** Releases the approved version, which the page shows without a reload. */
export async function releaseProfile(broker: Page): Promise<void> {
  const section = broker.getByRole('tabpanel', { name: 'Teaser and CIM' });
  await section.getByRole('button', { name: 'Release version 1' }).click();
  await expect(section.getByText('Version 1 released')).toBeVisible();
}

/** Confirms the manual requirements, and moves a business to its next stage. Given a reason, overrides its gate. */
export async function moveBusiness(
  broker: Page,
  businessId: string,
  { to, override }: { to: string; override?: string },
): Promise<void> {
  await open(broker, toBusinessPath(businessId));
  await broker.getByRole('button', { name: 'Move stage' }).click();
  const dialog = broker.getByRole('dialog', { name: /^Move / });
  const confirm = dialog.getByRole('button', { name: /^Confirm / });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  for (let left = await confirm.count(); left > 0; left -= 1) {
    await confirm.first().click();
    await broker
      .getByRole('dialog', { name: /^Confirm: / })
      .getByRole('button', { name: 'Confirm', exact: true })
      .click();
    await expect(confirm).toHaveCount(left - 1);
  }
  if (override !== undefined) await dialog.getByLabel('Reason for the override').fill(override);
  await dialog
    .getByRole('button', { name: override === undefined ? `Move to ${to}` : 'Override and move' })
    .click();
  await expect(broker.getByText(`Moved to ${to}`)).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Moves a deal to its next stage. */
export async function moveDeal(broker: Page, dealId: string, to: string): Promise<void> {
  const dialog = await openMove(broker, dealId);
  await dialog.getByRole('button', { name: `Move to ${to}` }).click();
  await expect(broker.getByText(`Moved to ${to}`)).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** The screen offers only an override and lists what is missing; the API rejects the move without one. */
export async function expectGateClosed(
  broker: Page,
  dealId: string,
  { stage, missing }: { stage: string; missing: string },
): Promise<void> {
  const { deal } = await call(broker, 'GET', `/deals/${dealId}`);
  const body = { version: deal.version, stage };
  expect(await getErrorStatus(broker, 'POST', `/deals/${dealId}/move`, body)).toBe(422);
  const dialog = await openMove(broker, dealId);
  await expect(dialog.getByRole('button', { name: 'Override and move' })).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: `${missing}: missing` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
}

async function openMove(broker: Page, dealId: string): Promise<ReturnType<Page['getByRole']>> {
  await open(broker, toDealPath(dealId));
  await broker.getByRole('region', { name: 'Stage' }).getByRole('button', { name: 'Move stage' }).click();
  const dialog = broker.getByRole('dialog', { name: /^Move / });
  await expect(dialog.getByLabel('To')).toBeVisible();
  return dialog;
}

/** Confirms that a buyer's profile is current, with a license to own dental practices in Ohio. */
export async function confirmProfile(broker: Page, profileId: string): Promise<void> {
  await addLicense(broker, profileId);
  await open(broker, toBuyerPath(profileId));
  await broker.getByRole('button', { name: 'More actions' }).click();
  await broker.getByRole('menuitem', { name: 'Confirm profile' }).click();
  await expect(broker.getByText('Profile confirmed for 6 months')).toBeVisible();
}

async function addLicense(broker: Page, profileId: string): Promise<void> {
  const { version } = (await call(broker, 'GET', `/buyers/${profileId}`)).buyer;
  const license = { type: 'dental', state: 'OH', kind: 'license', licenseNumber: '30.012345' };
  await call(broker, 'PATCH', `/buyers/${profileId}`, { version, eligibilities: [license] });
}

/** Accepts the proof of funds that a buyer has sent. */
export async function acceptFunds(broker: Page, profileId: string): Promise<void> {
  await open(broker, toBuyerPath(profileId));
  const card = broker.getByRole('region', { name: 'Proof of funds to review' });
  await expect(card.getByText('$400,000')).toBeVisible();
  await card.getByRole('button', { name: 'Accept' }).click();
  await expect(broker.getByText('Proof of funds accepted')).toBeVisible();
}

/** Finalizes the commission with the accepted terms, and records its payout. */
export async function payCommission(broker: Page, dealId: string, due: string): Promise<void> {
  await open(broker, toDealPath(dealId));
  const card = broker.getByRole('region', { name: 'Commission' });
  await card.getByRole('button', { name: 'Finalize' }).click();
  const dialog = broker.getByRole('dialog', { name: 'Finalize commission' });
  await expect(dialog.getByRole('status')).toContainText(due);
  await dialog.getByRole('button', { name: 'Finalize' }).click();
  await card.getByRole('button', { name: 'Record payout' }).click();
  const payout = broker.getByRole('dialog', { name: 'Record payout' });
  await expect(payout.getByText(due)).toBeVisible();
  await payout.getByLabel('Reference').fill('Wire 1');
  await payout.getByRole('button', { name: 'Record payout' }).click();
  await expect(card.getByText('Paid', { exact: true })).toBeVisible();
}
