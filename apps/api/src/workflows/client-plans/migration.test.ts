import { createTestDatabase, type TestDatabase } from '@handover/testing/database.ts';
import pg from 'pg';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { up } from '../../db/migrations/0260-client-plans.ts';

let database: TestDatabase;
let pool: pg.Pool;
let owner: Kysely<unknown>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.connectionString });
  owner = new Kysely({ dialect: new PostgresDialect({ pool }) });
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

it('makes a plan of each name that customers have, without a price and not public, and one spelling of several', async () => {
  // As the release before left it.
  await pool.query('DROP FUNCTION known_plan; DROP TABLE client_plan_names; DROP TABLE client_plans');
  const workspace = async (name: string, isSample: boolean): Promise<string> =>
    (
      await pool.query<{ id: string }>(
        `INSERT INTO workspaces (id, name, plan, time_zone, currency, staff_access, is_sample, created_at) VALUES (gen_random_uuid(), $1, 'Pro', 'UTC', 'CAD', '{}', $2, now()) RETURNING id`,
        [name, isSample],
      )
    ).rows[0]?.id ?? '';
  const [real, sample] = [await workspace('Real', false), await workspace('Sample', true)];
  const customers: [string, string | null][] = [
    [real, 'Gold'],
    [real, 'Gold'],
    [real, 'gold'],
    [real, 'Basic'],
    [real, null],
    [sample, 'Basic'],
    [sample, 'Exit'],
  ];
  for (const [workspaceId, planName] of customers)
    await pool.query(
      `INSERT INTO customers (workspace_id, id, name, name_sort, company_sort, account_type, is_verified, plan_name, joining_date, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 'A', 'a', '', 'Individual', false, $2, '2026-01-01', now(), now())`,
      [workspaceId, planName],
    );
  await up(owner);
  const { rows } = await pool.query(
    'SELECT name, price_cents, currency, is_public, is_sample, position FROM client_plans ORDER BY position',
  );
  const plan = { price_cents: null, currency: 'CAD', is_public: false, is_sample: false };
  expect(rows).toEqual([
    { ...plan, name: 'Gold', position: 0 },
    { ...plan, name: 'Basic', position: 1 },
    { ...plan, name: 'Exit', position: 2, is_sample: true },
  ]);
  const left = await pool.query(
    'SELECT FROM customers WHERE plan_name IS NOT NULL AND plan_name NOT IN (SELECT name FROM client_plans)',
  );
  expect(left.rowCount).toBe(0);
});
