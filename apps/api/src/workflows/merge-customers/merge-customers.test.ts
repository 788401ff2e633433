import type { MovedCounts } from '@handover/contract/records/merges.ts';
import { createEmailPoints } from '#test/contact-points.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { runJob } from '#test/run-job.ts';
import { listJobs } from '#registry.ts';
import { newId } from '#lib/ids.ts';
import { findMember } from '#platform/session/find-member.ts';
import { mergeCustomers } from './merge-customers.service.ts';
import { mergeJobs } from './orphans.job.ts';

let api: TestApi;
let workspaceId: string;
let admin: Caller;

beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());
beforeEach(async () => {
  workspaceId = await api.makeWorkspace();
  admin = await api.signIn({ role: 'ADMIN', workspaceId });
});

const create = async (body: object): Promise<string> => (await admin.post('/users', body)).body.user.id;
const getUser = async (id: string) => (await admin.get(`/users/${id}`)).body.user;
const count = async (table: string, customerId: string, column = 'customer_id'): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND ${sql.ref(column)} = ${customerId}`.execute(
    api.db,
  );
  return rows[0]?.count ?? 0;
};

async function merge(survivorId: string, otherId: string, more: object = {}, caller = admin) {
  const [survivor, other] = [await getUser(survivorId), await getUser(otherId)];
  return caller.post(`/users/${survivorId}/merge`, {
    version: survivor.version,
    otherId,
    otherVersion: other.version,
    ...more,
  });
}

describe('looking before merging', () => {
  it('names the fields that differ, which value is kept, and what will move', async () => {
    const survivor = await create({
      name: 'Ann Lee',
      phone: '212 555 0101',
      email: 'ann@lee.test',
      city: 'Albany',
    });
    const other = await create({
      name: 'Anne Lee',
      email: 'anne@lee.test',
      contactPoints: createEmailPoints('ANN@lee.test', 'office@lee.test'),
      company: 'Lee Dental',
      region: 'Texas',
      isVerified: true,
    });
    await admin.post(`/users/${other}/notes`, { body: 'One' });
    await admin.post(`/users/${other}/tasks`, { title: 'Two' });
    const { body } = await admin.get(`/users/${survivor}/merge-preview/${other}`);
    expect(body.preview.fields).toEqual([
      { field: 'name', isFromOther: false },
      { field: 'email', isFromOther: false },
      { field: 'phone', isFromOther: false },
      { field: 'company', isFromOther: true },
      { field: 'isVerified', isFromOther: true },
      { field: 'city', isFromOther: false },
      // Half of another address would make a place that does not exist.
      { field: 'region', isFromOther: false },
    ]);
    expect(body.preview).toMatchObject({
      obstacle: null,
    });
    expect(getCounts(body.preview)).toMatchObject({
      'timeline entries': 3,
      notes: 1,
      tasks: 1,
      emails: 0,
      deals: 0,
      'contact details': 3,
      logins: 0,
    });
  });

  it('rejects merging a customer with itself or with an unknown one', async () => {
    const id = await create({ name: 'Ann Lee' });
    expect((await admin.get(`/users/${id}/merge-preview/${id}`)).status).toBe(400);
    expect((await admin.get(`/users/${id}/merge-preview/${newId()}`)).status).toBe(404);
    const body = { version: 1, otherVersion: 1 };
    expect((await admin.post(`/users/${id}/merge`, { ...body, otherId: id })).body.errors[0].path).toBe(
      'otherId',
    );
    expect((await admin.post(`/users/${id}/merge`, { ...body, otherId: newId() })).status).toBe(404);
  });
});

/** The counts of moved records, by their plural label. */
function getCounts({ moved }: { moved: MovedCounts }): Record<string, number> {
  return Object.fromEntries(moved.map(({ many, count }) => [many, count]));
}

describe('merging', () => {
  it('moves everything, keeps the chosen values, and redirects the old id to the survivor', async () => {
    const survivor = await create({ name: 'Ann Lee', email: 'ann@lee.test' });
    const other = await create({
      name: 'Anne Lee',
      email: 'anne@lee.test',
      phone: '212 555 0101',
      npi: '1234567893',
    });
    const group = await create({ name: 'Lee Group', accountType: 'Corporate' });
    const { body: tag } = await admin.post('/tags', { name: 'Buyer' });
    await admin.patch(`/users/${other}`, { version: 1, tagIds: [tag.tag.id] });
    await admin.post(`/users/${other}/notes`, { body: 'A note' });
    const { body: task } = await admin.post(`/users/${other}/tasks`, { title: 'A task' });
    await admin.delete(`/tasks/${String(task.task.id)}`);
    await admin.post(`/users/${other}/send-email`, { subject: 'Hello', text: 'Text' });
    await admin.post('/businesses', {
      name: 'Lee Dental',
      type: 'dental',
      ownerId: other,
      brokerId: admin.userId,
    });
    await addMember(group, other);
    const answer = await merge(survivor, other, { fromOther: ['name', 'phone'] });
    expect(answer.status).toBe(201);
    expect(answer.body.merge).toMatchObject({
      survivor: { id: survivor, name: 'Anne Lee' },
      merged: { id: other, name: 'Anne Lee' },
      fields: ['name', 'phone'],
      canUndo: true,
      obstacle: null,
    });
    expect(getCounts(answer.body.merge)).toMatchObject({
      notes: 1,
      tasks: 0,
      emails: 1,
      businesses: 1,
      tags: 1,
      'corporate memberships': 1,
      'contact details': 2,
      logins: 0,
    });
    const merged = await getUser(other);
    expect(merged).toMatchObject({
      id: survivor,
      name: 'Anne Lee',
      phone: '212 555 0101',
      npi: null,
      email: 'ann@lee.test',
      contactPoints: createEmailPoints('anne@lee.test'),
      version: 2,
      counts: { notes: 1, openTasks: 0, emails: 1 },
      tags: [{ name: 'Buyer' }],
    });
    for (const table of ['activities', 'notes', 'tasks', 'message_customers', 'customer_tags'])
      expect([table, await count(table, other)]).toEqual([table, 0]);
    expect(await count('tasks', survivor)).toBe(1);
    expect(await count('businesses', survivor, 'owner_id')).toBe(1);
    expect(await count('corporate_members', survivor, 'member_id')).toBe(1);
    const { body: timeline } = await admin.get(`/users/${survivor}/activities`);
    expect(timeline.activities[0]).toMatchObject({
      type: 'customer.merged',
      subject: { kind: 'merge', id: answer.body.merge.id, label: 'Anne Lee' },
    });
    expect(timeline.total).toBe(merged.counts.activities);
    expect((await admin.get('/users?q=anne@lee.test')).body.users).toMatchObject([{ id: survivor }]);
    expect((await admin.get('/users?deleted=true')).body.total).toBe(0);
  });

  it('duplicates nothing: a shared tag, an email to both, a membership in itself', async () => {
    const survivor = await create({ name: 'Lee Group', accountType: 'Corporate', email: 'a@lee.test' });
    const other = await create({ name: 'Lee Group Inc', accountType: 'Corporate', email: 'b@lee.test' });
    const { body: tag } = await admin.post('/tags', { name: 'Buyer' });
    for (const id of [survivor, other])
      await admin.patch(`/users/${id}`, { version: 1, tagIds: [tag.tag.id] });
    const { body: sent } = await admin.post(`/users/${survivor}/send-email`, {
      subject: 'Both',
      text: 'Text',
    });
    await api.db
      .insertInto('message_customers')
      .values({
        workspace_id: workspaceId,
        message_id: sent.email.id,
        customer_id: other,
        created_at: new Date(),
      })
      .execute();
    await addMember(survivor, other);
    expect((await merge(survivor, other)).status).toBe(201);
    expect(await getUser(survivor)).toMatchObject({
      counts: { emails: 1 },
      totalMembers: 0,
      tags: [{ name: 'Buyer' }],
    });
  });

  it('keeps an account with members corporate', async () => {
    const survivor = await create({ name: 'Lee' });
    const other = await create({ name: 'Lee Group', accountType: 'Corporate' });
    await addMember(other, await create({ name: 'Kim' }));
    const refused = await merge(survivor, other, { fromOther: [] });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'fromOther']);
    expect((await merge(survivor, other)).status).toBe(201);
    expect(await getUser(survivor)).toMatchObject({ accountType: 'Corporate', totalMembers: 1 });
  });

  it('does not make a member of another account corporate', async () => {
    const [survivor, other] = [
      await create({ name: 'Lee Clinic', accountType: 'Corporate' }),
      await create({ name: 'Lee' }),
    ];
    const group = await create({ name: 'Lee Group', accountType: 'Corporate' });
    await addMember(group, other);
    const refused = await merge(survivor, other);
    expect(refused.body.errors).toEqual([
      {
        path: 'fromOther',
        message: 'Lee is a member of another account. Remove them from it first, or keep Individual',
      },
    ]);
    expect((await merge(survivor, other, { fromOther: ['accountType'] })).status).toBe(201);
    expect(await getUser(survivor)).toMatchObject({ accountType: 'Individual' });
  });

  it('moves the login, and refuses two', async () => {
    const [survivor, other, third] = [
      await create({ name: 'Ann' }),
      await create({ name: 'Anne' }),
      await create({ name: 'Anna' }),
    ];
    const client = await api.signIn({ role: 'CLIENT', workspaceId, customerId: other });
    await api.signIn({ role: 'CLIENT', workspaceId, customerId: third });
    const { body } = await merge(survivor, other);
    expect(getCounts(body.merge)['logins']).toBe(1);
    expect((await client.get(`/users/${survivor}`)).body.user.id).toBe(survivor);
    const refused = await merge(survivor, third);
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'Both customers can sign in, so they cannot be merged.',
    ]);
    await admin.post(`/merges/${String(body.merge.id)}/undo`);
    expect((await client.get(`/users/${other}`)).body.user.id).toBe(other);
    expect((await client.get(`/users/${survivor}`)).status).toBe(404);
  });

  it('rejects banned with unbanned customers, and customers in the trash', async () => {
    const [survivor, other] = [await create({ name: 'Ann' }), await create({ name: 'Anne' })];
    await admin.post(`/users/${other}/ban`, { version: 1, reason: 'Breach' });
    expect((await merge(survivor, other)).body.detail).toContain('banned');
    await admin.post(`/users/${other}/unban`, { version: 2 });
    await admin.delete(`/users/${other}`);
    const refused = await admin.post(`/users/${survivor}/merge`, {
      version: 1,
      otherId: other,
      otherVersion: 4,
    });
    expect([refused.status, refused.body.detail]).toEqual([422, 'Anne is in the trash. Restore them first.']);
  });

  it('answers 409 with both current records when one was edited since the preview', async () => {
    const [survivor, other] = [await create({ name: 'Ann' }), await create({ name: 'Anne' })];
    await admin.patch(`/users/${other}`, { version: 1, city: 'Albany' });
    const stale = await admin.post(`/users/${survivor}/merge`, {
      version: 1,
      otherId: other,
      otherVersion: 1,
    });
    expect([stale.status, stale.body.code, stale.body.current.other.city]).toEqual([
      409,
      'STALE_VERSION',
      'Albany',
    ]);
    expect(await count('activities', other)).toBe(2);
    // In the other direction, the member who was editing the survivor is notified too.
    await merge(survivor, other);
    expect((await admin.patch(`/users/${survivor}`, { version: 1, city: 'Reno' })).status).toBe(409);
    expect((await admin.patch(`/users/${other}`, { version: 2, city: 'Reno' })).status).toBe(409);
  });

  it('allows one of two concurrent merges, in either direction', async () => {
    const [one, other, third] = [
      await create({ name: 'Ann' }),
      await create({ name: 'Anne' }),
      await create({ name: 'Anna' }),
    ];
    const ask = (survivorId: string, otherId: string) =>
      admin.post(`/users/${survivorId}/merge`, { version: 1, otherId, otherVersion: 1 });
    const crossed = await Promise.all([ask(one, other), ask(other, one), ask(third, one), ask(one, third)]);
    expect(crossed.map(({ status }) => status).toSorted((low, high) => low - high)).toEqual([
      201, 409, 409, 409,
    ]);
    const { rows } = await sql`SELECT FROM merges WHERE workspace_id = ${workspaceId}`.execute(api.db);
    expect(rows).toHaveLength(1);
  });

  it('writes nothing when its last step fails', async () => {
    const [survivor, other] = [await create({ name: 'Ann' }), await create({ name: 'Anne' })];
    const dump = await dumpAll();
    const { runner } = api.booted.platform;
    const member = await getMember();
    const failing = runner.transact(async (work) => {
      await mergeCustomers({ ...work, enqueue: () => Promise.reject(new Error('killed')) }, member, {
        records: api.booted.platform.records,
        survivorId: survivor,
        input: { version: 1, otherId: other, otherVersion: 1 },
      });
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await dumpAll()).toEqual(dump);
  });

  it('moves rows written to the other customer during the merge', async () => {
    const [survivor, other] = [await create({ name: 'Ann' }), await create({ name: 'Anne' })];
    const { body } = await merge(survivor, other);
    await sql`
      INSERT INTO notes (workspace_id, id, customer_id, author_id, kind, body, occurred_at, created_at, updated_at)
      VALUES (${workspaceId}, ${newId()}, ${other}, ${admin.userId}, 'note', 'Late', now(), now(), now())`.execute(
      api.db,
    );
    const [job] = mergeJobs(api.booted.platform);
    await runJob(job, { workspaceId, mergeId: body.merge.id });
    expect((await getUser(survivor)).counts.notes).toBe(1);
    await admin.post(`/merges/${String(body.merge.id)}/undo`);
    expect((await getUser(other)).counts.notes).toBe(1);
    expect((await getUser(survivor)).counts.notes).toBe(0);
  });
});

async function addMember(corporateId: string, memberId: string): Promise<void> {
  await api.db
    .insertInto('corporate_members')
    .values({
      workspace_id: workspaceId,
      corporate_id: corporateId,
      member_id: memberId,
      title: 'Partner',
      created_at: new Date(),
    })
    .execute();
}

async function getMember() {
  const member = await findMember(api.db, { workspaceId, userId: admin.userId, now: new Date() });
  if (member === null) throw new Error('No such member');
  return member;
}

async function dumpAll(): Promise<unknown> {
  const tables = [
    'customers',
    'customer_stats',
    'customer_contact_points',
    'activities',
    'merges',
    'merge_pieces',
    'search_entries',
  ];
  const dumps = tables.map((table) =>
    sql`SELECT to_jsonb(t) AS row FROM ${sql.table(table)} t WHERE workspace_id = ${workspaceId} ORDER BY 1`.execute(
      api.db,
    ),
  );
  return (await Promise.all(dumps)).map(({ rows }) => rows);
}
