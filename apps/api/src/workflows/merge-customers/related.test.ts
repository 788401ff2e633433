import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '#test/harness.ts';
import { addRelatedRecords, makeShared, createMergeFixture } from '#test/merge-fixture.ts';
import { listJobs } from '#registry.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.booted.jobs.start(listJobs(api.booted.platform));
});
afterAll(() => api.close());

/** Columns that refer to a customer and that a merge does not change, each with its reason. */
const staying: Readonly<Record<string, string>> = {
  'customers.merged_into': 'is written by the merge itself',
  'merges.survivor_id': 'is the record of merges',
  'merges.merged_id': 'is the record of merges',
  'customer_contact_points.customer_id': 'a value of the record: the survivor gets those it does not have',
  'customer_stats.customer_id': 'derived: counted again for the survivor',
  'duplicate_checks.customer_id': 'found again in the background',
  'duplicate_pairs.low_id': 'found again in the background',
  'duplicate_pairs.high_id': 'found again in the background',
  'duplicate_dismissals.low_id': 'a judgment on that record: the survivor gets the same',
  'duplicate_dismissals.high_id': 'a judgment on that record: the survivor gets the same',
  'email_drafts.customer_id': 'each is its writer’s alone: read through the survivor while it waits',
};

type Place = { table: string; column: string };

/** Every column that refers to customers, by a foreign key or by its name. */
async function listCustomerReferences(): Promise<Place[]> {
  const { rows } = await sql<Place>`
    SELECT relname AS table, attname AS column
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND (
      (atttypid IN ('uuid'::regtype, 'uuid[]'::regtype) AND attname LIKE '%customer%')
      OR (attname <> 'workspace_id' AND EXISTS (
        SELECT FROM pg_constraint WHERE contype = 'f' AND confrelid = 'customers'::regclass AND conrelid = pg_class.oid AND attnum = ANY(conkey))))
    ORDER BY 1, 2`.execute(api.db);
  return rows;
}

it('moves every reference to a customer in the database, except for listed columns', async () => {
  const fixture = await createMergeFixture(api);
  const shared = await makeShared(fixture);
  const [survivor, other] = [
    await addRelatedRecords(fixture, { name: 'Ann', shared, entries: 1 }),
    await addRelatedRecords(fixture, { name: 'Anne', shared, entries: 1 }),
  ];
  const references = await listCustomerReferences();
  const names = references.map(({ table, column }) => `${table}.${column}`);
  expect(Object.keys(staying).filter((name) => !names.includes(name))).toEqual([]);

  const moving = references.filter(({ table, column }) => staying[`${table}.${column}`] === undefined);
  const naming = async (id: string): Promise<string[]> => {
    const found: string[] = [];
    for (const { table, column } of moving) {
      const { rows } = await sql`
        SELECT FROM ${sql.table(table)} WHERE workspace_id = ${fixture.workspaceId} AND ${sql.ref(column)} = ${id} LIMIT 1`.execute(
        api.db,
      );
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found;
  };
  const all = moving.map(({ table, column }) => `${table}.${column}`);
  expect(await naming(other)).toEqual(all);
  await fixture.merge(survivor, other);
  expect(await naming(other)).toEqual([]);
  expect(await naming(survivor)).toEqual(all);
});
