import { call } from '../support/call.ts';
import { expect, expectAccessible, signIn, startSession, test } from '../support/test.ts';

test('the logo names the healthcare brokerage and links to the root path, which is the user’s dashboard', async ({
  page,
}) => {
  await startSession(page, 'admin');
  await page.goto('/admin/tasks');
  const logo = page.getByRole('link', { name: 'Meridian Healthcare Brokers, home' }).first();
  await expect(logo).toHaveAttribute('href', '/');
  await expect.poll(() => logo.boundingBox()).toMatchObject({ width: 217, height: 54 });
  await logo.click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test('"Need help?" opens guides, shortcuts and contact, as does the key ?, until single keys are switched off', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const help = page.getByRole('button', { name: 'Need help?' });
  const panel = page.getByRole('dialog', { name: 'Help' });
  await help.click();
  for (const part of ['Guides', 'Keyboard shortcuts', 'Contact'])
    await expect(panel.getByRole('heading', { name: part })).toBeVisible();
  await panel.getByText('Find a customer').click();
  await expect(panel.getByText(/^Open Users Management/)).toBeVisible();
  await expect(panel.getByText('Search everything').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(help).toBeFocused();

  await page.keyboard.press('?');
  await expect(panel).toBeVisible();
  await panel.getByRole('checkbox', { name: 'Use single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.keyboard.press('?');
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await help.click();
  await panel.getByRole('checkbox', { name: 'Use single-key shortcuts' }).check();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.keyboard.press('?');
  await expect(panel).toBeVisible();
});

test('the account menu and the profile card show the signed-in user’s display name and email', async ({
  page,
}) => {
  await signIn(page, 'staff');
  const { user } = await call(page, 'GET', '/auth/profile');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  const popup = page.getByRole('menu').locator('..');
  await expect(popup.getByText(user.displayName, { exact: true })).toBeVisible();
  await expect(popup.getByText('staff@handover.test', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByText(user.displayName, { exact: true })).toBeVisible();
  await expect(sidebar.getByText('staff@handover.test', { exact: true })).toBeVisible();
});

test('sign-in is a centered column of 420 px, the header on top, no footer, a faint image behind', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/sign-in');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const card = page.getByRole('main').locator(':scope > *').first();
  await expect.poll(() => card.boundingBox()).toMatchObject({ width: 420, x: 510 });
  const column = await card.boundingBox();
  const header = await page.getByRole('banner').boundingBox();
  expect(header?.y).toBe(0);
  expect((header?.height ?? 0) <= (column?.y ?? 0)).toBe(true);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  const behind = await page.getByRole('main').evaluate((main) => {
    const { opacity, backgroundImage, backgroundPosition } = getComputedStyle(
      main.parentElement ?? main,
      '::before',
    );
    return { opacity, backgroundPosition, isImage: backgroundImage.startsWith('url(') };
  });
  expect(behind).toEqual({ opacity: '0.24', backgroundPosition: '50% 50%', isImage: true });
});

test('pages have a light gray background, and corners are rounded by 8 px', async ({ page }) => {
  await signIn(page, 'admin');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe('rgb(244, 246, 248)');
  await page.goto('/admin/tasks');
  const button = page.getByRole('button', { name: 'New task', exact: true });
  await expect(button).toHaveCSS('border-radius', '8px');
  expect(await background()).toBe('rgb(244, 246, 248)');
});

test('while the session is loading, a guarded page shows only a spinner', async ({ page }) => {
  await startSession(page, 'admin');
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/profile', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/admin/tasks');
  const list = page.getByRole('region', { name: 'Task list' });
  await expect(page.getByRole('status').filter({ hasText: 'Checking your session' })).toBeVisible();
  await expect(page).toHaveURL('/admin/tasks');
  await expect(list).toHaveCount(0);
  answer();
  await expect(list).toBeVisible();
});

test('the dark theme and the icon sidebar are saved in this browser and apply immediately on the next visit', async ({
  page,
}) => {
  await startSession(page, 'admin');
  await page.goto('/admin/users');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const root = page.locator('html');
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(sidebar).toHaveCSS('width', '300px');
  const light = await ground();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Dark theme' }).click();
  await expect(root).toHaveCSS('color-scheme', 'dark');
  await expect.poll(ground).not.toBe(light);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect(sidebar).toHaveCSS('width', '88px');
  const tasks = sidebar.getByRole('link', { name: 'Tasks' });
  await tasks.hover();
  await expect(tasks.getByText('Tasks')).toBeInViewport();
  await expectAccessible(page);
  await tasks.click();
  await expect(page).toHaveURL('/admin/tasks');

  // The attributes are set before any script of the app runs.
  await page.route('**/assets/*.js', () => undefined);
  await page.reload({ waitUntil: 'commit' });
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(root).toHaveAttribute('data-nav', 'rail');
  await page.unroute('**/assets/*.js');
  await page.reload();
  await expect(sidebar).toHaveCSS('width', '88px');
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect(sidebar).toHaveCSS('width', '300px');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Light theme' }).click();
  await expect(root).toHaveCSS('color-scheme', 'light');
  await expect.poll(ground).toBe(light);
});
