import type { Browser } from '@playwright/test';
import { standardStageNames } from '@handover/contract/businesses/stage-names.ts';
import { call } from '../support/call.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { getCard, openSection, save, startInTeam } from '../support/settings.ts';
import {
  expect,
  expectAccessible,
  fillSignIn,
  signIn,
  signOut,
  startSession,
  test,
  watchErrors,
  type Page,
} from '../support/test.ts';
import { generateTotp } from '../support/totp.ts';

const password = 'seven quiet herons';
let mail: MailServer;

// Runs during all tests, because mail that is not accepted now would be delivered during later journeys.
test.beforeAll(async () => {
  mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
});
test.afterAll(() => mail.close());

const getAccountButton = (page: Page) => page.getByRole('button', { name: 'Account', exact: true });

/** A separate person in the displayed workspace, because all tests share the sample logins. */
async function invite(page: Page, role: 'STAFF' | 'ADMIN', displayName: string): Promise<string> {
  const email = `${role.toLowerCase()}-${String(Date.now())}@people.test`;
  await call(page, 'POST', '/invitations', { email, role });
  const invitation = () =>
    mail
      .all()
      .filter(({ to }) => to.includes(email))
      .map(({ raw }) => /accept-invite#(\S+)/.exec(raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1])
      .at(0);
  await expect.poll(invitation, { timeout: 30_000 }).toBeDefined();
  const token = invitation()?.replace('token=', '') ?? '';
  const answer = await page.request.post('/api/auth/accept-invite', {
    data: { token, displayName, password },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return email;
}

async function openPage(browser: Browser, errors: string[]): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  watchErrors(page, errors);
  return page;
}

async function enter(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in');
  await fillSignIn(page, email, password);
  await expect(getAccountButton(page)).toBeVisible();
}

async function setUpApp(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await getCard(page, 'Two-step sign-in').getByRole('button', { name: 'Set up' }).click();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = (await dialog.getByText(/^[A-Z2-7 ]{30,}$/).textContent())?.replaceAll(' ', '') ?? '';
  await dialog.getByLabel('Six-digit code').fill(generateTotp(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('button', { name: 'I saved my codes' }).click();
  await expect(getCard(page, 'Two-step sign-in').getByText('10 recovery codes left.')).toBeVisible();
  return secret;
}

async function saveRule(page: Page, { group, days }: { group: string; days: string }): Promise<void> {
  const rule = getCard(page, 'Two-step sign-in');
  await rule.getByRole('radio', { name: group }).check();
  await rule.getByLabel('Grace period (days)').fill(days);
  await rule.getByRole('button', { name: 'Save two-step settings' }).click();
}

test('an administrator requires two-step sign-in from staff: with a grace period, then immediately, until it is set up', async ({
  page,
  browser,
  watchedErrors,
}) => {
  await startInTeam(page, 'admin');
  const kimsEmail = await invite(page, 'ADMIN', 'Kim Keeper');
  const robinsEmail = await invite(page, 'STAFF', 'Robin Ready');
  const kim = await openPage(browser, watchedErrors);
  const robin = await openPage(browser, watchedErrors);
  await enter(kim, kimsEmail);
  await enter(robin, robinsEmail);

  await test.step('an administrator without it cannot require it, and sees how to set it up', async () => {
    await openSection(kim, 'policies');
    await saveRule(kim, { group: 'All staff', days: '5' });
    const rule = getCard(kim, 'Two-step sign-in');
    await expect(rule.getByText(/would lock you out/)).toBeVisible();
    await expectAccessible(kim);
    await rule.getByRole('link', { name: 'Your account' }).click();
    await kim
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave' })
      .click();
    await setUpApp(kim);
  });

  await test.step('during the grace period a banner on open pages shows the deadline', async () => {
    await openSection(kim, 'policies');
    await saveRule(kim, { group: 'All staff', days: '5' });
    await expect(kim.getByText('Two-step sign-in settings saved')).toBeVisible();
    await expect(robin.getByText(/You have access without it until \w+day, /)).toBeVisible();
    await expect(robin).toHaveURL(/\/admin\/dashboard/);
    await expectAccessible(robin);
    expect((await call(robin, 'GET', '/tasks')).tasks).toBeDefined();
  });

  await test.step('after the grace period the workspace is closed, and every page leads to the setup', async () => {
    await saveRule(kim, { group: 'All staff', days: '0' });
    await expect(robin).toHaveURL('/account');
    await expect(
      robin.getByText(/Set up an authenticator app or a passkey below to regain access/),
    ).toBeVisible();
    await expectAccessible(robin);
    await robin.goto('/admin/users?q=lee');
    await expect(robin).toHaveURL('/account');
    await expect(robin.getByText(/to regain access/)).toBeVisible();
    const token = await robin.evaluate(() => localStorage.getItem('authToken') ?? '');
    const refused = await robin.request.get('/api/tasks', { headers: { authorization: `Bearer ${token}` } });
    expect([refused.status(), (await refused.json()).code]).toEqual([
      403,
      'SECOND_FACTOR_REQUIRED_BY_WORKSPACE',
    ]);
    await signOut(robin);
    await fillSignIn(robin, robinsEmail, password);
    await expect(robin).toHaveURL('/account');
  });

  await test.step('it opens after the setup and returns to the page', async () => {
    await robin.goto('/admin/users?q=lee');
    await expect(robin).toHaveURL('/account');
    await setUpApp(robin);
    await robin.getByRole('link', { name: 'Continue' }).click();
    await expect(robin).toHaveURL('/admin/users?q=lee');
    await expect(robin.getByText(/requires two-step sign-in/)).toHaveCount(0);
  });

  await test.step('the member list and the sealed log show it', async () => {
    await openSection(kim, 'people');
    const row = kim.getByRole('row').filter({ hasText: 'Robin Ready' });
    await expect(row.getByText('Two-step')).toBeVisible();
    await openSection(kim, 'audit');
    await kim.getByLabel('Action', { exact: true }).selectOption('updateWorkspaceSettings');
    const entries = kim.getByRole('region', { name: 'Entry list' });
    await expect(entries.getByText(/to: staff, from: nobody, grace days: 5/)).toBeVisible();
    await kim.getByRole('button', { name: 'Verify log' }).click();
    await expect(getCard(kim, 'Verify log').getByText('Intact')).toBeVisible({ timeout: 20_000 });
  });

  await openSection(kim, 'policies');
  await saveRule(kim, { group: 'No one', days: '7' });
  await expect(kim.getByText('Two-step sign-in settings saved')).toBeVisible();
});

test('an administrator names the stages and sets how long a business can stay in each', async ({
  page,
  browser,
  watchedErrors,
}) => {
  const staff = await openPage(browser, watchedErrors);
  const client = await openPage(browser, watchedErrors);
  await startSession(page, 'admin');
  await signIn(client, 'client');
  await startSession(staff, 'staff');
  const [own] = (await call(client, 'GET', '/businesses')).businesses;
  const standard: Readonly<Record<string, string>> = standardStageNames;
  const stageOf = (stage: string) => page.getByRole('group', { name: standard[stage] ?? '', exact: true });
  const savePipeline = () => save(page.getByRole('main'), 'Save pipeline');
  const before = (await call(page, 'GET', '/workspace')).workspace.pipeline;

  await test.step('the names appear on open pages: list, filter, record, timeline, dashboards, and for the client', async () => {
    await staff.goto('/admin/business-center?stage=on_market');
    await expect(staff.getByRole('button', { name: 'Remove On market' })).toBeVisible();
    await openSection(page, 'pipeline');
    await stageOf('on_market').getByLabel('Name', { exact: true }).fill('Listed');
    await stageOf(own.stage).getByLabel('Client-facing name').fill('Well on the way');
    await expectAccessible(page);
    await savePipeline();
    await expect(staff.getByRole('button', { name: 'Remove Listed' })).toBeVisible();
    await expect(staff.getByRole('combobox', { name: 'Stage' })).toContainText('Listed');
    await expect(staff.getByRole('cell', { name: 'Listed' }).first()).toBeVisible();
    await expect(staff.getByText('On market')).toHaveCount(0);
    await staff.locator('a[href*="/admin/business-center/businesses/"]').first().click();
    await expect(staff.getByRole('region', { name: 'Stage' }).getByText('Listed').first()).toBeVisible();
    await expect(staff.getByText(/to Listed/).first()).toBeVisible();
    await staff.goto('/admin/dashboard');
    await expect(staff.getByRole('rowheader', { name: 'Listed' })).toBeVisible();
    await expect(client.getByText(/^Well on the way, started/).first()).toBeVisible();
    await client.goto('/test-user-dashboard');
    await expect(client.getByText('Initial consultation').first()).toBeVisible();
  });

  await test.step('two stages cannot have the same name', async () => {
    await stageOf('sold').getByLabel('Name', { exact: true }).fill('listed');
    await page.getByRole('button', { name: 'Save pipeline' }).click();
    await expect(stageOf('sold').getByText('Stage names must be unique')).toBeVisible();
    await stageOf('sold').getByLabel('Name', { exact: true }).fill('');
  });

  await test.step('the number of days decides which businesses are stalled, on the dashboard and in its list', async () => {
    const open = Object.keys(before).filter((stage) => !['sold', 'withdrawn', 'expired'].includes(stage));
    const stuck = staff.getByRole('region', { name: 'Stalled businesses' });
    for (const stage of open) await stageOf(stage).getByLabel('Stalled after').fill('365');
    await savePipeline();
    await expect(staff.getByRole('rowheader', { name: 'Listed' })).toBeVisible();
    await expect(stuck).toHaveCount(0);
    await stageOf('on_market').getByLabel('Stalled after').fill('1');
    await savePipeline();
    await staff.reload();
    await expect(stuck).toContainText('Listed');
    const count = Number(
      /\d+/.exec((await stuck.getByRole('heading', { level: 3 }).textContent()) ?? '')?.[0],
    );
    await stuck.getByRole('link', { name: /Stalled businesses/ }).click();
    await expect(staff.getByText(`${String(count)} business`)).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Remove Stalled' })).toBeVisible();
  });

  await test.step('the sealed log shows the changes', async () => {
    await openSection(page, 'audit');
    await page.getByLabel('Action', { exact: true }).selectOption('updateWorkspaceSettings');
    const entries = page.getByRole('region', { name: 'Entry list' });
    await expect(entries.getByText(/on market: \(name: Listed/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Verify log' }).click();
    await expect(getCard(page, 'Verify log').getByText('Intact')).toBeVisible({ timeout: 20_000 });
  });

  const { version } = (await call(page, 'GET', '/workspace')).workspace;
  await call(page, 'PATCH', '/workspace', { version, pipeline: before });
  await expect(staff.getByText('Listed')).toHaveCount(0);
});
