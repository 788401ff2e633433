import type { Locator } from '@playwright/test';
import { expect, expectAccessible, signIn, startSession, test, type Page } from '../support/test.ts';

test('the admin menu has the spec’s six entries, then More, and highlights the current page', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const menu = page.getByRole('navigation').first();
  const entries = async (): Promise<string[]> =>
    (await menu.getByRole('link').allInnerTexts()).slice(0, 6).map((name) => name.trim());
  await expect
    .poll(entries)
    .toEqual(['Dashboard', 'Users Management', 'Documents', 'Tasks', 'Business Center', 'Settings']);
  await menu.getByRole('link', { name: 'Tasks' }).click();
  await expect(page).toHaveURL('/admin/tasks');
  await expect(menu.getByRole('link', { name: 'Tasks' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeFocused();
  await expect(page).toHaveTitle(/Tasks/);
});

test('nested entries open by their parent, which is highlighted while a child is active', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const plans = page.getByRole('navigation').getByRole('button', { name: 'Plans' });
  await expect(plans).toHaveAttribute('aria-expanded', 'false');
  await plans.click();
  await expect(plans).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('navigation').getByRole('link', { name: 'Weak plan', exact: true }).click();
  await expect(page).toHaveURL('/weak-plan');
});

test('the switcher shows the three workspaces with their plans and opens another', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('button', { name: /Workspace.*Team 1/ }).click();
  const items = page.getByRole('menu').getByText(/Team \d/);
  await expect(items).toHaveText(['Team 1', 'Team 2', 'Team 3']);
  await items.nth(1).click();
  await expect(page.getByRole('button', { name: /Workspace.*Team 2/ })).toBeVisible();
});

test('on a phone the menu is a drawer that closes when the location changes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin');
  await page.getByRole('button', { name: /menu/i }).first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await expect.poll(() => getWidth(drawer)).toBeCloseTo(288, 1);
  await expectAccessible(page);
  await drawer.getByRole('link', { name: 'Documents' }).click();
  await expect(page).toHaveURL('/admin/documents');
  await expect(drawer).toBeHidden();
});

test('sizes are the spec’s: navigation, header, account menu', async ({ page }) => {
  await signIn(page, 'admin');
  await expect.poll(() => getWidth(page.getByRole('complementary', { name: 'Sidebar' }))).toBe(300);
  await expect.poll(() => findBarHeight(page)).toBe(92);
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await expect.poll(() => getWidth(page.getByRole('menu'))).toBe(200);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect.poll(() => findBarHeight(page)).toBe(64);
});

test('every screen of the layout opens from a cold link, has its title, and passes axe', async ({ page }) => {
  await startSession(page, 'admin');
  const paths = [
    '/admin/dashboard',
    '/admin/users',
    '/admin/users/create',
    '/admin/tasks',
    '/admin/documents',
    '/admin/business-center',
    '/admin/settings',
    '/test-user-dashboard',
    '/user',
    '/blog',
    '/generate-plan',
    '/analyze-plan',
    '/copilot-plan',
    '/very-weak-plan',
    '/weak-plan',
    '/strong-plan',
    '/very-strong-plan',
    '/payment-management',
    '/subscriptions',
    '/admin/nothing-here',
    '/account',
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page);
  }
});

test('open routes show without a session and offer to sign in; the others ask for it in place', async ({
  page,
}) => {
  for (const path of ['/blog', '/weak-plan', '/subscriptions', '/generate-plan']) {
    await page.goto(path);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/payment-management');
  await expect(page.getByRole('main').getByRole('link', { name: /sign in/i })).toBeVisible();
});

test('unknown addresses: the placeholder in the admin area, page not found elsewhere', async ({ page }) => {
  await page.goto('/nowhere/at/all');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/not found/i);
  await startSession(page, 'admin');
  await page.goto('/admin/nowhere');
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('no script of another origin or without its nonce is allowed', async ({ page }) => {
  const response = await page.goto('/sign-in');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self' 'nonce-");
  expect(policy).not.toContain('unsafe');
  const again = await page.goto('/sign-in');
  expect(again?.headers()['content-security-policy']).not.toBe(policy);
});

async function getWidth(part: Locator): Promise<number> {
  return (await part.boundingBox())?.width ?? 0;
}

/** The header itself has no box. Its sticky bar stays at the top and is tall enough for the account menu. */
function findBarHeight(page: Page): Promise<number | undefined> {
  return page.getByRole('button', { name: 'Account', exact: true }).evaluate((button) => {
    let part: Element | null = button;
    while (part !== null && getComputedStyle(part).position !== 'sticky') part = part.parentElement;
    return part?.getBoundingClientRect().height;
  });
}
