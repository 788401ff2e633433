import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBlogFixture, publishPost, writeDraft, type BlogFixture } from '#test/blog-fixture.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';
import { blogJobs } from './publishing.ts';

let api: TestApi;
let fixture: BlogFixture;
beforeAll(async () => {
  api = await startApi();
  await api.startJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  fixture = await createBlogFixture(api);
});

const hourMs = 3_600_000;
const getTimeInHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const move = (post: { id: string; version: number }, status: string, rest: object = {}) =>
  fixture.admin.post(`/posts/${post.id}/status`, { version: post.version, status, ...rest });
const listTitles = (body: { posts: { title: string }[] }) => body.posts.map(({ title }) => title);

/** Runs the publishing job as the queue would, at a time. */
async function publishAt(postId: string, at: Date): Promise<void> {
  const { runner } = api.booted.platform;
  const [job] = blogJobs({
    runner: { ...runner, transact: (act) => runner.transact((work) => act({ ...work, now: at })) },
  });
  await runJob(job, { workspaceId: fixture.workspaceId, postId });
}

describe('publishing', () => {
  it('is for admins; after it staff no longer change the post', async () => {
    const draft = await writeDraft(fixture.staff, 'Working title');
    await fixture.staff.patch(`/posts/${draft.id}`, { version: 1, title: 'The real title' });
    const status = { version: 2, status: 'published' };
    expect((await fixture.staff.post(`/posts/${draft.id}/status`, status)).status).toBe(403);
    const { body } = await fixture.admin.post(`/posts/${draft.id}/status`, status);
    expect(body.post).toMatchObject({ status: 'published', slug: 'the-real-title', version: 3 });
    expect((await api.guest.get('/blog/posts/the-real-title')).status).toBe(200);
    const change = { version: 3, bodyHtml: '<p>Slipped in</p>' };
    expect((await fixture.staff.patch(`/posts/${draft.id}`, change)).status).toBe(403);
    expect((await fixture.staff.delete(`/posts/${draft.id}`)).status).toBe(403);
    expect(
      (await fixture.admin.patch(`/posts/${draft.id}`, { version: 3, title: 'New' })).body.post.slug,
    ).toBe('the-real-title');
  });

  it('asks for a description and a text', async () => {
    const draft = await writeDraft(fixture.admin, 'Bare', { description: '', bodyHtml: '<p> </p>' });
    const { status, body } = await move(draft, 'published');
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ['description', 'bodyHtml'],
    ]);
  });

  it.each(['published', 'scheduled'])('keeps the description and text of a %s post', async (status) => {
    const draft = await writeDraft(fixture.admin, 'Complete');
    const { body } = await move(
      draft,
      status,
      status === 'scheduled' ? { scheduledAt: getTimeInHours(1) } : {},
    );
    const change = (input: object) =>
      fixture.admin.patch(`/posts/${draft.id}`, { version: body.post.version, ...input });
    expect(await change({ description: '' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'description' }] },
    });
    expect((await change({ bodyHtml: '<p> </p>' })).status).toBe(422);
    expect((await change({ title: 'Still complete' })).status).toBe(200);
  });

  it('follows the table of moves', async () => {
    const draft = await writeDraft(fixture.admin, 'Moves');
    expect((await move(draft, 'unpublished')).status).toBe(422);
    const { post: published } = (await move(draft, 'published')).body;
    expect((await move(published, 'draft')).status).toBe(422);
    const { post: hidden } = (await move(published, 'unpublished')).body;
    expect((await api.guest.get(`/blog/posts/${String(hidden.slug)}`)).status).toBe(404);
    const { post: again } = (await move(hidden, 'published')).body;
    expect(again.postedAt).toBe(published.postedAt);
    expect((await move(hidden, 'published')).status).toBe(422);
  });

  it('is refused where the public blog belongs to another workspace', async () => {
    const draft = await writeDraft(fixture.admin, 'Elsewhere');
    await createBlogFixture(api);
    const refused = await move(draft, 'published');
    expect([refused.status, refused.body.code]).toEqual([422, 'RULE_BROKEN']);
  });

  it('puts featured posts first, by an admin’s decision', async () => {
    const slug = await publishPost(fixture.admin, 'Older');
    await publishPost(fixture.admin, 'Newer');
    expect(listTitles((await api.guest.get('/blog/posts')).body)).toEqual(['Newer', 'Older']);
    const { id } = (await fixture.admin.get(`/posts/${slug}`)).body.post;
    await fixture.admin.patch(`/posts/${String(id)}`, { version: 2, isFeatured: true });
    expect(listTitles((await api.guest.get('/blog/posts')).body)).toEqual(['Older', 'Newer']);
    const draft = await writeDraft(fixture.staff, 'Mine');
    const wish = { version: 1, isFeatured: true };
    expect((await fixture.staff.patch(`/posts/${draft.id}`, wish)).status).toBe(403);
  });
});

describe('a scheduled post', () => {
  it('appears at its time, once the job has run', async () => {
    const draft = await writeDraft(fixture.admin, 'Timed');
    const scheduledAt = new Date(Date.now() + 1_200).toISOString();
    const { body } = await move(draft, 'scheduled', { scheduledAt });
    expect(body.post).toMatchObject({ status: 'scheduled', scheduledAt, postedAt: null });
    expect((await api.guest.get('/blog/posts/timed')).status).toBe(404);
    const read = async () => (await api.guest.get('/blog/posts/timed')).body.post?.postedAt;
    await expect.poll(read, { timeout: 12_000 }).toBe(scheduledAt);
  });

  it('is published once, even if the queue runs the job twice, early, or late', async () => {
    const draft = await writeDraft(fixture.admin, 'Once');
    const scheduledAt = getTimeInHours(2);
    await move(draft, 'scheduled', { scheduledAt });
    await publishAt(draft.id, new Date(Date.now() + hourMs));
    expect((await api.guest.get('/blog/posts/once')).status).toBe(404);
    const late = new Date(Date.now() + 3 * hourMs);
    await Promise.allSettled([publishAt(draft.id, late), publishAt(draft.id, late)]);
    await publishAt(draft.id, late);
    const { body } = await fixture.admin.get('/posts/once');
    expect(body.post).toMatchObject({ status: 'published', postedAt: scheduledAt, version: 3 });
  });

  it('is not readable before it is published', async () => {
    const draft = await writeDraft(fixture.staff, 'Soon');
    await move(draft, 'scheduled', { scheduledAt: getTimeInHours(1) });
    const client = await api.signIn({ role: 'CLIENT', workspaceId: fixture.workspaceId });
    for (const caller of [api.guest, client]) expect((await caller.get('/blog/posts/soon')).status).toBe(404);
    expect((await api.guest.get('/blog/posts')).body.total).toBe(0);
    expect((await api.guest.get('/blog/rss')).text).not.toContain('Soon');
  });

  it('that is deleted does not appear; restored too late it is a draft', async () => {
    const draft = await writeDraft(fixture.admin, 'Binned');
    await move(draft, 'scheduled', { scheduledAt: getTimeInHours(1) });
    await fixture.admin.delete(`/posts/${String(draft.id)}`);
    await publishAt(draft.id, new Date(Date.now() + 2 * hourMs));
    expect((await fixture.admin.post(`/posts/${String(draft.id)}/restore`)).body.post.status).toBe(
      'scheduled',
    );
    await fixture.admin.delete(`/posts/${String(draft.id)}`);
    api.clock.set(new Date(Date.now() + 2 * hourMs));
    const restored = await fixture.admin.post(`/posts/${String(draft.id)}/restore`);
    api.clock.set(new Date());
    expect(restored.body.post).toMatchObject({ status: 'draft', scheduledAt: null });
  });

  it('is not published after it is unscheduled, and follows a new time', async () => {
    const draft = await writeDraft(fixture.admin, 'Taken back');
    const soon = getTimeInHours(1);
    const later = getTimeInHours(2);
    const { post: first } = (await move(draft, 'scheduled', { scheduledAt: soon })).body;
    const { post: second } = (await move(first, 'scheduled', { scheduledAt: later })).body;
    expect(second.scheduledAt).toBe(later);
    expect((await move(second, 'draft')).body.post).toMatchObject({ status: 'draft', scheduledAt: null });
    await publishAt(draft.id, new Date(Date.now() + 3 * hourMs));
    expect((await api.guest.get('/blog/posts/taken-back')).status).toBe(404);
  });

  it('requires a future time, which no other status accepts', async () => {
    const draft = await writeDraft(fixture.admin, 'When');
    const past = new Date(Date.now() - 60_000).toISOString();
    for (const [status, rest] of [
      ['scheduled', {}],
      ['scheduled', { scheduledAt: past }],
      ['scheduled', { scheduledAt: new Date(Date.now() + 400 * 86_400_000).toISOString() }],
      ['published', { scheduledAt: new Date(Date.now() + 60_000).toISOString() }],
    ] as const)
      expect((await move(draft, status, rest)).body.errors).toMatchObject([{ path: 'scheduledAt' }]);
  });
});
