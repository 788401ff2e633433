import { call } from './call.ts';
import type { Browser, Locator } from '@playwright/test';
import { expect, goTo, startSession, watchErrors, type Page, type Role } from './test.ts';

/** An image of one pixel, as a file chooser returns it. */
export const logoFile = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Another person in a separate browser, also watched for errors. */
export async function openAs(browser: Browser, role: Role, errors: string[]): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  watchErrors(page, errors);
  await startInTeam(page, role);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  return page;
}

/** Starts a session in the workspace that is reserved for tests of the settings. */
export function startInTeam(page: Page, role: Role): Promise<void> {
  return startSession(page, role, 'Team 2');
}

/**
 * Starts a session of the superadmin in a new workspace, which is not a sample and may therefore connect to other
 * servers.
 */
export async function startInNewWorkspace(page: Page, name: string): Promise<void> {
  await startSession(page, 'superadmin');
  const { workspace } = await call(page, 'POST', '/installation/workspaces', {
    name: `${name} ${Date.now().toString(36)}`,
    timeZone: 'America/New_York',
    currency: 'USD',
    plan: 'Pro',
  });
  await page.evaluate((id) => localStorage.setItem('workspaceId', id), String(workspace.id));
}

/** Opens a section of the settings by its URL, even right after a form was saved. */
export async function openSection(page: Page, section: string): Promise<void> {
  await goTo(page, `/admin/settings/${section}`);
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
}

/** Saves a settings form, and waits until it shows the saved values: text typed before that would be lost. */
export async function save(form: Locator, name: string): Promise<void> {
  const button = form.getByRole('button', { name });
  const saved = form.page().waitForResponse((answer) => answer.request().method() === 'PATCH');
  await button.click();
  expect((await saved).status()).toBe(200);
  await expect(button).toBeEnabled();
}

/** A card of a section, by its heading. */
export function getCard(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}
