import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBlogFixture, writeDraft, type BlogFixture } from '#test/blog-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { aPng } from '#test/pictures.ts';
import { toSlug, toPostHtml } from './posts.service.ts';

let api: TestApi;
let desk: BlogFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  desk = await createBlogFixture(api);
});

const png = aPng();
const listTitles = (body: { posts: { title: string }[] }) => body.posts.map(({ title }) => title);

describe('a draft', () => {
  it('is stored with its sanitized text and is not public yet', async () => {
    const post = await writeDraft(desk.staff, 'Selling to a DSO', {
      bodyHtml: '<p onclick="x()">Hi <script>alert(1)</script><b>you</b></p><img src=x onerror=alert(1)>',
    });
    expect(post).toMatchObject({
      slug: 'selling-to-a-dso',
      status: 'draft',
      bodyHtml: '<p>Hi <strong>you</strong></p>',
      author: { name: 'Sam Staff', avatarUrl: null },
      coverUrl: '/covers/tide.svg',
      postedAt: null,
      abilities: { canUpdate: true, canDelete: true, canPublish: false },
    });
    const row = await api.db
      .selectFrom('posts')
      .select(['title', 'body_html'])
      .where('workspace_id', '=', desk.workspaceId)
      .executeTakeFirstOrThrow();
    expect(row.body_html).toBe('<p>Hi <strong>you</strong></p>');
    expect((await api.guest.get('/blog/posts/selling-to-a-dso')).status).toBe(404);
    expect((await api.guest.get('/blog/posts')).body.total).toBe(0);
  });

  it('gets an address of its own when another post has the same title', async () => {
    await writeDraft(desk.staff, 'Letter of intent');
    expect((await writeDraft(desk.admin, 'Letter of intent')).slug).toBe('letter-of-intent-2');
  });

  it('gets an address of its own when two are begun at once', async () => {
    const drafts = await Promise.all([1, 2, 3, 4].map(() => writeDraft(desk.staff, 'At once')));
    expect(drafts.map(({ slug }) => String(slug)).sort()).toEqual([
      'at-once',
      'at-once-2',
      'at-once-3',
      'at-once-4',
    ]);
  });

  it('is hidden from guests, clients, and other workspaces', async () => {
    const { id, slug } = await writeDraft(desk.staff, 'Only here');
    const client = await api.signIn({ role: 'CLIENT', workspaceId: desk.workspaceId });
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    for (const caller of [api.guest, client, stranger, desk.admin])
      expect((await caller.get(`/blog/posts/${String(slug)}`)).status).toBe(404);
    expect((await stranger.get(`/posts/${String(slug)}`)).status).toBe(404);
    expect((await stranger.patch(`/posts/${String(id)}`, { version: 1, title: 'Taken' })).status).toBe(404);
    expect((await stranger.delete(`/posts/${String(id)}`)).status).toBe(404);
    expect((await stranger.get('/posts')).body.total).toBe(0);
  });

  it('is seen and changed by its author and by admins only', async () => {
    const post = await writeDraft(desk.admin, 'Of Ada');
    const own = await writeDraft(desk.staff, 'Of Sam');
    expect(listTitles((await desk.staff.get('/posts')).body)).toEqual(['Of Sam']);
    expect(listTitles((await desk.admin.get('/posts')).body)).toEqual(['Of Sam', 'Of Ada']);
    expect(listTitles((await desk.admin.get('/posts?q=ada')).body)).toEqual(['Of Ada']);
    expect((await desk.staff.patch(`/posts/${post.id}`, { version: 1, title: 'X' })).status).toBe(404);
    const { body } = await desk.admin.patch(`/posts/${own.id}`, { version: 1, title: 'Of Sam, edited' });
    expect(body.post).toMatchObject({ title: 'Of Sam, edited', version: 2, slug: 'of-sam' });
  });

  it('refuses the second of two writers, with the current post', async () => {
    const { id } = await writeDraft(desk.staff, 'Contested');
    await desk.admin.patch(`/posts/${id}`, { version: 1, title: 'First' });
    expect(await desk.staff.patch(`/posts/${id}`, { version: 1, title: 'Second' })).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION', current: { title: 'First', version: 2 } },
    });
  });

  it('names what is wrong with it', async () => {
    const { body } = await desk.staff.post('/posts', { title: '', description: 'x'.repeat(301) });
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['title', 'description']);
    const long = await desk.staff.post('/posts', { title: 'x'.repeat(300) });
    expect([long.status, long.body.errors]).toMatchObject([400, [{ path: 'title' }]]);
    const unstorable = { title: 'Nul', description: 'a\u0000', bodyHtml: '<p>\u0000</p>' };
    expect((await desk.staff.post('/posts', unstorable)).body.errors).toMatchObject([
      { path: 'description' },
      { path: 'bodyHtml' },
    ]);
    const tangled = { title: 'Deep', bodyHtml: '<p>'.repeat(5001) };
    expect((await desk.staff.post('/posts', tangled)).body.errors).toMatchObject([{ path: 'bodyHtml' }]);
  });

  it('can be deleted and restored', async () => {
    const { id } = await writeDraft(desk.staff, 'Fleeting');
    expect((await desk.staff.delete(`/posts/${id}`)).status).toBe(204);
    expect((await desk.staff.get('/posts')).body.total).toBe(0);
    expect((await desk.staff.post(`/posts/${id}/restore`)).body.post.title).toBe('Fleeting');
    expect((await desk.staff.post(`/posts/${id}/restore`)).status).toBe(404);
  });
});

describe('a cover', () => {
  it('is a picture by its content, not by its name', async () => {
    expect((await desk.staff.upload('/posts/covers?name=a.png', '<svg onload="alert(1)">')).status).toBe(415);
    expect((await desk.staff.upload('/posts/covers?name=a.png', '')).status).toBe(415);
    const { body } = await desk.staff.upload('/posts/covers?name=photo.exe', png);
    expect(body.file.contentType).toBe('image/png');
  });

  it('is for its editors until the post is published, then for everybody', async () => {
    const { body } = await desk.staff.upload('/posts/covers?name=a.png', png);
    const address = `/blog/covers/${String(body.file.id)}`;
    expect((await desk.staff.get(address)).status).toBe(404);
    const cover = { kind: 'file', fileId: body.file.id };
    const draft = await writeDraft(desk.staff, 'With a picture', { cover });
    expect(draft).toMatchObject({ cover, coverUrl: `/api${address}` });
    const mine = await desk.staff.get(address);
    expect([mine.status, mine.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect((await api.guest.get(address)).status).toBe(404);
    await desk.admin.post(`/posts/${String(draft.id)}/status`, { version: 1, status: 'published' });
    const open = await api.guest.get(address);
    expect([open.status, open.headers['content-type']]).toEqual([200, 'image/png']);
  });

  it('is never somebody else’s file', async () => {
    const { body } = await desk.admin.upload('/posts/covers?name=a.png', png);
    const notes = await desk.staff.upload('/files?name=a.txt', 'confidential');
    for (const fileId of [body.file.id, notes.body.file.id]) {
      const input = { title: 'Borrowed', cover: { kind: 'file', fileId } };
      expect((await desk.staff.post('/posts', input)).body.errors).toMatchObject([{ path: 'cover' }]);
    }
  });
});

describe('an address', () => {
  it.each([
    ['What’s my practice worth?', 'whats-my-practice-worth'],
    ['Buy & sell — Zoë', 'buy-and-sell-zoe'],
    ['Write', 'post'],
    ['Long '.repeat(32), `${'long-'.repeat(19)}long`],
    ['日本', 'post'],
  ])('of “%s” is %s', (title, slug) => {
    expect(toSlug(title)).toBe(slug);
  });
});

describe('a text', () => {
  it.each([
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.test">x</a>', '<a>x</a>'],
    [
      '<a href="https://a.test" onclick="x()" style="color:red">x</a>',
      '<a href="https://a.test" rel="noopener noreferrer" target="_blank">x</a>',
    ],
    ['<h1>Big</h1><h2 class="a">Two</h2>', '<h2>Big</h2><h2>Two</h2>'],
    ['<p style="position:fixed">x</p><iframe src="https://a.test"></iframe>', '<p>x</p>'],
    ['<svg><script>alert(1)</script></svg><style>p{}</style>ok', 'ok'],
    ['<p>1 &lt; 2 & 3</p>', '<p>1 &lt; 2 &amp; 3</p>'],
  ])('%s becomes %s', (html, safe) => {
    expect(toPostHtml(html)).toBe(safe);
  });
});
