import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBlogFixture, publishPost, writeDraft, type BlogFixture } from '#test/blog-fixture.ts';
import { createCaller, type Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let fixture: BlogFixture;
let client: Caller;
let slug: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createBlogFixture(api);
  client = await api.signIn({ role: 'CLIENT', workspaceId: fixture.workspaceId, displayName: 'Cleo Client' });
  slug = await publishPost(fixture.admin, 'Talked about');
});

const getTotals = async () => (await api.guest.get(`/blog/posts/${slug}`)).body.post;
const postComment = async (caller: Caller, body: string) =>
  (await caller.post(`/blog/posts/${slug}/comments`, { body })).body.comment;
const listShownTo = async (caller: Caller) =>
  (await caller.get(`/blog/posts/${slug}/comments`)).body.comments.map(({ body }: { body: string }) => body);

describe('a comment', () => {
  it('is plain text under its author’s name, newest first, and counted', async () => {
    await postComment(client, '<b>First</b>');
    await postComment(fixture.staff, 'Second');
    const { body } = await api.guest.get(`/blog/posts/${slug}/comments`);
    expect(body).toMatchObject({
      total: 2,
      comments: [
        { body: 'Second', author: { name: 'Sam Staff' }, abilities: { canDelete: false, canHide: false } },
        { body: '<b>First</b>', author: { name: 'Cleo Client' } },
      ],
    });
    expect((await getTotals()).totalComments).toBe(2);
  });

  it('is deleted by its author only', async () => {
    const { id } = await postComment(client, 'Mine');
    expect((await fixture.staff.delete(`/blog/comments/${String(id)}`)).status).toBe(404);
    expect((await client.delete(`/blog/comments/${String(id)}`)).status).toBe(204);
    expect((await client.delete(`/blog/comments/${String(id)}`)).status).toBe(404);
    expect([await listShownTo(client), (await getTotals()).totalComments]).toEqual([[], 0]);
  });

  it('is hidden by an admin of the blog’s workspace, who still sees it and can show it again', async () => {
    const { id } = await postComment(client, 'Rude');
    const path = `/blog/comments/${String(id)}`;
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect((await stranger.patch(path, { isHidden: true })).status).toBe(404);
    expect((await fixture.admin.patch(path, { isHidden: true })).body.comment).toMatchObject({
      isHidden: true,
    });
    await fixture.admin.patch(path, { isHidden: true });
    expect([
      await listShownTo(client),
      await listShownTo(api.guest),
      await listShownTo(fixture.admin),
    ]).toEqual([[], [], ['Rude']]);
    expect((await getTotals()).totalComments).toBe(0);
    await fixture.admin.patch(path, { isHidden: false });
    expect([await listShownTo(client), (await getTotals()).totalComments]).toEqual([['Rude'], 1]);
  });

  it('that is hidden is not shown to an API key of an admin', async () => {
    const { id } = await postComment(client, 'Rude');
    await fixture.admin.patch(`/blog/comments/${String(id)}`, { isHidden: true });
    const input = { name: 'Sync', scopes: ['tasks:read'], days: 30 };
    const { key } = (await fixture.admin.post('/api-keys', input)).body;
    const { workspaceId } = fixture;
    expect(await listShownTo(createCaller(api.app, { token: key, userId: '', workspaceId }))).toEqual([]);
  });

  it('that is hidden and then deleted is counted off once', async () => {
    const { id } = await postComment(client, 'Gone');
    await postComment(client, 'Stays');
    await fixture.admin.patch(`/blog/comments/${String(id)}`, { isHidden: true });
    await client.delete(`/blog/comments/${String(id)}`);
    expect((await getTotals()).totalComments).toBe(1);
  });

  it('needs a session, a text and a published post', async () => {
    expect((await api.guest.post(`/blog/posts/${slug}/comments`, { body: 'x' })).status).toBe(401);
    expect((await client.post(`/blog/posts/${slug}/comments`, { body: ' ' })).body.errors).toMatchObject([
      { path: 'body' },
    ]);
    const draft = await writeDraft(fixture.admin, 'Not yet');
    expect((await client.post(`/blog/posts/${String(draft.slug)}/comments`, { body: 'x' })).status).toBe(404);
  });

  it('can be written 20 times an hour', async () => {
    for (let index = 0; index < 20; index += 1) await postComment(client, String(index));
    expect((await client.post(`/blog/posts/${slug}/comments`, { body: '21' })).status).toBe(429);
    expect((await getTotals()).totalComments).toBe(20);
  });
});

describe('a favorite', () => {
  it('counts once per person and can be taken back', async () => {
    const path = `/blog/posts/${slug}/favorite`;
    await client.post(path);
    expect((await client.post(path)).body).toEqual({ isFavorite: true, totalFavorites: 1 });
    expect((await fixture.staff.post(path)).body).toEqual({ isFavorite: true, totalFavorites: 2 });
    expect((await client.get(`/blog/posts/${slug}`)).body.post.isFavorite).toBe(true);
    expect((await client.delete(path)).body).toEqual({ isFavorite: false, totalFavorites: 1 });
    expect((await client.delete(path)).body.totalFavorites).toBe(1);
    const rows = await api.db
      .selectFrom('post_favorites')
      .select('user_id')
      .where('workspace_id', '=', fixture.workspaceId)
      .execute();
    expect(rows).toEqual([{ user_id: fixture.staff.userId }]);
  });
});
