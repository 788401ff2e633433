import type { Locator } from '@playwright/test';
import { expect, type Page } from './test.ts';

/** The number of Tab presses after which an element counts as unreachable. */
const lowestRank = 120;

/** Presses Tab until the element has the focus. Fails if Tab returns to the start without reaching it. */
export async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
): Promise<void> {
  const named = page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name });
  await tabToElement(page, named.first());
}

/** The same for elements without a role, such as a date field. */
export async function tabToElement(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < lowestRank; press += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

/** Moves down an open menu to an item and selects it. */
export async function chooseItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true });
  await expect(item).toBeVisible();
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  for (let press = 0; press < lowestRank; press += 1) {
    if (await isFocused(item)) {
      await page.keyboard.press('Enter');
      return;
    }
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`No arrow reaches the item ${name}`);
}

/** Types into the global search until Enter would open the expected line, and opens it. */
export async function openFromPalette(page: Page, query: string, line: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
  await page.keyboard.type(query);
  const option = page.getByRole(
    'option',
    typeof line === 'string' ? { name: line, exact: true } : { name: line },
  );
  await expect(option.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
}

function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

/** Tabs to an element and presses a key on it. */
export async function pressOn(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
  key = 'Enter',
): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press(key);
}
