import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { newId } from '#lib/ids.ts';
import { addUpTallies } from './customers.queries.ts';

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

const filters = [
  '',
  'status=active',
  'status=banned&accountType=Individual',
  'accountType=Corporate&isVerified=false',
  'isVerified=true',
  'planName=Gold',
  'brokerId=me',
  'brokerId=none&status=active',
];

/** Checks each filter's reported total against the number of rows in its list. */
async function expectTotals(caller = admin): Promise<void> {
  for (const filter of filters) {
    const { body: first } = await caller.get(`/users?limit=1&${filter}`);
    const { body: whole } = await caller.get(`/users?limit=100&${filter}`);
    expect({ filter, total: first.total }).toEqual({ filter, total: whole.users.length });
  }
}

/** `count` customers of every kind that filters ask for, in one statement. */
async function fill(count: number): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO customers (workspace_id, id, name, name_sort, account_type, status, is_verified, plan_name, broker_id, joining_date, created_at, updated_at)
      SELECT ${workspaceId}::uuid, gen_random_uuid(), 'N' || n, 'n' || n, CASE n % 2 WHEN 0 THEN 'Corporate' ELSE 'Individual' END,
        CASE n % 3 WHEN 0 THEN 'banned' ELSE 'active' END, n % 4 = 0, CASE n % 5 WHEN 0 THEN 'Gold' END,
        CASE n % 6 WHEN 0 THEN ${admin.userId}::uuid END, '2026-01-01', '2026-01-01', '2026-01-01'
      FROM generate_series(1, ${count}::int) AS n RETURNING id)
    INSERT INTO customer_stats (workspace_id, customer_id, last_contact_at)
    SELECT ${workspaceId}::uuid, id, TIMESTAMPTZ '2026-01-01' FROM made`.execute(api.db);
}

function countRows(): Promise<number> {
  return sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM customer_tallies WHERE workspace_id = ${workspaceId}`
    .execute(api.db)
    .then(({ rows }) => rows[0]?.count ?? 0);
}

describe('totals of customers', () => {
  it('follow bulk writes, moves to the trash and back, and deletions', async () => {
    await fill(60);
    await expectTotals();
    await sql`UPDATE customers SET is_verified = NOT is_verified, plan_name = 'Gold' WHERE workspace_id = ${workspaceId} AND name_sort < 'n3'`.execute(
      api.db,
    );
    await expectTotals();
    await sql`UPDATE customers SET deleted_at = now(), status = 'banned' WHERE workspace_id = ${workspaceId} AND name_sort < 'n4'`.execute(
      api.db,
    );
    await expectTotals();
    await sql`UPDATE customers SET deleted_at = NULL, broker_id = ${admin.userId} WHERE workspace_id = ${workspaceId} AND name_sort < 'n2'`.execute(
      api.db,
    );
    await expectTotals();
    await sql`
      WITH gone AS (DELETE FROM customer_stats WHERE workspace_id = ${workspaceId} AND customer_id IN (
        SELECT id FROM customers WHERE workspace_id = ${workspaceId} AND name_sort < 'n15') RETURNING customer_id)
      DELETE FROM customers WHERE workspace_id = ${workspaceId} AND id IN (SELECT customer_id FROM gone)`.execute(
      api.db,
    );
    await expectTotals();
  });

  it('follow single changes', async () => {
    await fill(3);
    const made = await admin.post('/users', {
      name: 'Ada Marsh',
      accountType: 'Individual',
      email: 'ada@marsh.test',
    });
    const { id, version } = made.body.user;
    await expectTotals();
    await admin.patch(`/users/${id}`, { version, isVerified: true, brokerId: admin.userId });
    await expectTotals();
    await admin.delete(`/users/${id}`);
    await expectTotals();
    expect((await admin.get('/users?limit=1')).body.total).toBe(3);
  });

  it('are limited to the caller’s scope and workspace', async () => {
    await fill(12);
    const staff = await api.signIn({ role: 'STAFF', workspaceId });
    await sql`UPDATE customers SET broker_id = ${staff.userId} WHERE workspace_id = ${workspaceId} AND name_sort IN ('n1', 'n2', 'n5')`.execute(
      api.db,
    );
    await expectTotals(staff);
    const elsewhere = await api.makeWorkspace();
    const stranger = await api.signIn({ role: 'ADMIN', workspaceId: elsewhere });
    expect((await stranger.get('/users?limit=1')).body.total).toBe(0);
  });

  it('stay correct while rows are compacted and customers are added', async () => {
    await fill(30);
    const kinds = await countRows();
    const addOne = () =>
      sql`
      INSERT INTO customers (workspace_id, id, name, name_sort, account_type, joining_date, created_at, updated_at)
      VALUES (${workspaceId}, ${newId()}, 'One', 'one', 'Individual', '2026-01-01', '2026-01-01', '2026-01-01')`.execute(
        api.db,
      );
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 60 }, addOne));
      await Promise.all([addUpTallies(api.db), addUpTallies(api.db), addOne(), addOne()]);
    }
    await addUpTallies(api.db);
    expect((await admin.get('/users?limit=1')).body.total).toBe(30 + 5 * 62);
    expect(await countRows()).toBeLessThan(kinds + 260);
  });
});
