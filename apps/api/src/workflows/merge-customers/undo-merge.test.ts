import { createEmailPoints } from '#test/contact-points.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import {
  dumpWorkspace,
  addRelatedRecords,
  makeShared,
  createMergeFixture,
  type MergeFixture,
} from '#test/merge-fixture.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
let desk: MergeFixture;
let workspaceId: string;
let admin: Caller;

beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  desk = await createMergeFixture(api);
  ({ workspaceId, admin } = desk);
});

const create = async (body: object): Promise<string> => desk.create(body);
const getUser = async (id: string) => desk.user(id);
const undo = async (mergeId: string) => desk.undo(mergeId);
const merge = async (survivorId: string, otherId: string, more: object = {}): Promise<string> =>
  desk.merge(survivorId, otherId, more);

/**
 * Intended differences after a merge and its undo: two entries on the survivor's timeline, the derived fields that
 * count them, and the versions, which only increase.
 */
async function deleteTraces(survivorId: string, before: readonly Trace[]): Promise<void> {
  await withOwner(async (owner) => {
    await owner(`DELETE FROM activities WHERE workspace_id = '${workspaceId}' AND subject_kind = 'merge'`);
    for (const { id, version, updated_at } of before)
      await owner(
        `UPDATE customers SET version = ${String(version)}, updated_at = '${updated_at}' WHERE workspace_id = '${workspaceId}' AND id = '${id}'`,
      );
    await owner(
      `UPDATE customer_stats SET activity_count = activity_count - 2 WHERE workspace_id = '${workspaceId}' AND customer_id = '${survivorId}'`,
    );
  });
}

type Trace = { id: string; version: number; updated_at: string };

async function listTraces(): Promise<Trace[]> {
  const { rows } = await sql<Trace>`
    SELECT id, version, updated_at::text AS updated_at FROM customers WHERE workspace_id = ${workspaceId}`.execute(
    api.db,
  );
  return rows;
}

async function withOwner(act: (run: (text: string) => Promise<unknown>) => Promise<void>): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: api.connectionString, options: '-c timezone=UTC' });
  await client.connect();
  try {
    await act((text) => client.query(text));
  } finally {
    await client.end();
  }
}

describe('taking a merge back', () => {
  it('leaves every table as it was, row by row, for two customers with a thousand activities each', async () => {
    const shared = await makeShared(desk);
    const survivor = await addRelatedRecords(desk, { name: 'Ann Lee', shared, entries: 1000 });
    const other = await addRelatedRecords(desk, { name: 'Anne Leigh', shared, entries: 1000 });
    const stranger = await create({ name: 'Somebody' });
    await admin.post(`/users/${other}/not-same`, { otherId: stranger });
    const [before, trace] = [await dumpWorkspace(desk), await listTraces()];

    const id = await merge(survivor, other, { fromOther: ['name', 'email', 'phone', 'city'] });
    expect((await getUser(survivor)).counts).toMatchObject({ notes: 2, openTasks: 2, emails: 2 });
    expect((await getUser(survivor)).counts.activities).toBeGreaterThan(2000);
    expect(await dumpWorkspace(desk)).not.toEqual(before);
    const { status, body } = await undo(id);
    expect([status, body.merge]).toMatchObject([
      200,
      { storedFields: [], canUndo: false, undoneBy: { id: admin.userId } },
    ]);
    expect(await getUser(other)).toMatchObject({ id: other, name: 'Anne Leigh', deletedAt: null });

    await deleteTraces(survivor, trace);
    expect(await dumpWorkspace(desk)).toEqual(before);
  });

  it('undoes a chain of three merges in reverse order', async () => {
    const shared = await makeShared(desk);
    const [one, two, three] = [
      await addRelatedRecords(desk, { name: 'Ann', shared, entries: 5 }),
      await addRelatedRecords(desk, { name: 'Anna', shared, entries: 5 }),
      await addRelatedRecords(desk, { name: 'Annabel', shared, entries: 5 }),
    ];
    const before = await dumpWorkspace(desk);
    const first = await merge(two, three);
    const second = await merge(one, two);
    expect(await getUser(three)).toMatchObject({ id: one });
    expect(await getUser(two)).toMatchObject({ id: one });
    const refused = await undo(first);
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'Anna was later merged into Ann. Undo that merge first.',
    ]);
    expect((await undo(second)).status).toBe(200);
    expect(await getUser(three)).toMatchObject({ id: two });
    expect((await undo(first)).status).toBe(200);
    const after = await dumpWorkspace(desk);
    for (const table of [
      'notes',
      'tasks',
      'customer_tags',
      'corporate_members',
      'message_customers',
      'businesses',
      'customer_contact_points',
      'protected_buyers',
    ])
      expect([table, after[table]]).toEqual([table, before[table]]);
    expect(await getUser(three)).toMatchObject({ id: three, name: 'Annabel' });
  });

  it('refuses an older merge under a newer one into the same customer, twice the same, and from the trash', async () => {
    const [survivor, one, two] = [
      await create({ name: 'Ann' }),
      await create({ name: 'Bea' }),
      await create({ name: 'Cy' }),
    ];
    const [older, newer] = [await merge(survivor, one), await merge(survivor, two)];
    const view = await admin.get(`/merges/${older}`);
    expect(view.body.merge).toMatchObject({
      canUndo: false,
      obstacle: 'Cy was later merged into Ann. Undo that merge first.',
    });
    expect((await undo(older)).status).toBe(422);
    expect((await undo(newer)).status).toBe(200);
    expect((await undo(newer)).body.detail).toBe('This merge was already undone.');
    await admin.delete(`/users/${survivor}`);
    expect((await undo(older)).body.detail).toBe('Ann is in the trash. Restore them first.');
    await admin.post(`/users/${survivor}/restore`);
    const answers = await Promise.all([undo(older), undo(older), undo(older)]);
    expect(answers.map(({ status }) => status).toSorted((low, high) => low - high)).toEqual([200, 422, 422]);
  });

  it('keeps and lists later changes, and leaves newer items with the survivor', async () => {
    const survivor = await create({
      name: 'Ann',
      email: 'ann@lee.test',
      contactPoints: createEmailPoints('own@lee.test'),
      city: 'Albany',
    });
    const other = await create({ name: 'Anne', email: 'anne@lee.test', city: 'Reno', phone: '212 555 0101' });
    const note = await admin.post(`/users/${other}/notes`, { body: 'Before' });
    const id = await merge(survivor, other, { fromOther: ['email', 'city', 'phone'] });
    expect(await getUser(survivor)).toMatchObject({
      email: 'anne@lee.test',
      contactPoints: [
        ...createEmailPoints('own@lee.test', 'ann@lee.test'),
        { kind: 'address', label: '', value: 'Albany' },
      ],
    });
    await admin.patch(`/users/${survivor}`, {
      version: 2,
      city: 'Boston',
      contactPoints: createEmailPoints('own@lee.test', 'ann@lee.test', 'new@lee.test'),
    });
    await admin.post(`/users/${survivor}/notes`, { body: 'Since' });
    await admin.patch(`/notes/${String(note.body.note.id)}`, { version: 1, body: 'Mended' });
    const { body } = await undo(id);
    expect(body.merge.storedFields).toEqual(['city', 'contactPoints']);
    expect(await getUser(survivor)).toMatchObject({
      email: 'ann@lee.test',
      contactPoints: createEmailPoints('own@lee.test', 'new@lee.test'),
      city: 'Boston',
      phone: null,
      counts: { notes: 1 },
    });
    expect(await getUser(other)).toMatchObject({
      email: 'anne@lee.test',
      city: 'Reno',
      phone: '212 555 0101',
      counts: { notes: 1 },
    });
    const { body: notes } = await admin.get(`/users/${other}/notes`);
    expect(notes.notes).toMatchObject([{ body: 'Mended' }]);
    expect((await admin.get(`/users?q=anne@lee.test`)).body.users).toMatchObject([{ id: other }]);
    const { body: timeline } = await admin.get(`/users/${survivor}/activities`);
    expect(timeline.activities.map((entry: { type: string }) => entry.type)).toEqual([
      'customer.unmerged',
      'note.added',
      'customer.updated',
      'customer.merged',
      'customer.created',
    ]);
  });

  it('leaves a customer without a broker if the previous one has left', async () => {
    const sam = await api.signIn({ role: 'STAFF', workspaceId });
    const survivor = await create({ name: 'Ann', brokerId: sam.userId });
    const id = await merge(survivor, await create({ name: 'Anne', brokerId: admin.userId }), {
      fromOther: ['brokerId'],
    });
    await admin.post(`/people/${sam.userId}/deactivate`, { version: 1, handOverTo: null });
    expect((await undo(id)).status).toBe(200);
    expect((await getUser(survivor)).brokerId).toBeNull();
  });

  it('restores a source under its current name, and none that was deleted', async () => {
    const ann = await create({ name: 'Ann', source: 'Web' });
    const ids: string[] = [];
    for (const source of ['Fair', 'Referral'])
      ids.push(await merge(ann, await create({ name: 'Anne', source }), { fromOther: ['source'] }));
    const { sources } = (await admin.get('/sources')).body;
    const idOf = (name: string): string => sources.find((each: { name: string }) => each.name === name).id;
    await admin.patch(`/sources/${idOf('Fair')}`, { name: 'Event' });
    await undo(ids[1] ?? '');
    expect(await getUser(ann)).toMatchObject({ source: 'Event' });
    await admin.delete(`/sources/${idOf('Web')}`);
    await undo(ids[0] ?? '');
    expect(await getUser(ann)).toMatchObject({ source: 'Event' });
    expect((await admin.get('/sources')).body.sources).toMatchObject([
      { name: 'Event' },
      { name: 'Referral' },
    ]);
  });

  it('returns a login with the ban of its original customer', async () => {
    const [survivor, other] = [await create({ name: 'Ann' }), await create({ name: 'Anne' })];
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId: other });
    const id = await merge(survivor, other);
    await admin.post(`/users/${survivor}/ban`, { version: 2, reason: 'Breach' });
    await undo(id);
    const { rows } =
      await sql`SELECT status FROM memberships WHERE workspace_id = ${workspaceId} AND user_id = ${client.userId}`.execute(
        api.db,
      );
    expect(rows).toEqual([{ status: 'active' }]);
    expect(await getUser(survivor)).toMatchObject({ status: 'banned', login: 'none' });
    expect(await getUser(other)).toMatchObject({ status: 'active', login: 'active' });
  });

  it('does not restore a merged customer in any other way', async () => {
    const [survivor, other] = [await create({ name: 'Ann' }), await create({ name: 'Anne' })];
    await merge(survivor, other);
    expect((await admin.post(`/users/${other}/restore`)).status).toBe(404);
    expect((await getUser(other)).id).toBe(survivor);
  });

  it('moves no entry of the timeline but those of the merge', async () => {
    const [survivor, other, stranger] = [
      await create({ name: 'Ann' }),
      await create({ name: 'Anne' }),
      await create({ name: 'Somebody' }),
    ];
    const id = await merge(survivor, other);
    // The app can record any entry as moved, but the database moves entries only between the two customers.
    await sql`
      INSERT INTO merge_pieces (workspace_id, merge_id, kind, record_id)
      SELECT workspace_id, ${id}::uuid, 'activity', activities.id FROM activities WHERE workspace_id = ${workspaceId} AND customer_id = ${stranger}`.execute(
      api.db,
    );
    await sql`SELECT move_merged_activities(${workspaceId}::uuid, ${id}::uuid)`.execute(api.db);
    expect((await getUser(stranger)).counts.activities).toBe(1);
    const { body } = await admin.get(`/users/${stranger}/activities`);
    expect(body.total).toBe(1);
    await expect(
      sql`UPDATE activities SET customer_id = ${survivor} WHERE workspace_id = ${workspaceId}`.execute(
        api.db,
      ),
    ).rejects.toThrow('permission denied');
    const { rows } = await sql<{
      open: boolean;
    }>`SELECT has_function_privilege('public', 'move_merged_activities(uuid, uuid)', 'EXECUTE') AS open`.execute(
      api.db,
    );
    expect(rows).toEqual([{ open: false }]);
  });
});
