import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { startApi, type TestApi } from '../../../test/harness.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

type Found = { kind: string; title: string };
const found = async (caller: Caller, q: string): Promise<string[]> => {
  const { body } = await caller.get(`/search?q=${encodeURIComponent(q)}`);
  return body.hits.map(({ kind, title }: Found) => `${kind} ${title}`);
};

async function fill(): Promise<void> {
  const { body } = await admin.post('/users', {
    name: 'Marisol Quill',
    company: 'Quill Dental',
    brokerId: admin.userId,
  });
  const owner = { ownerId: body.user.id, brokerId: admin.userId };
  await admin.post('/businesses', { name: 'Quillside Pharmacy', type: 'pharmacy', ...owner });
  await admin.post(`/users/${String(body.user.id)}/tasks`, { title: 'Call about the quill' });
  // Only the workspace whose blog is public publishes.
  await api.db.updateTable('installation').set({ leads_workspace_id: workspaceId }).execute();
  const text = { description: 'What it is about', bodyHtml: '<p>What it says</p>' };
  const { body: made } = await admin.post('/posts', { title: 'Quills for sale', ...text });
  await admin.post('/posts', { title: 'A quill still being written', ...text });
  await admin.post(`/posts/${String(made.post.id)}/status`, { version: 1, status: 'published' });
}

describe('search over every kind of record', () => {
  it('finds customers, businesses, tasks and published posts, the nearest first', async () => {
    await fill();
    expect(await found(admin, 'QUILL')).toEqual([
      'business Quillside Pharmacy',
      'post Quills for sale',
      'customer Marisol Quill',
      'task Call about the quill',
    ]);
  });

  it('tells records of one name apart', async () => {
    await fill();
    const { body } = await admin.get('/search?q=quillside');
    expect(body.hits).toMatchObject([{ kind: 'business', detail: 'Marisol Quill', slug: null }]);
  });

  it('shows nothing of another workspace, of areas that are closed, or out of scope', async () => {
    await fill();
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const set = (policy: object) =>
      api.db.updateTable('workspaces').set(policy).where('id', '=', workspaceId).execute();
    await set({ staff_access: ['users', 'tasks', 'business-center'] });
    expect(await found(staff, 'quill')).toEqual(await found(admin, 'quill'));
    await set({ record_scope: 'own' });
    expect(await found(staff, 'quill')).toEqual(['post Quills for sale']);
    await set({ record_scope: 'all', staff_access: ['tasks'] });
    expect(await found(staff, 'quill')).toEqual(['post Quills for sale', 'task Call about the quill']);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(await found(elsewhere, 'quill')).toEqual([]);
  });

  it('finds a name by its beginning among more matches than are looked at', async () => {
    const query = 'Zed';
    for (let index = 0; index < 101; index += 1)
      await api.makeCustomer(workspaceId, { name: `Al${query.toLowerCase()} ${String(index)}` });
    await api.makeCustomer(workspaceId, { name: 'Zedekiah' });
    expect((await found(admin, query))[0]).toBe('customer Zedekiah');
  });

  it('takes signs of patterns for what they are, and refuses an empty query', async () => {
    await fill();
    expect(await found(admin, '%')).toEqual([]);
    expect((await admin.get('/search?q=')).status).toBe(400);
    expect((await admin.get(`/search?q=${'x'.repeat(201)}`)).status).toBe(400);
  });
});
