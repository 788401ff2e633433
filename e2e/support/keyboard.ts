import { expect, type Page } from './test.ts';

/** Tab presses after which a thing counts as out of reach. */
const farthest = 120;

/** Goes on by Tab until the thing has the focus; fails when Tab comes round without it. */
export async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
): Promise<void> {
  const target = page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name }).first();
  await expect(target).toBeVisible();
  for (let press = 0; press < farthest; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach the ${role} ${String(name)}`);
}

/** Goes on by Tab until the thing has the focus and presses a key on it. */
export async function pressOn(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
  key = 'Enter',
): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press(key);
}
