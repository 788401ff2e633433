import { chromium, type CDPSession, type Page } from '@playwright/test';
import { findBrowser } from '../packages/testing/src/browser.ts';
import { password, log } from './running.ts';

/** The time from a key press to the next paint, per press; browsers measure it in steps of 8 ms. */
export type Interaction = { readonly name: string; readonly durationsMs: readonly number[] };

const slowdown = 4;
const times = 6;
const idleMs = 400;

/** Uses the list of customers with the keyboard on a slowed-down CPU; null without a browser. */
export async function measureInteractions(address: string): Promise<Interaction[] | null> {
  const launch = await findBrowser().catch((error: Error) => log(`No interactions: ${error.message}`));
  if (launch === undefined) return null;
  const browser = await chromium.launch(launch);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, address);
    await page.goto(`${address}/admin/users`);
    await page.locator('tbody tr[data-id]').first().waitFor();
    const devtools: CDPSession = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await watchEvents(page);
    return await workInList(page);
  } finally {
    await browser.close();
  }
}

async function workInList(page: Page): Promise<Interaction[]> {
  const press = async (name: string, keys: readonly string[]): Promise<Interaction> => {
    const durationsMs: number[] = [];
    for (const key of keys) durationsMs.push(await timeKey(page, key));
    return { name, durationsMs };
  };
  const again = (key: string): string[] => Array.from({ length: times }, () => key);
  const found: Interaction[] = [];
  // The first key press also loads lazy code, as it does for users.
  found.push(await press('next row (j)', again('j')));
  found.push(await press('previous row (k)', again('k')));
  found.push(await press('select a row (x)', again('x')));
  const cell: number[] = [];
  for (let time = 0; time < times; time += 1) {
    cell.push(await timeKey(page, 'e'));
    await page.keyboard.press('Escape');
    await page.waitForTimeout(idleMs);
  }
  found.push({ name: 'open a cell (e)', durationsMs: cell });
  await page.locator('thead th button').first().focus();
  found.push(await press('sort by a column', again('Enter')));
  const next = page.getByRole('button', { name: 'Next page' });
  const paged: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await next.focus();
    paged.push(await timeKey(page, 'Enter'));
  }
  found.push({ name: 'next page', durationsMs: paged });
  const search = page.getByRole('searchbox').first();
  await search.focus();
  found.push(await press('type into the search', [...'thistlewood']));
  await clearSearch(page);
  return [...found, ...(await typeName(page))];
}

const keysPerSecond = 12;

/**
 * Types names of listed customers at full speed. Measures the slowest key of each name, and the time from its last
 * letter to its rows.
 */
async function typeName(page: Page): Promise<Interaction[]> {
  const rows = page.locator('tbody tr[data-id]');
  const listed = await rows.locator('th a').allTextContents();
  const keysMs: number[] = [];
  const rowsMs: number[] = [];
  for (const name of [...new Set(listed)].slice(0, times)) {
    await page.evaluate(() => globalThis.takeLongest());
    const answered = page.waitForResponse(
      (response) => new URL(response.url()).searchParams.get('q') === name && response.ok(),
    );
    await page.keyboard.type(name.slice(0, -1), { delay: 1000 / keysPerSecond });
    const startedAt = performance.now();
    await page.keyboard.press(name.slice(-1));
    await answered;
    await rows.filter({ hasText: name }).first().waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    rowsMs.push(performance.now() - startedAt);
    await page.waitForTimeout(idleMs);
    keysMs.push(await page.evaluate(() => globalThis.takeLongest()));
    await clearSearch(page);
  }
  return [
    { name: 'type a name at full speed, longest key', durationsMs: keysMs },
    { name: 'from its last letter to its rows', durationsMs: rowsMs },
  ];
}

async function clearSearch(page: Page): Promise<void> {
  await page.getByRole('searchbox').first().fill('');
  await page.waitForURL((url) => !url.searchParams.has('q'));
  await page.waitForTimeout(idleMs);
}

/** Presses a key and waits until the result is painted. */
async function timeKey(page: Page, key: string): Promise<number> {
  await page.evaluate(() => globalThis.takeLongest());
  await page.keyboard.press(key);
  await page.waitForTimeout(idleMs);
  return page.evaluate(() => globalThis.takeLongest());
}

declare global {
  /** The longest event of an interaction since the last call, in ms; 0 if none took at least 16. */
  var takeLongest: () => number;
}

async function watchEvents(page: Page): Promise<void> {
  await page.evaluate(() => {
    let longest = 0;
    const note = (entries: PerformanceEntryList): void => {
      for (const entry of entries)
        if ('interactionId' in entry && entry.interactionId !== 0)
          longest = Math.max(longest, entry.duration);
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    const all = { type: 'event', durationThreshold: 16 };
    observer.observe(all);
    globalThis.takeLongest = () => {
      note(observer.takeRecords());
      const taken = longest;
      longest = 0;
      return taken;
    };
  });
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/sign-in`);
  await page.getByLabel('Email').fill('admin@handover.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Account', exact: true }).waitFor();
}
