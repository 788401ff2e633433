import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { mailJobs } from '#features/conversations/outgoing/delivery.ts';
import { listJobs } from '#registry.ts';
import { createMailFixture } from '#test/mail/mail-fixture.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;
beforeAll(async () => {
  api = await startApi();
  const { jobs, platform } = api.booted;
  await jobs.start([...mailJobs(platform), ...listJobs(platform)]);
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

type Found = { kind: string; title: string };
const listHits = async (caller: Caller, q: string): Promise<string[]> => {
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
  // Only the workspace of the public blog can publish.
  await api.db.updateTable('installation').set({ leads_workspace_id: workspaceId }).execute();
  const text = { description: 'What it is about', bodyHtml: '<p>What it says</p>' };
  const { body: made } = await admin.post('/posts', { title: 'Quills for sale', ...text });
  await admin.post('/posts', { title: 'A quill still being written', ...text });
  await admin.post(`/posts/${String(made.post.id)}/status`, { version: 1, status: 'published' });
}

describe('search over every kind of record', () => {
  it('finds customers, businesses, tasks and published posts, the nearest first', async () => {
    await fill();
    expect(await listHits(admin, 'QUILL')).toEqual([
      'business Quillside Pharmacy',
      'post Quills for sale',
      'customer Marisol Quill',
      'task Call about the quill',
    ]);
  });

  it('finds members, notes, and emails by content, ranked after matches by name', async () => {
    const desk = await createMailFixture(api);
    const path = `/users/${desk.customerId}`;
    await desk.staff.post(`${path}/notes`, {
      body: `@[Ada](${desk.admin.userId}) asks for the Quince lease`,
    });
    await desk.staff.post(`${path}/send-email`, { subject: 'Your quince', text: 'Hello' });
    await desk.staff.post(`${path}/send-email`, { subject: 'Hello', text: 'About quinces' });
    await api.db
      .updateTable('users')
      .set({ display_name: 'Quincy' })
      .where('id', '=', desk.admin.userId)
      .execute();
    expect(await listHits(desk.staff, 'quinc')).toEqual([
      'person Quincy',
      'note @Ada asks for the Quince lease',
      'email Your quince',
      'email Hello',
    ]);
    const { body } = await desk.staff.get('/search?q=quince%20lease');
    expect(body.hits).toMatchObject([{ kind: 'note', detail: 'Ann Abbott', customerId: desk.customerId }]);
    // Two letters are in every other note.
    expect(await listHits(desk.staff, 'qu')).toEqual(['person Quincy', 'email Your quince', 'email Hello']);
  });

  it('finds notes and emails only for members who can read them', async () => {
    const desk = await createMailFixture(api);
    const path = `/users/${desk.customerId}`;
    const note = await desk.staff.post(`${path}/notes`, { body: 'The Quince lease' });
    await desk.staff.post(`${path}/send-email`, { subject: 'Your quince', text: 'Hello' });
    const set = (policy: object) =>
      api.db.updateTable('workspaces').set(policy).where('id', '=', desk.workspaceId).execute();
    expect(await listHits(desk.staff, 'quince')).toHaveLength(2);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(await listHits(elsewhere, 'quince')).toEqual([]);
    await set({ record_scope: 'own' });
    expect(await listHits(desk.staff, 'quince')).toEqual([]);
    await set({ record_scope: 'all', staff_access: ['tasks'] });
    expect(await listHits(desk.staff, 'quince')).toEqual([]);
    await set({ staff_access: ['users'] });
    await api.db
      .updateTable('mailboxes')
      .set({ owner_id: desk.admin.userId })
      .where('workspace_id', '=', desk.workspaceId)
      .execute();
    expect(await listHits(desk.staff, 'quince')).toEqual(['note The Quince lease']);
    await desk.staff.delete(`/notes/${String(note.body.note.id)}`);
    expect(await listHits(desk.staff, 'quince')).toEqual([]);
  });

  it('finds imports by the name of their file, the newest first, with their state', async () => {
    const upload = (name: string) => admin.upload(`/imports?name=${name}`, 'name,email\nAnn,ann@x.test\n');
    await upload('quarry.csv');
    const { body: second } = await upload('Quarry.csv');
    const { body } = await admin.get('/search?q=quarry');
    expect(body.hits).toMatchObject([
      { kind: 'import', id: second.import.id, title: 'Quarry.csv', detail: 'uploaded' },
      { kind: 'import', title: 'quarry.csv' },
    ]);
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    const set = (policy: object) =>
      api.db.updateTable('workspaces').set(policy).where('id', '=', workspaceId).execute();
    await set({ staff_access: ['users'] });
    expect(await listHits(staff, 'quarry')).toHaveLength(2);
    await set({ record_scope: 'own' });
    expect(await listHits(staff, 'quarry')).toEqual([]);
    await set({ record_scope: 'all', staff_access: ['tasks'] });
    expect(await listHits(staff, 'quarry')).toEqual([]);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(await listHits(elsewhere, 'quarry')).toEqual([]);
  });

  it('finds own and shared views of the customer list, with the query by which the list shows them', async () => {
    const settings = {
      filter: { status: 'banned', tagId: [] },
      sort: '-name',
      columns: ['name', 'phone'],
      density: 'compact',
    };
    const staff = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Sam' });
    const { body } = await staff.post('/saved-views', { name: 'Quarrel', isShared: true, settings });
    await staff.post('/saved-views', { name: 'Quarrel of my own', settings });
    const id = String(body.savedView.id);
    const slug = `view=${id}&status=banned&sort=-name&columns=name%2Cphone&density=compact`;
    const view = { kind: 'view', id, title: 'Quarrel', detail: 'Sam', slug };
    expect((await admin.get('/search?q=quarrel')).body.hits).toMatchObject([view]);
    expect(await listHits(staff, 'quarrel')).toEqual(['view Quarrel', 'view Quarrel of my own']);
    await staff.delete(`/saved-views/${id}`);
    expect(await listHits(admin, 'quarrel')).toEqual([]);
  });

  it('finds views of every list that is open to the member, with the type of their records', async () => {
    for (const recordType of ['customer', 'business', 'deal', 'task'] as const) {
      const settings = { filter: {}, sort: null, columns: null, density: null };
      await admin.post('/saved-views', {
        name: `Quibble ${recordType}`,
        recordType,
        isShared: true,
        settings,
      });
    }
    const { body } = await admin.get('/search?q=quibble');
    expect(body.hits.map((hit: { recordType: string }) => hit.recordType)).toEqual([
      'customer',
      'business',
      'deal',
      'task',
    ]);
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    await api.db
      .updateTable('workspaces')
      .set({ staff_access: ['tasks'] })
      .where('id', '=', workspaceId)
      .execute();
    expect(await listHits(staff, 'quibble')).toEqual(['view Quibble task']);
  });

  it('finds people who work here, and nobody else', async () => {
    const name = (role: 'STAFF' | 'CLIENT', displayName: string) =>
      api.signIn({ role, workspaceId, displayName });
    await name('STAFF', 'Zora Colleague');
    await name('CLIENT', 'Zora Client');
    const left = await name('STAFF', 'Zora Left');
    await api.db
      .updateTable('memberships')
      .set({ status: 'deactivated', deactivated_at: new Date() })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', left.userId)
      .execute();
    await api.signIn({
      role: 'STAFF',
      workspaceId: await api.makeWorkspace(),
      displayName: 'Zora Elsewhere',
    });
    expect(await listHits(admin, 'zora')).toEqual(['person Zora Colleague']);
  });

  it('distinguishes records with the same name', async () => {
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
    expect(await listHits(staff, 'quill')).toEqual(await listHits(admin, 'quill'));
    await set({ record_scope: 'own' });
    expect(await listHits(staff, 'quill')).toEqual(['post Quills for sale']);
    await set({ record_scope: 'all', staff_access: ['tasks'] });
    expect(await listHits(staff, 'quill')).toEqual(['post Quills for sale', 'task Call about the quill']);
    const elsewhere = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    expect(await listHits(elsewhere, 'quill')).toEqual([]);
  });

  it('finds a name by prefix among more matches than are ranked', async () => {
    const query = 'Zed';
    for (let index = 0; index < 101; index += 1)
      await api.makeCustomer(workspaceId, { name: `Al${query.toLowerCase()} ${String(index)}` });
    await api.makeCustomer(workspaceId, { name: 'Zedekiah' });
    expect((await listHits(admin, query))[0]).toBe('customer Zedekiah');
  });

  it('treats pattern characters literally, and rejects an empty query', async () => {
    await fill();
    expect(await listHits(admin, '%')).toEqual([]);
    expect((await admin.get('/search?q=')).status).toBe(400);
    expect((await admin.get(`/search?q=${'x'.repeat(201)}`)).status).toBe(400);
  });
});
