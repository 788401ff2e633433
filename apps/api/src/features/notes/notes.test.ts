import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let workspaceId: string;
let author: Caller;
let customerId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  author = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Ann Author' });
  customerId = await api.makeCustomer(workspaceId, { name: 'Harbor Clinic' });
});

const add = (body: Record<string, unknown>) => author.post(`/users/${customerId}/notes`, body);
const getCounts = async () => (await author.get(`/users/${customerId}`)).body.user.counts;

describe('notes', () => {
  it('are kept as written, counted, and recorded in the timeline without their text', async () => {
    const text = 'First line\n\n<b>not bold</b> 👩🏽‍⚕️ עברית';
    const { status, body } = await add({ body: text });
    expect(status).toBe(201);
    expect(body.note).toMatchObject({
      body: text,
      kind: 'note',
      author: { displayName: 'Ann Author' },
      version: 1,
    });
    expect(await getCounts()).toMatchObject({ notes: 1, activities: 2 });
    const stored = await api.db
      .selectFrom('activities')
      .select('detail')
      .where('workspace_id', '=', workspaceId)
      .where('subject_id', '=', body.note.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored.detail)).not.toContain('First line');
    expect((await author.get(`/users/${customerId}/activities`)).body.activities[0]).toMatchObject({
      type: 'note.added',
      subject: { id: body.note.id, excerpt: expect.stringContaining('First line') },
    });
  });

  it('log calls and meetings with their own time, which orders the timeline', async () => {
    await add({
      body: 'Later written',
      kind: 'call',
      occurredAt: '2026-01-02T10:00:00Z',
      durationMinutes: 12,
    });
    await add({ body: 'Written now' });
    const { activities } = (await author.get(`/users/${customerId}/activities?type=calls&type=notes`)).body;
    expect(activities.map((entry: { type: string }) => entry.type)).toEqual(['note.added', 'call.logged']);
    expect((await author.get(`/users/${customerId}/notes?kind=call`)).body).toMatchObject({
      total: 1,
      notes: [{ durationMinutes: 12, occurredAt: '2026-01-02T10:00:00.000Z' }],
    });
    expect((await add({ body: 'x', kind: 'call', durationMinutes: 0 })).status).toBe(400);
  });

  it('are not logged for a time to come, which would count as the last contact', async () => {
    const occurredAt = new Date(Date.now() + 86_400_000).toISOString();
    const refused = await add({ body: 'Next Friday', kind: 'meeting', occurredAt });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'occurredAt' }] } });
    const { note } = (await add({ body: 'Today', kind: 'call' })).body;
    const change = { version: note.version, occurredAt };
    expect((await author.patch(`/notes/${note.id as string}`, change)).status).toBe(400);
  });

  it('list pinned ones first and page without loss', async () => {
    for (let index = 0; index < 7; index += 1) await add({ body: `Note ${String(index)}` });
    const first = (await author.get(`/users/${customerId}/notes`)).body.notes.at(-1);
    await author.patch(`/notes/${first.id}`, { version: 1, isPinned: true });
    const one = (await author.get(`/users/${customerId}/notes?limit=4`)).body;
    const two = (await author.get(`/users/${customerId}/notes?limit=4&cursor=${one.nextCursor}`)).body;
    expect([...one.notes, ...two.notes].map((note) => note.body)).toEqual([
      'Note 0',
      'Note 6',
      'Note 5',
      'Note 4',
      'Note 3',
      'Note 2',
      'Note 1',
    ]);
    expect([one.total, two.total, two.nextCursor]).toEqual([7, 7, null]);
  });

  it('are changed by their author and by admins only, one version at a time', async () => {
    const { note } = (await add({ body: 'Mine' })).body;
    const colleague = await api.signIn({ role: 'STAFF', workspaceId });
    const admin = await api.signIn({ role: 'ADMIN', workspaceId });
    expect((await colleague.patch(`/notes/${note.id}`, { version: 1, body: 'Theirs' })).status).toBe(403);
    expect(
      (await colleague.patch(`/notes/${note.id}`, { version: 1, isPinned: true })).body.note,
    ).toMatchObject({ isPinned: true, version: 2, abilities: { canUpdate: false } });
    expect((await admin.patch(`/notes/${note.id}`, { version: 2, body: 'Corrected' })).body.note.body).toBe(
      'Corrected',
    );
    const stale = await author.patch(`/notes/${note.id}`, { version: 1, body: 'Old tab' });
    expect([stale.status, stale.body.current.body]).toEqual([409, 'Corrected']);
  });

  it('are deleted with undo, and the timeline keeps the entry without its text', async () => {
    const { note } = (await add({ body: 'Gone soon' })).body;
    expect((await author.delete(`/notes/${note.id}`)).status).toBe(204);
    expect((await author.get(`/users/${customerId}/notes`)).body.total).toBe(0);
    expect((await getCounts()).notes).toBe(0);
    expect(
      (await author.get(`/users/${customerId}/activities`)).body.activities[0].subject.excerpt,
    ).toBeNull();
    expect((await author.post(`/notes/${note.id}/restore`)).body.note.body).toBe('Gone soon');
    expect((await getCounts()).notes).toBe(1);
  });

  it('reject mentions of members who cannot read the record, and name only records that the mentioned can read', async () => {
    await api.db
      .updateTable('workspaces')
      .set({ record_scope: 'own' })
      .where('id', '=', workspaceId)
      .execute();
    const admin = await api.signIn({ role: 'ADMIN', workspaceId, displayName: 'Ada Admin' });
    const outsider = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Otto Outsider' });
    const mention = `@[Otto Outsider](${outsider.userId})`;
    const path = `/users/${customerId}/notes`;
    const refused = await admin.post(path, { body: `Ask ${mention}` });
    const message = 'No access to this record: Otto Outsider. Remove the mention, or share the record first.';
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'body', message }] } });
    expect((await admin.get(path)).body.total).toBe(0);

    const { note } = (await admin.post(path, { body: 'Alone' })).body;
    const edit = { version: 1, body: `Ask ${mention}` };
    expect((await admin.patch(`/notes/${note.id}`, edit)).status).toBe(422);
    expect((await outsider.get('/notifications')).body.total).toBe(0);

    const business = { name: 'Bright Dental', type: 'dental', brokerId: outsider.userId };
    const businessId = (await admin.post('/businesses', business)).body.business.id;
    await admin.post(path, { body: `Ask ${mention}`, businessId });
    expect((await outsider.get('/notifications')).body.notifications).toMatchObject([
      { title: 'Ada Admin mentioned you in a note on Bright Dental', customerId: null, businessId },
    ]);
  });

  it('notify the people they mention, once, and nobody outside the staff', async () => {
    const colleague = await api.signIn({ role: 'STAFF', workspaceId, displayName: 'Cole Colleague' });
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId });
    const stranger = await api.signIn({ role: 'STAFF', workspaceId: await api.makeWorkspace() });
    const mention = (person: Caller) => `@[Some Name](${person.userId})`;
    const { note } = (
      await add({
        body: `Ask ${mention(colleague)} ${mention(client)} ${mention(stranger)} ${mention(author)}`,
      })
    ).body;
    expect(note.mentions).toMatchObject([
      { id: author.userId },
      { id: colleague.userId, displayName: 'Cole Colleague' },
    ]);
    expect((await colleague.get('/notifications')).body).toMatchObject({
      unreadCount: 1,
      notifications: [
        { type: 'mention', title: 'Ann Author mentioned you in a note on Harbor Clinic', customerId },
      ],
    });
    for (const other of [client, stranger, author])
      expect((await other.get('/notifications')).body.total).toBe(0);
    await author.patch(`/notes/${note.id}`, { version: 1, body: `Again ${mention(colleague)}` });
    expect((await colleague.get('/notifications')).body.total).toBe(1);
    const [{ id }] = (await colleague.get('/notifications')).body.notifications;
    expect((await author.post(`/notifications/${id}/read`)).status).toBe(404);
    expect((await colleague.post(`/notifications/${id}/read`)).status).toBe(204);
    expect((await colleague.get('/notifications?unread=true')).body).toMatchObject({
      unreadCount: 0,
      total: 0,
    });
  });
});
