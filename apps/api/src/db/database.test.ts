import { createTestDatabase, type TestDatabase } from '@handover/testing/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#lib/ids.ts';
import { openDatabase, type DatabaseClient } from './client.ts';
import { migrate } from './migrate.ts';
import { appendOnlyTables, tenantTables } from './schema/database.ts';

let database: TestDatabase;
let client: DatabaseClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = openDatabase({ connectionString: database.connectionString, onError: () => undefined });
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

describe('tenant guard', () => {
  const workspaceId = newId();

  it('throws on reads, joins, updates and deletes of a tenant table that name no workspace', async () => {
    const { db } = client;
    const careless = [
      db.selectFrom('customers').select(['id', 'workspace_id']),
      db.selectFrom('users').innerJoin('notes', 'notes.author_id', 'users.id').select('users.id'),
      db.updateTable('tasks').set({ title: 'x' }).where('id', '=', workspaceId),
      db.deleteFrom('customer_tags').where('tag_id', '=', workspaceId),
      db.selectFrom('customers').select('id').orderBy('workspace_id'),
      db.updateTable('tasks').set({ workspace_id: workspaceId }).where('id', '=', workspaceId),
      db
        .selectFrom('customers')
        .innerJoin('customer_stats', 'customer_stats.workspace_id', 'customers.workspace_id')
        .select('customers.id'),
    ];
    for (const query of careless)
      await expect(query.execute()).rejects.toThrow(/does not name its workspace_id/);
    for (const statement of [
      'SELECT * FROM customers',
      'DELETE FROM notes WHERE id IS NULL',
      'SELECT 1 FROM users u JOIN tasks t ON t.created_by = u.id',
    ])
      await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(
        /does not name its workspace_id/,
      );
  });

  it('allows statements that filter by workspace, and those on installation tables', async () => {
    const { db } = client;
    await db.selectFrom('customers').select('id').where('workspace_id', '=', workspaceId).execute();
    await db
      .selectFrom('customers')
      .select('id')
      .where(sql<boolean>`customers.workspace_id = ${workspaceId}`)
      .execute();
    expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
  });

  it('covers every table that has a workspace_id as part of its key', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_index i
      JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
      WHERE i.indisprimary AND a.attname = 'workspace_id' AND c.relname <> 'memberships'`.execute(client.db);
    expect(rows.map((row) => row.name).toSorted()).toEqual(Object.keys(tenantTables).toSorted());
  });
});

describe('the app’s database role', () => {
  it('is not a superuser, cannot run DDL, and can only insert into append-only tables', async () => {
    const { rows } = await sql<{
      is_super: boolean;
    }>`SELECT rolsuper AS is_super FROM pg_roles WHERE rolname = current_user`.execute(client.db);
    expect(rows).toEqual([{ is_super: false }]);
    await expect(sql`CREATE TABLE extra ()`.execute(client.db)).rejects.toThrow(/permission denied/);
    for (const table of appendOnlyTables)
      await expect(client.pool.query(`DELETE FROM ${table}`), table).rejects.toThrow(/permission denied/);
  });
});

describe('migrations', () => {
  it('run again without effect, and by two servers at once', async () => {
    await Promise.all([migrate(database), migrate(database)]);
    const { rows } = await sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM kysely_migration`.execute(client.db);
    expect(rows[0]?.count).toBeGreaterThan(2);
  });
});
