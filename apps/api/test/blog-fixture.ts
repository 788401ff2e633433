import type { Caller } from './caller.ts';
import type { TestApi } from './harness.ts';

export type BlogFixture = {
  readonly api: TestApi;
  readonly workspaceId: string;
  readonly admin: Caller;
  readonly staff: Caller;
};

const text = { description: 'What it is about', bodyHtml: '<p>What it says</p>' };

/** A new workspace with the public blog, an admin, and a staff member. */
export async function createBlogFixture(
  api: TestApi,
  parts: { timeZone?: string } = {},
): Promise<BlogFixture> {
  const workspaceId = await api.makeWorkspace(parts);
  await api.db.updateTable('installation').set({ leads_workspace_id: workspaceId }).execute();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
  const staff = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Sam Staff' });
  return { api, workspaceId, admin, staff };
}

/** Writes a draft that can be published, and returns it. */
export async function writeDraft(caller: Caller, title: string, parts: object = {}) {
  return (await caller.post('/posts', { title, ...text, ...parts })).body.post;
}

/** Writes and publishes a post, and returns its URL. */
export async function publishPost(admin: Caller, title: string, parts: object = {}): Promise<string> {
  const draft = await writeDraft(admin, title, parts);
  const { body } = await admin.post(`/posts/${String(draft.id)}/status`, {
    version: draft.version,
    status: 'published',
  });
  return body.post.slug;
}
