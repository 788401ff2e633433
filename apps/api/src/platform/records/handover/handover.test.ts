import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMember } from '#platform/session/find-member.ts';
import type { Member } from '#platform/session/actor.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import type { RecordDescriptor } from '../record.ts';
import { newId } from '#lib/ids.ts';
import { countHoldings, handOverRecords } from './handover.queries.ts';

let api: TestApi;
let admin: Member;
let from: string;
let to: string;
beforeAll(async () => {
  api = await startApi();
  const workspaceId = await api.makeWorkspace();
  const { userId } = await api.signIn({ role: 'ADMIN', workspaceId });
  const member = await findMember(api.db, { workspaceId, userId, now: new Date() });
  if (member === null) throw new Error('Not a member');
  admin = member;
  from = (await api.signIn({ role: 'STAFF', workspaceId })).userId;
  to = (await api.signIn({ role: 'STAFF', workspaceId })).userId;
  for (const title of ['Broker contract', 'Broker contract', 'Lease', 'Deleted lease'])
    await sql`INSERT INTO notes (workspace_id, id, customer_id, author_id, kind, body, occurred_at, created_at, updated_at, deleted_at)
      VALUES (${workspaceId}, gen_random_uuid(), ${await api.makeCustomer(workspaceId)}, ${from}, 'note', ${title}, now(), now(), now(),
        CASE WHEN ${title}::text LIKE 'Deleted%' THEN now() END)`.execute(api.db);
});
afterAll(() => api.close());

/** Notes as a separate record type, each with its author. */
const described: RecordDescriptor = {
  type: 'task',
  labels: { one: 'paper', many: 'papers' },
  table: 'notes',
  from: () => sql`notes`,
  scope: () => sql<boolean>`true`,
};
const handedOver: RecordDescriptor = {
  ...described,
  handover: {
    column: 'author_id',
    where: sql`body <> 'Lease'`,
    activity: { type: 'task.reopened', customerColumn: 'customer_id' },
  },
};

const getCount = (record: RecordDescriptor, userId: string) =>
  countHoldings(api.db, [record], { workspaceId: admin.workspaceId, userId });
const handoverId = newId();
const handOver = (record: RecordDescriptor, limit = 500) =>
  api.booted.platform.runner.transact((work) => {
    const { workspaceId, userId: actorId } = admin;
    return handOverRecords(work, record, { workspaceId, actorId, userId: from, to, handoverId, limit });
  });

it('stays with the departing member without this part of its descriptor', async () => {
  expect(await getCount(described, from)).toEqual([]);
  expect(await handOver(described)).toBe(0);
  expect(await getCount(handedOver, from)).toMatchObject([{ count: 2 }]);
});

it('goes to the successor in batches by its descriptor alone, noted in its timeline, and from the trash without a note', async () => {
  expect([await handOver(handedOver, 1), await handOver(handedOver, 1)]).toEqual([1, 1]);
  expect([await handOver(handedOver, 1), await handOver(handedOver, 1)]).toEqual([1, 0]);
  const { rows } = await sql<{ body: string }>`
    SELECT body FROM notes WHERE workspace_id = ${admin.workspaceId} AND author_id = ${to} ORDER BY body`.execute(
    api.db,
  );
  expect(rows.map(({ body }) => body)).toEqual(['Broker contract', 'Broker contract', 'Deleted lease']);
  const { rows: entries } = await sql`
    SELECT type, actor_id, detail FROM activities WHERE workspace_id = ${admin.workspaceId} AND type = 'task.reopened'`.execute(
    api.db,
  );
  const entry = {
    type: 'task.reopened',
    actor_id: admin.userId,
    detail: { bulkRunId: handoverId, changed: ['author_id'] },
  };
  expect(entries).toEqual([entry, entry]);
  const { rows: handovers } = await sql`
    SELECT id, record_count FROM handovers WHERE workspace_id = ${admin.workspaceId}`.execute(api.db);
  expect(handovers).toEqual([{ id: handoverId, record_count: 2 }]);
});
