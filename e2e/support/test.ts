import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect };
export type { Page };

export type Role = 'superadmin' | 'admin' | 'staff' | 'client';

/** The password of the sample logins of the server under test. */
export const samplePassword = process.env['E2E_PASSWORD'] ?? process.env['SAMPLE_PASSWORD'] ?? '';

/** Lines that the browser writes for expected error answers, and while a test is offline. */
const expectedLines =
  /Failed to load resource: (the server responded with a status of (401|403|404|409|410|422|429)|net::ERR_INTERNET_DISCONNECTED)|Failed to fetch dynamically imported module|Unable to preload CSS/;

/**
 * Fails a test if its page logged an error or had an uncaught error. Closes the test's other browsers, whose live
 * updates would slow down later tests.
 */
export const test = base.extend<{ watchedErrors: string[] }>({
  watchedErrors: [
    async ({ browser, page }, use) => {
      const errors: string[] = [];
      watchErrors(page, errors);
      await use(errors);
      expect(errors, 'errors in the console').toEqual([]);
      const others = browser.contexts().filter((context) => context !== page.context());
      await Promise.all(others.map((context) => context.close()));
    },
    { auto: true },
  ],
});

/** Adds to `errors` what a page logs as an error, and its uncaught errors. */
export function watchErrors(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !expectedLines.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
}

/**
 * Signs in through the form, as a user does, and waits for the dashboard, which on loading closes anything opened
 * before.
 */
export async function signIn(page: Page, role: Role): Promise<void> {
  await page.goto('/sign-in');
  await fillSignIn(page, `${role}@handover.test`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
}

/** Logs out with the account menu. */
export async function signOut(page: Page): Promise<void> {
  await chooseLogout(page);
  await expect(page).toHaveURL('/sign-in');
}

/** Retries, because the menu closes when a newly opened page takes the focus. */
export async function chooseLogout(page: Page): Promise<void> {
  const logout = page.getByRole('menuitem', { name: 'Logout' });
  await expect(async () => {
    if (!(await logout.isVisible()))
      await page.getByRole('button', { name: 'Account', exact: true }).click({ timeout: 2_000 });
    await logout.click({ timeout: 2_000 });
  }).toPass();
}

/**
 * Signs in without form and dashboard, for tests that begin on another page. That page must be opened next. Uses the
 * given workspace, or else the one that the form would open.
 */
export async function startSession(page: Page, role: Role, workspace?: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login', {
    data: { email: `${role}@handover.test`, password: samplePassword },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { token, user } = await answer.json();
  const isNamed = ({ name }: { name: string }): boolean => name === workspace;
  const stored = {
    authToken: token,
    ...(workspace !== undefined && { workspaceId: user.workspaces.find(isNamed).id }),
  };
  // The page of the origin that loads the least.
  await page.goto('/favicon.svg');
  await page.evaluate((entries) => void Object.assign(localStorage, entries), stored);
}

/** Fills in and submits the sign-in form. */
export async function fillSignIn(page: Page, email: string, password = samplePassword): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Expects no axe violations on the current page, and no horizontal scrolling of the page itself. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('main')).toBeAttached();
  // Otherwise axe would check colors in the middle of a transition.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await waitUntilStill(page);
  const { violations } = await createAxe(page).analyze();
  await page.emulateMedia({ reducedMotion: null });
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`).join(' | ')}`,
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

/**
 * Checks all rules, but collects violations only, because listing passes takes axe several times as long. Only pages
 * with frames need the mode that collects the results of several documents in a separate page.
 */
function createAxe(page: Page): AxeBuilder {
  const hasFrames = page.mainFrame().childFrames().length > 0;
  return new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .setLegacyMode(!hasFrames);
}

/** Waits until all transitions and animations have ended. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        ({ timeline, effect }) =>
          timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * Opens a URL right after a form was saved. Retries, because removing the form's history entry aborts a navigation that
 * starts at the same moment.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  await expect(async () => void (await page.goto(address))).toPass();
}
