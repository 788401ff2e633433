import { readFile } from 'node:fs/promises';
import { expect, fillSignIn, signOut, test, type Page } from '../support/test.ts';
import {
  getAnswer,
  expectedInLayout,
  expectedOutside,
  visitors,
  type Answer,
  type ExpectedRoute,
  type Visitor,
} from './expected-routes.ts';
import { signInTeam, type Team } from './team.ts';
import { goTo, openPage, setSessionToken, type Sight } from './route-crawler.ts';

const everyRoute = [...expectedInLayout, ...expectedOutside];
const check = expect.configure({ soft: true });
const farDown = 700;
/** The areas that the policy *Staff access* opens by default: decision 1. */
const everyArea = ['dashboard', 'users', 'tasks', 'documents', 'business-center'];

// Hundreds of pages are opened here, and tracing each step would take longer than the step.
test.use({ trace: 'off' });

// Each worker has a separate server, and therefore separate policies.
test.describe.configure({ mode: 'parallel' });

let team: Team;
let usualAccess: string[];

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ ...(baseURL !== undefined && { baseURL }) });
  team = await signInTeam(request);
  usualAccess = await team.openToStaff(everyArea);
});

test.afterAll(async () => {
  await team.openToStaff(usualAccess);
});

test('the app has the expected routes and no others', async () => {
  const routes = new URL('../../apps/web/src/app/routes/', import.meta.url);
  const { routeTable, catchAllEntries } = await import(new URL('route-table.ts', routes).href);
  const paths = (table: readonly { path: string }[]): string[] => table.map(({ path }) => path).sort();
  expect(paths([...routeTable, ...catchAllEntries])).toEqual(paths(expectedInLayout));
  const sources = await Promise.all(
    ['routes.tsx', 'layout-routes.tsx'].map((file) => readFile(new URL(file, routes), 'utf8')),
  );
  const guestPages = await readFile(new URL('guest-pages.ts', routes), 'utf8');
  const written = [
    ...sources.join('').matchAll(/\bpath: '([^']+)'|\bindex: (true)/g),
    ...guestPages.matchAll(/^ +'?([\w-]+)'?: lazyPage/gm),
  ];
  // Routes that are not in the first file are checked with the second.
  expect([...new Set(written.map(([, path]) => path ?? ''))].sort()).toEqual(
    expectedOutside.map(({ path }) => path).sort(),
  );
});

test('the guard handles each route as expected for each kind of visitor', async () => {
  const routes = new URL('../../apps/web/src/app/routes/', import.meta.url);
  const { routeTable, catchAllEntries, getRouteEntry } = await import(new URL('route-table.ts', routes).href);
  const { decideAccess } = await import(new URL('access.ts', routes).href);
  for (const { path, requires } of [...routeTable, ...catchAllEntries]) {
    const route = expectedInLayout.find((expected) => expected.path === path);
    if (route === undefined || !isDecidedByGuard(route)) continue;
    for (const visitor of visitors) {
      let decision = decideAccess(requires, getSession(visitor), `/${path}`);
      if (decision.to === '/admin/dashboard') {
        const next = decideAccess(
          getRouteEntry('admin/dashboard').requires,
          getSession(visitor),
          decision.to,
        );
        if (next.kind === 'no-access') decision = next;
      }
      expect(toAnswer(decision, route), `${visitor} at ${path}`).toBe(getAnswer(visitor, route));
    }
  }
});

for (const visitor of visitors) {
  test(`${visitor}: each route shows its page or redirects once, and Back leaves it`, async ({
    browser,
    watchedErrors: errors,
  }) => {
    await team.openToStaff(visitor === 'staff without policy' ? [] : everyArea);
    const page = await openAs(visitor, browser, errors);
    for (const [index, route] of everyRoute.entries())
      if (listVisitors(route, index).includes(visitor)) await walkTo(page, visitor, route);
  });
}

test('a guest who signs in returns to the requested page, with query and hash', async ({
  browser,
  watchedErrors: errors,
}) => {
  const page = await openAs('guest', browser, errors);
  for (const route of everyRoute.filter((route) => getAnswer('guest', route) === '/sign-in')) {
    const wanted = `${getAddress(route)}?probe=1#part`;
    const landing = route.path === '' ? '/admin/dashboard' : wanted;
    const seen = await goTo(page, {
      to: wanted,
      from: 0,
      expected: { address: '/sign-in', content: 'page' },
    });
    check(seen.address, wanted).toBe('/sign-in');
    await setSessionToken(page, team.tokens.admin);
    await expect(page, wanted).toHaveURL(landing);
    const start = getStart(route);
    await goTo(page, { to: start, from: 0, expected: { address: start, content: 'page' } });
    await setSessionToken(page, null);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  }
});

test('sign-in from the header and from a prompt return too; pages not open to the role redirect to the dashboard', async ({
  page,
}) => {
  const goAndReturn = async (from: string, role: string, to: string): Promise<void> => {
    await fillSignIn(page, `${role}@handover.test`);
    await expect(page, `${role} from ${from}`).toHaveURL(to);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await signOut(page);
  };
  await page.goto('/blog?q=sale#list');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await goAndReturn('/blog', 'client', '/blog?q=sale#list');
  await page.goto('/payment-management?status=open#list');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await goAndReturn('/payment-management', 'client', '/payment-management?status=open#list');
  await page.goto('/admin/users?status=banned');
  await goAndReturn('/admin/users', 'client', '/user/dashboard');
  await goAndReturn('/sign-in', 'staff', '/admin/dashboard');
});

test('a link opens at the top with the focus on the title, a new query keeps the position, and Back undoes both', async ({
  browser,
  watchedErrors: errors,
}) => {
  const page = await openAs('admin', browser, errors);
  await page.goto('/admin/users?sort=name');
  await expect(page.getByRole('columnheader').first()).toBeVisible();
  const scrollTo = (y: number) => page.evaluate((top) => window.scrollTo(0, top), y);
  const scrolled = () => page.evaluate(() => window.scrollY);
  await scrollTo(60);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').first().click();
  await expect(page).toHaveURL('/admin/users?sort=-name');
  expect(await scrolled()).toBe(60);
  await page.getByRole('navigation').first().getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeFocused();
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/admin/users?sort=-name');
  await expect(page.getByRole('heading', { level: 1, name: 'Users Management' })).toBeFocused();
  await expect.poll(scrolled).toBe(0);
  await scrollTo(60);
  await page.goBack();
  await expect(page).toHaveURL('/admin/users?sort=name');
  expect(await scrolled()).toBe(60);
});

/** Whether the route table alone determines access. This excludes guest pages and pages that deny access themselves. */
function isDecidedByGuard(route: ExpectedRoute): boolean {
  return expectedInLayout.includes(route) && !route.answers.includes('closed');
}

/** The visitors who open a route in the browser: one for each result of the guard, varying from route to route. */
function listVisitors(route: ExpectedRoute, index: number): readonly Visitor[] {
  if (!isDecidedByGuard(route)) return visitors;
  const byAnswer = Object.groupBy(visitors, (visitor) => getAnswer(visitor, route));
  return Object.values(byAnswer).flatMap((alike) => alike.slice(index % alike.length).slice(0, 1));
}

function getSession(visitor: Visitor): unknown {
  if (visitor === 'guest') return { status: 'unauthenticated', reason: null };
  const role = visitor === 'unknown role' ? null : visitor.split(' ')[0]?.toUpperCase();
  const areas = visitor === 'staff' ? everyArea : [];
  return {
    status: 'authenticated',
    user: { role, areas },
  };
}

/** A decision of the guard in the terms of the expected table. */
function toAnswer({ kind, to }: { kind: string; to?: string }, { answers }: ExpectedRoute): string {
  if (kind === 'show') return answers.includes('nothing here') ? 'nothing here' : 'page';
  return { 'sign-in': '/sign-in', 'no-access': 'no access', prompt: 'prompt' }[kind] ?? to ?? kind;
}

async function openAs(
  visitor: Visitor,
  browser: Parameters<typeof openPage>[0],
  errors: string[],
): Promise<Page> {
  const token = team.tokens[visitor];
  const isInTeam = !['guest', 'unknown role', 'client'].includes(visitor);
  const workspaceId = isInTeam ? team.workspaceId : null;
  const page = await openPage(browser, { token, workspaceId, errors });
  await page.goto('/weak-plan');
  const door = token === null ? 'link' : 'button';
  await expect(
    page.getByRole('banner').getByRole(door, { name: token === null ? 'Sign in' : 'Account', exact: true }),
  ).toBeVisible();
  return page;
}

/** Opens the route, changes the query if the page is shown, and goes back, checking what is on screen at each step. */
async function walkTo(page: Page, visitor: Visitor, route: ExpectedRoute): Promise<void> {
  const address = getAddress(route);
  const start = getStart(route);
  const step = async (name: string, to: string, expected: Partial<Sight>): Promise<void> => {
    const seen = await goTo(page, { to, from: farDown, expected });
    check(seen, `${visitor}: ${name} ${address}`).toMatchObject(expected);
  };
  if (!page.url().endsWith(start)) await step('before', start, { address: start, content: 'page' });
  await step('to', address, getExpectedSight(visitor, route));
  if (getAnswer(visitor, route) === 'page') {
    await step('a new query at', `${address}?probe=1`, { ledTo: [], scrollY: farDown });
    await step('Back to', 'back', { address, scrollY: farDown });
  }
  await step('Back from', 'back', { address: start, ledTo: [], scrollY: 0 });
}

/** The page where each step starts and to which Back returns: a public page other than the one to test. */
function getStart({ path }: ExpectedRoute): string {
  return path === 'weak-plan' ? '/strong-plan?from=here' : '/weak-plan?from=here';
}

function getExpectedSight(visitor: Visitor, route: ExpectedRoute): Sight {
  const answer = getAnswer(visitor, route);
  const stays = ['page', 'prompt', 'nothing here', 'closed'].includes(answer);
  const address = stays ? getAddress(route) : answer === 'no access' ? '/admin/dashboard' : answer;
  const shown = stays ? route : everyRoute.find(({ path }) => `/${path}` === address);
  if (shown === undefined) throw new Error(`No route ${address}`);
  const { title, description } =
    shown.record === undefined
      ? { title: shown.title, description: shown.breadcrumb?.description ?? null }
      : team.records[shown.record];
  return {
    address,
    tab: title === 'Page not found' && description === null ? title : `${title} · ${team.brand}`,
    headings: [title],
    description,
    icon: shown.breadcrumb?.icon ?? null,
    content: getContent(answer),
    ledTo: address === getAddress(route) ? [] : [address],
    scrollY: 0,
  };
}

function getContent(answer: Answer): Sight['content'] {
  if (answer === 'closed') return 'no access';
  return answer === 'prompt' || answer === 'nothing here' || answer === 'no access' ? answer : 'page';
}

function getAddress({ address }: ExpectedRoute): string {
  return address.replaceAll(/\{([^}]+)\}/g, (_, name: string) => team.ids[name] ?? 'no such record');
}
