import { createEmailPoints } from './contact-points.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { tenantTables } from '#db/schema/database.ts';
import type { Caller } from './caller.ts';
import type { TestApi } from './harness.ts';

/** A workspace with an admin who merges customers in it. */
export type MergeFixture = {
  readonly api: TestApi;
  readonly workspaceId: string;
  readonly admin: Caller;
  /** Returns the id. */
  create(body: object): Promise<string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers are read freely by tests
  user(id: string): Promise<any>;
  /** Merges the current customers; returns the id of the merge. */
  merge(survivorId: string, otherId: string, more?: object): Promise<string>;
  undo(mergeId: string): ReturnType<Caller['post']>;
};

/** Records that several customers with data share. */
export type Shared = { readonly tagId: string; readonly groupId: string };

export async function createMergeFixture(api: TestApi): Promise<MergeFixture> {
  const workspaceId = await api.makeWorkspace();
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  const user: MergeFixture['user'] = async (id) => (await admin.get(`/users/${id}`)).body.user;
  return {
    api,
    workspaceId,
    admin,
    user,
    create: async (body) => (await admin.post('/users', body)).body.user.id,
    merge: async (survivorId, otherId, more = {}) => {
      const [survivor, other] = [await user(survivorId), await user(otherId)];
      const versions = { version: survivor.version, otherId, otherVersion: other.version };
      const { status, body } = await admin.post(`/users/${survivorId}/merge`, { ...versions, ...more });
      expect(status, JSON.stringify(body)).toBe(201);
      return body.merge.id;
    },
    undo: (mergeId) => admin.post(`/merges/${mergeId}/undo`),
  };
}

export async function makeShared({ admin, create }: MergeFixture): Promise<Shared> {
  const { body } = await admin.post('/tags', { name: 'Shared' });
  return { tagId: body.tag.id, groupId: await create({ name: 'Group', accountType: 'Corporate' }) };
}

/** A customer with a related record of every kind, `entries` timeline entries, and records shared with the others. */
export async function addRelatedRecords(
  fixture: MergeFixture,
  { name, shared, entries }: { name: string; shared: Shared; entries: number },
): Promise<string> {
  const { api, admin, workspaceId, create } = fixture;
  const { body: own } = await admin.post('/tags', { name: `Of ${name}` });
  const id = await create({
    name,
    email: `${name.toLowerCase().replace(' ', '.')}@lee.test`,
    contactPoints: createEmailPoints(`${String(name.length)}@lee.test`, 'office@lee.test'),
    phone: `212 555 01${String(10 + name.length)}`,
    city: name,
    accountType: 'Corporate',
    tagIds: [own.tag.id, shared.tagId],
    brokerId: admin.userId,
  });
  await addWork(fixture, { id, name });
  const member = await create({ name: `Member of ${name}` });
  await sql`
    INSERT INTO corporate_members (workspace_id, corporate_id, member_id, title, created_at)
    VALUES (${workspaceId}, ${id}, ${member}, 'Partner', now()), (${workspaceId}, ${shared.groupId}, ${id}, ${name}, now())`.execute(
    api.db,
  );
  await sql`
    INSERT INTO notifications (workspace_id, id, user_id, type, title, customer_id, created_at)
    VALUES (${workspaceId}, gen_random_uuid(), ${admin.userId}, 'announcement', ${name}, ${id}, now())`.execute(
    api.db,
  );
  await sql`
    WITH added AS (
      INSERT INTO activities (workspace_id, id, customer_id, type, subject_kind, subject_id, audience, occurred_at)
      SELECT ${workspaceId}::uuid, gen_random_uuid(), ${id}::uuid, 'email.received', 'customer', ${id}::uuid, 'client', '2026-01-01'::timestamptz + n * interval '1 minute'
      FROM generate_series(1, ${entries}::int) AS n RETURNING occurred_at)
    UPDATE customer_stats SET activity_count = activity_count + ${entries}, last_contact_at = greatest(last_contact_at, (SELECT max(occurred_at) FROM added))
    WHERE workspace_id = ${workspaceId} AND customer_id = ${id}`.execute(api.db);
  return id;
}

async function addWork(
  { api, workspaceId, admin }: MergeFixture,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const note = await admin.post(`/users/${id}/notes`, { body: `About ${name}` });
  await admin.post(`/users/${id}/notes`, {
    kind: 'call',
    body: 'Called',
    occurredAt: '2026-03-01T10:00:00.000Z',
  });
  await admin.delete(`/notes/${String(note.body.note.id)}`);
  await admin.post(`/users/${id}/tasks`, { title: 'Open' });
  const task = await admin.post(`/users/${id}/tasks`, { title: 'Done' });
  await admin.patch(`/tasks/${String(task.body.task.id)}`, { version: 1, status: 'done' });
  await admin.upload(`/documents?recordType=customer&recordId=${id}&name=tax.txt`, `Taxes of ${name}`);
  const { body: file } = await admin.upload('/files?name=plan.txt', `Plan of ${name}`);
  await admin.post(`/users/${id}/send-email`, {
    subject: 'Hello',
    text: 'Text',
    attachments: [file.file.id],
  });
  await admin.post('/businesses', {
    name: `${name} Dental`,
    type: 'dental',
    ownerId: id,
    brokerId: admin.userId,
  });
  const sold = await admin.post('/businesses', { name: `${name} wants this`, type: 'dental' });
  await admin.post('/deals', { businessId: sold.body.business.id, buyerId: id });
  await admin.post('/buyers', { customerId: id, searches: [] });
  await sql`
    INSERT INTO protected_buyers (workspace_id, id, business_id, customer_id, introduced_on, created_by, created_at)
    VALUES (${workspaceId}, gen_random_uuid(), ${sold.body.business.id}, ${id}, '2026-01-01', ${admin.userId}, now())`.execute(
    api.db,
  );
  await sql`
    INSERT INTO business_co_owners (workspace_id, id, business_id, customer_id, share_basis_points)
    VALUES (${workspaceId}, gen_random_uuid(), ${sold.body.business.id}, ${id}, 1000)`.execute(api.db);
  const { templates } = (await admin.get('/agreement-templates')).body;
  const nda = { templateId: templates[0].id, businessIds: [sold.body.business.id], delivery: 'link' };
  expect((await admin.post('/agreements', { customerId: id, ...nda })).status).toBe(201);
  expect((await admin.post(`/users/${id}/invite`)).status).toBe(202);
}

/** The record of merges, which is kept, and data recalculated in the background. */
const beside = ['merges', 'merge_pieces', 'duplicate_checks', 'duplicate_pairs', 'customer_tallies'];

/** The workspace's rows in every table, as formatted by PostgreSQL. */
export async function dumpWorkspace({ api, workspaceId }: MergeFixture): Promise<Record<string, string[]>> {
  const tables = [...Object.keys(tenantTables), 'memberships', 'one_time_links'];
  const dumps: Record<string, string[]> = {};
  for (const table of tables.filter((name) => !beside.includes(name))) {
    const { rows } = await sql<{ row: string }>`
      SELECT t::text AS row FROM ${sql.table(table)} AS t WHERE workspace_id = ${workspaceId} ORDER BY 1`.execute(
      api.db,
    );
    dumps[table] = rows.map(({ row }) => row);
  }
  const { rows } = await sql<{ row: string }>`
    SELECT (status, account_type, is_verified, broker_id, plan_name, sum(count))::text AS row FROM customer_tallies
    WHERE workspace_id = ${workspaceId} GROUP BY status, account_type, is_verified, broker_id, plan_name HAVING sum(count) <> 0 ORDER BY 1`.execute(
    api.db,
  );
  dumps['customer_tallies'] = rows.map(({ row }) => row);
  return dumps;
}
