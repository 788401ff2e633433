import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBlogFixture, publishPost, writeDraft, type BlogFixture } from '#test/blog-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { aPng } from '#test/pictures.ts';

let api: TestApi;
let fixture: BlogFixture;
beforeAll(async () => {
  api = await startApi({ env: { PUBLIC_URL: 'https://crm.example.com' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createBlogFixture(api);
});

const read = async (slug: string) => (await api.guest.get(`/blog/posts/${slug}`)).body.post;
const visit = (slug: string, agent: string, remoteAddress = '203.0.113.7') =>
  api.app.inject({
    method: 'POST',
    url: `/api/blog/posts/${slug}/views`,
    remoteAddress,
    headers: { 'user-agent': agent },
  });

describe('the public list', () => {
  it('has no page twice and none left out, with an exact total', async () => {
    for (let index = 0; index < 5; index += 1) await publishPost(fixture.admin, `Post ${String(index)}`);
    await writeDraft(fixture.admin, 'Not yet');
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await api.guest.get(`/blog/posts?limit=2${from}`);
      expect(body.total).toBe(5);
      seen.push(...body.posts.map(({ title }: { title: string }) => title));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(['Post 4', 'Post 3', 'Post 2', 'Post 1', 'Post 0']);
  });

  it('is searched by title, description and text', async () => {
    await publishPost(fixture.admin, 'Leases', { bodyHtml: '<p>The landlord’s <em>consent</em></p>' });
    await publishPost(fixture.admin, 'Other');
    for (const q of ['lease', 'CONSENT', 'landlord consent'])
      expect((await api.guest.get(`/blog/posts?q=${encodeURIComponent(q)}`)).body.posts).toMatchObject([
        { title: 'Leases' },
      ]);
    expect((await api.guest.get('/blog/posts?q=unheard')).body).toMatchObject({ total: 0, posts: [] });
  });

  it('is that of the workspace the settings name, else of the oldest', async () => {
    await publishPost(fixture.admin, 'Ours');
    const isShown = async () => (await api.guest.get('/blog/posts?q=ours')).body.total === 1;
    const setAge = (created: Date) =>
      api.db
        .updateTable('workspaces')
        .set({ created_at: created })
        .where('id', '=', fixture.workspaceId)
        .execute();
    expect(await isShown()).toBe(true);
    await api.db.updateTable('installation').set({ leads_workspace_id: null }).execute();
    await setAge(new Date());
    expect(await isShown()).toBe(false);
    await setAge(new Date('2000-01-01'));
    expect(await isShown()).toBe(true);
    await setAge(new Date());
  });
});

describe('a post', () => {
  it('is read without a session; its editor sees that they may change it', async () => {
    const slug = await publishPost(fixture.admin, 'Open');
    expect(await read(slug)).toMatchObject({
      title: 'Open',
      bodyHtml: '<p>What it says</p>',
      isFavorite: false,
      totalViews: 0,
      abilities: { canUpdate: false },
    });
    const byAdmin = await fixture.admin.get(`/blog/posts/${slug}`);
    expect(byAdmin.body.post.abilities.canUpdate).toBe(true);
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await stranger.get(`/blog/posts/${slug}`)).body.post.abilities.canUpdate).toBe(false);
  });
});

describe('what readers are sent', () => {
  it('is safe even if the database contains unsanitized HTML', async () => {
    const slug = await publishPost(fixture.admin, 'Old');
    await api.db
      .updateTable('posts')
      .set({ body_html: '<p>Hi<img src=x onerror=alert(1)><script>alert(1)</script></p>' })
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    expect((await read(slug)).bodyHtml).toBe('<p>Hi</p>');
  });

  it('shows the author’s photo', async () => {
    const slug = await publishPost(fixture.admin, 'Faces');
    expect((await read(slug)).author).toEqual({ name: 'Ada Admin', avatarUrl: null });
    const { photoURL } = (await fixture.admin.upload('/auth/photo', aPng())).body.user;
    expect((await read(slug)).author.avatarUrl).toBe(photoURL);
    expect((await api.guest.get(String(photoURL).replace('/api', ''))).status).toBe(200);
  });
});

describe('views', () => {
  it('are not counted for robots, nor past the limit of an address, whatever browser it claims', async () => {
    const slug = await publishPost(fixture.admin, 'Crawled');
    for (const agent of [
      'Mozilla/5.0 (compatible; Googlebot/2.1)',
      'curl/8.5.0',
      'Slackbot-LinkExpanding 1.0',
    ])
      expect((await visit(slug, agent, '203.0.113.20')).statusCode).toBe(204);
    expect((await read(slug)).totalViews).toBe(0);
    await visit(slug, 'person', '203.0.113.20');
    await api.db.updateTable('rate_limits').set({ hits: 300 }).where('key', 'like', 'blog:view:%').execute();
    expect((await visit(slug, 'another', '203.0.113.20')).statusCode).toBe(429);
    expect((await visit(slug, 'elsewhere', '203.0.113.21')).statusCode).toBe(204);
    expect((await read(slug)).totalViews).toBe(2);
  });

  it('count once per visitor and day, and keep no address', async () => {
    const slug = await publishPost(fixture.admin, 'Seen');
    for (const agent of ['one', 'one', 'two']) expect((await visit(slug, agent)).statusCode).toBe(204);
    await visit(slug, 'one', '203.0.113.8');
    expect((await read(slug)).totalViews).toBe(3);
    api.clock.set(new Date(Date.now() + 86_400_000));
    await visit(slug, 'one');
    expect((await read(slug)).totalViews).toBe(4);
    api.clock.set(new Date());
    const kept = await api.db
      .selectFrom('post_views')
      .selectAll()
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    expect(kept).toHaveLength(1);
    const limits = await api.db.selectFrom('rate_limits').select('key').execute();
    expect(JSON.stringify([kept, limits])).not.toContain('203.0.113');
  });

  it('of an unreadable post are not counted', async () => {
    const draft = await writeDraft(fixture.admin, 'Hidden');
    expect((await visit(draft.slug, 'one')).statusCode).toBe(404);
  });
});

describe('shares', () => {
  it('are counted, up to a limit per visitor', async () => {
    const slug = await publishPost(fixture.admin, 'Shared');
    const share = () =>
      api.app.inject({
        method: 'POST',
        url: `/api/blog/posts/${slug}/shares`,
        remoteAddress: '203.0.113.9',
      });
    expect((await share()).json()).toEqual({ totalShares: 1 });
    for (let index = 0; index < 19; index += 1) await share();
    const refused = await share();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect((await read(slug)).totalShares).toBe(20);
  });
});

describe('the feed', () => {
  it('names the newest posts by their public addresses, as text and never as markup', async () => {
    await publishPost(fixture.admin, 'Cash & <carry>');
    await writeDraft(fixture.admin, 'Not in the feed');
    const { headers, text } = await api.guest.get('/blog/rss');
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(text).toContain('<title>Cash &amp; &lt;carry&gt;</title>');
    expect(text).toContain('<link>https://crm.example.com/blog/cash-and-carry</link>');
    expect(text).toContain('<dc:creator>Ada Admin</dc:creator>');
    expect(text).not.toContain('Not in the feed');
  });

  it('skips characters that XML does not allow', async () => {
    const slug = await publishPost(fixture.admin, 'Odd');
    await api.db
      .updateTable('posts')
      .set({ description: 'a\u0001b\uFFFEc ]]> "d"' })
      .where('workspace_id', '=', fixture.workspaceId)
      .where('slug', '=', slug)
      .execute();
    const { text } = await api.guest.get('/blog/rss');
    expect(text).toContain('<description>abc ]]&gt; &quot;d&quot;</description>');
  });
});
