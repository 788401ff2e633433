import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';

async function countTables(connectionString: string): Promise<number> {
  const client = new pg.Client(connectionString);
  await client.connect();
  const counted = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  );
  await client.end();
  return counted.rows[0]?.count ?? 0;
}

describe('createTestDatabase', () => {
  it('gives migrated databases that do not share what is written', async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const tables = await countTables(first.connectionString);
    expect(tables).toBeGreaterThan(0);
    const client = new pg.Client(first.connection);
    await client.connect();
    await client.query('CREATE TABLE only_here ()');
    await client.end();
    expect(await countTables(first.connectionString)).toBe(tables + 1);
    expect(await countTables(second.connectionString)).toBe(tables);
    await Promise.all([first.drop(), second.drop()]);
  });

  it('drops a database that is still in use', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client(database.connectionString);
    client.on('error', () => undefined);
    await client.connect();
    await database.drop();
    await expect(countTables(database.connectionString)).rejects.toThrow(/does not exist/);
    await client.end().catch(() => undefined);
  });
});
