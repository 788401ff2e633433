import { writeFile } from 'node:fs/promises';
import type { Request } from '@playwright/test';
import { firstCalls } from '../../apps/web/build/first-calls.generated.ts';
import { call } from '../support/call.ts';
import { expect, signIn, test, type Page } from '../support/test.ts';

const generatedFile = new URL('../../apps/web/build/first-calls.generated.ts', import.meta.url);
const command = 'UPDATE_FIRST_CALLS=1 node tools/checks/e2e.js e2e/shell/first-calls.spec.ts';
const isUpdating = process.env['UPDATE_FIRST_CALLS'] !== undefined;

/** Calls of every page (`build/preloads.ts`), the stream of live updates, and pictures. */
const notOfScreens = /^\/(auth\/profile|installation|notifications|events|photos)\b/;

type NamedRecord = { readonly id: string; readonly slug: string };

/** The screens whose first calls are sent with the page: sample URLs for each route path. */
async function listScreens(page: Page): Promise<Record<string, readonly string[]>> {
  const { users } = await call(page, 'GET', '/users?limit=3');
  const { businesses } = await call(page, 'GET', '/businesses?limit=3');
  const { posts } = await call(page, 'GET', '/blog/posts?limit=3');
  return {
    'admin/dashboard': ['/admin/dashboard'],
    'admin/users': ['/admin/users'],
    'admin/users/view/:id': users.map(({ id }: NamedRecord) => `/admin/users/view/${id}`),
    'admin/tasks': ['/admin/tasks'],
    'admin/business-center': ['/admin/business-center'],
    'admin/business-center/businesses/:id': businesses.map(
      ({ id }: NamedRecord) => `/admin/business-center/businesses/${id}`,
    ),
    'admin/settings': ['/admin/settings'],
    blog: ['/blog'],
    'blog/:slug': posts.map(({ slug }: NamedRecord) => `/blog/${slug}`),
    subscriptions: ['/subscriptions'],
  };
}

type Recording = {
  readonly recorded: { readonly calls: ReadonlySet<string>; readonly lastAt: number };
  stop(): void;
};

/** Calls with the ID of another record or with a date, which are not known before the session is loaded. */
const unpredictable = /[0-9a-f]{8}-[0-9a-f]{4}-|=\d{4}-\d\d-\d\d/;

/**
 * Opens a URL without its early calls, and collects the API calls of its screen, with the path parameter replaced by
 * its name. Only calls that all URLs of a path have in common are kept.
 */
async function recordCalls(page: Page, path: string, address: string): Promise<Recording> {
  const recorded = { calls: new Set<string>(), lastAt: Date.now() };
  const [, parameter] = /:(\w+)/.exec(path) ?? [];
  const value = address.split('/').at(-1) ?? '';
  await page.goto('/favicon.svg');
  const note = (request: Request): void => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/') || request.method() !== 'GET') return;
    const called = `${pathname}${search}`.replace('/api', '');
    const named = parameter === undefined ? called : called.replace(value, `:${parameter}`);
    if (notOfScreens.test(named) || unpredictable.test(named)) return;
    recorded.calls.add(named);
    recorded.lastAt = Date.now();
  };
  page.on('request', note);
  await page.goto(address);
  return { recorded, stop: () => page.off('request', note) };
}

/** Early calls are sent by the script of the page itself, all others by modules. */
function suppressEarlyCalls(): void {
  Object.defineProperty(window, 'earlyAnswers', { get: () => undefined, set: (_answers: unknown) => {} });
  const ask = window.fetch;
  window.fetch = (...request) =>
    document.currentScript === null ? ask(...request) : new Promise(() => undefined);
}

/** The calls that the page sent before its first script but that no screen has used; undefined if it sent none. */
const findUnusedCalls = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(() => {
    const early: unknown = Reflect.get(window, 'earlyAnswers');
    const answers: unknown = typeof early === 'object' && early !== null && Reflect.get(early, 'answers');
    return typeof answers === 'object' && answers !== null ? Object.keys(answers) : undefined;
  });

test('each screen makes the calls of the generated list', async ({ page }) => {
  await signIn(page, 'admin');
  const screens = await listScreens(page);
  const recorded: Record<string, string[]> = {};
  await page.addInitScript(suppressEarlyCalls);
  for (const [path, addresses] of Object.entries(screens)) {
    let common: string[] | null = null;
    for (const address of addresses) {
      const { recorded: screen, stop } = await recordCalls(page, path, address);
      const missing = (): string[] => (firstCalls[path] ?? []).filter((called) => !screen.calls.has(called));
      if (!isUpdating) await expect.poll(missing, address).toEqual([]);
      await expect.poll(() => Date.now() - screen.lastAt).toBeGreaterThan(isUpdating ? 3_000 : 500);
      stop();
      common = (common ?? [...screen.calls]).filter((called) => screen.calls.has(called));
    }
    recorded[path] = (common ?? []).toSorted();
  }
  if (isUpdating) {
    const list = JSON.stringify(recorded, null, 2);
    const type = 'Readonly<Record<string, readonly string[]>>';
    const about = `/** What each screen asks of the API first, sent with the page. Generated: ${command} */`;
    await writeFile(generatedFile, `${about}\nexport const firstCalls: ${type} = ${list};\n`);
  }
});

test('the calls a page makes before its scripts load match what its screen shows', async ({ page }) => {
  test.skip(isUpdating, 'the server still has the list from before');
  await signIn(page, 'admin');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const [path, [address = '']] of Object.entries(await listScreens(page))) {
    asked.length = 0;
    await page.goto(address);
    await expect.poll(() => findUnusedCalls(page), address).toEqual([]);
    const [first = ''] = firstCalls[path] ?? [];
    expect(asked.join(' '), address).toContain(`/api${first.split(/[?:]/)[0] ?? ''}`);
    expect(asked.filter((path) => path === '/api/auth/profile').length, address).toBeGreaterThan(0);
  }
});
