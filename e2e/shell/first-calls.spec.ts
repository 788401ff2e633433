import { call } from '../support/call.ts';
import { expect, signIn, test, type Page } from '../support/test.ts';

/** What the page has asked before its first script, and nobody has taken; undefined when it asked nothing. */
const leftOver = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(() => {
    const early: unknown = Reflect.get(window, 'earlyAnswers');
    const answers: unknown = typeof early === 'object' && early !== null && Reflect.get(early, 'answers');
    return typeof answers === 'object' && answers !== null ? Object.keys(answers) : undefined;
  });

test('what a page asks before its scripts are there is what its screen shows', async ({ page }) => {
  await signIn(page, 'admin');
  const { users } = await call(page, 'GET', '/users?limit=1');
  const { businesses } = await call(page, 'GET', '/businesses?limit=1');
  const { posts } = await call(page, 'GET', '/blog/posts?limit=1');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const screens: Record<string, string> = {
    '/admin/dashboard': '/api/dashboard/unanswered',
    '/admin/users': '/api/users',
    [`/admin/users/view/${users[0].id}`]: `/api/users/${users[0].id}`,
    '/admin/tasks': '/api/tasks',
    '/admin/business-center': '/api/businesses',
    [`/admin/business-center/businesses/${businesses[0].id}`]: `/api/businesses/${businesses[0].id}`,
    '/admin/settings': '/api/workspace',
    '/blog': '/api/blog/posts',
    [`/blog/${posts[0].slug}`]: `/api/blog/posts/${posts[0].slug}`,
    '/subscriptions': '/api/client-plans',
  };
  for (const [address, first] of Object.entries(screens)) {
    asked.length = 0;
    await page.goto(address);
    await expect.poll(() => leftOver(page), address).toEqual([]);
    expect(asked, address).toContain(first);
    expect(asked.filter((path) => path === '/api/auth/profile').length, address).toBeGreaterThan(0);
  }
});
