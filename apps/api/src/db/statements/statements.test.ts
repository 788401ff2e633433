import { recordStatements } from '#test/statement-recorder.ts';
import { createTestDatabase, type TestDatabase } from '@handover/testing/database.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { appRole, openDatabase, type DatabaseClient, type Db } from '../client.ts';
import { prepareLookup, prepareStatement, prepareUnawaited } from './prepared-statement.ts';

let database: TestDatabase;
let client: DatabaseClient;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = openDatabase({ connectionString: database.connectionString, onError: () => undefined });
  owner = new pg.Client({ connectionString: database.connectionString });
  await owner.connect();
  await owner.query(
    `CREATE TABLE items (key text PRIMARY KEY, value text); GRANT SELECT, INSERT ON items TO ${appRole}`,
  );
});
afterEach(() => owner.query('TRUNCATE items'));
afterAll(async () => {
  await owner.end();
  await client.close();
  await database.drop();
});

const find = prepareLookup(
  (_db, by: { key: string }) => sql<{ value: string }>`SELECT value FROM items WHERE key = ${by.key}`,
);
const add = prepareUnawaited(
  (_db, row: { key: string; value: string }) => sql`INSERT INTO items VALUES (${row.key}, ${row.value})`,
);
const processId = prepareLookup(
  (_db, { seconds }: { seconds: number }) =>
    sql<{ pid: number }>`SELECT pg_backend_pid() AS pid FROM pg_sleep(${seconds})`,
);
const divide = prepareLookup(
  (_db, by: { number: number }) => sql<{ result: number }>`SELECT 10 / ${by.number}::int AS result`,
);

async function listStoredStatements(): Promise<string[]> {
  const { rows } = await owner.query<{ key: string }>('SELECT key FROM items ORDER BY key');
  return rows.map(({ key }) => key);
}

describe('a prepared statement', () => {
  const listPrepared = (db: Db) =>
    sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db);

  it('stays prepared on its connection, returns later changes, and survives a new column', async () => {
    await client.db.connection().execute(async (db) => {
      expect((await listPrepared(db)).rows).toEqual([]);
      expect(await find(db, { key: 'a' })).toEqual([]);
      await owner.query(`INSERT INTO items VALUES ('a', 'one'), ('b', 'two')`);
      expect(await find(db, { key: 'a' })).toEqual([{ value: 'one' }]);
      await owner.query('ALTER TABLE items ADD COLUMN more int DEFAULT 3; ANALYZE items');
      expect(await find(db, { key: 'b' })).toEqual([{ value: 'two' }]);
      expect((await listPrepared(db)).rows).toHaveLength(1);
    });
  });

  it('is built once for each shape', async () => {
    const built: string[] = [];
    const select = prepareStatement((_db, by: { key: string }, shape: 'one' | 'other') => {
      built.push(shape);
      return sql<{ key: string }>`SELECT ${by.key} || ${shape} AS key`;
    });
    const keys = [];
    for (const shape of ['one', 'other', 'one'] as const)
      keys.push(...(await select(client.db, { key: `${String(keys.length)} ` }, shape)));
    expect(keys).toEqual([{ key: '0 one' }, { key: '1 other' }, { key: '2 one' }]);
    expect(built).toEqual(['one', 'other']);
  });

  it('shares a connection with other lookups, and its failure affects no other', async () => {
    const together = await Promise.allSettled([
      processId(client.db, { seconds: 0 }),
      divide(client.db, { number: 0 }),
      divide(client.db, { number: 5 }),
      processId(client.db, { seconds: 0 }),
    ]);
    const [first, failed, divided, last] = together;
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect(divided).toMatchObject({ value: [{ result: 2 }] });
    expect(last).toEqual(first);
  });

  it('runs on another connection after one was lost', async () => {
    const both = Promise.allSettled([
      processId(client.db, { seconds: 30 }),
      divide(client.db, { number: 5 }),
    ]);
    await expect.poll(async () => endSleeping(owner)).toBe(1);
    expect(await both).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(await divide(client.db, { number: 2 })).toEqual([{ result: 5 }]);
  });

  it('names itself in an error, as does a statement that is not prepared', async () => {
    const statement = 'SELECT 10 / $1::int AS result';
    await expect(divide(client.db, { number: 0 })).rejects.toMatchObject({ code: '22012', statement });
    await expect(divide(client.db, {} as { number: number })).rejects.toMatchObject({
      message: 'A prepared statement without a value for number',
      statement,
    });
    await expect(sql`SELECT 1 / ${0}::int`.execute(client.db)).rejects.toMatchObject({
      statement: 'SELECT 1 / $1::int',
    });
    await expect(sql`SELECT 1 / 0`.execute(client.db)).rejects.toMatchObject({ statement: 'SELECT 1 / 0' });
  });

  it('shares its text with a statement that is not prepared', async () => {
    const double = prepareStatement(
      (_db, by: { number: number }) => sql<{ result: number }>`SELECT 2 * ${by.number}::int AS result`,
    );
    const countPrepared = async (db: Db): Promise<number> =>
      (await listPrepared(db)).rows.filter(({ statement }) => statement.startsWith('SELECT 2 *')).length;
    await client.db.connection().execute(async (db) => {
      await sql`SELECT 2 * ${5}::int AS result`.execute(db);
      expect(await countPrepared(db)).toBe(0);
      expect(await double(db, { number: 5 })).toEqual([{ result: 10 }]);
      expect(await countPrepared(db)).toBe(1);
    });
  });

  it('uses the connection of its transaction', async () => {
    await client.db.transaction().execute(async (tx) => {
      await sql`INSERT INTO items VALUES ('own', 'unseen')`.execute(tx);
      expect(await find(tx, { key: 'own' })).toEqual([{ value: 'unseen' }]);
      expect(await find(client.db, { key: 'own' })).toEqual([]);
    });
  });
});

describe('an unawaited statement', () => {
  it('is stored when its transaction has committed', async () => {
    await client.db.transaction().execute(async (tx) => {
      await add(tx, { key: 'a', value: 'one' });
      expect(await find(tx, { key: 'a' })).toEqual([{ value: 'one' }]);
      await add(tx, { key: 'b', value: 'two' });
    });
    expect(await listStoredStatements()).toEqual(['a', 'b']);
  });

  it('rejects the commit with its own error, and nothing is stored', async () => {
    const committing = client.db.transaction().execute(async (tx) => {
      await add(tx, { key: 'a', value: 'one' });
      await add(tx, { key: 'a', value: 'again' });
      await add(tx, { key: 'b', value: 'two' });
    });
    await expect(committing).rejects.toMatchObject({
      code: '23505',
      statement: 'INSERT INTO items VALUES ($1, $2)',
    });
    expect(await listStoredStatements()).toEqual([]);
  });

  it('rejects the next statement with its own error, and the connection stays usable', async () => {
    const acting = client.db.transaction().execute(async (tx) => {
      await add(tx, { key: 'a', value: 'one' });
      await add(tx, { key: 'a', value: 'again' });
      await find(tx, { key: 'a' });
    });
    await expect(acting).rejects.toMatchObject({
      code: '23505',
      statement: 'INSERT INTO items VALUES ($1, $2)',
    });
    expect(await listStoredStatements()).toEqual([]);
    for (let turn = 0; turn < 3; turn += 1)
      await client.db.transaction().execute((tx) => add(tx, { key: String(turn), value: 'fine' }));
    expect(await listStoredStatements()).toEqual(['0', '1', '2']);
  });

  it('is rolled back with its transaction', async () => {
    const acting = client.db.transaction().execute(async (tx) => {
      await add(tx, { key: 'a', value: 'one' });
      throw new Error('Changed my mind');
    });
    await expect(acting).rejects.toThrow('Changed my mind');
    expect(await listStoredStatements()).toEqual([]);
  });

  it('is awaited outside of a transaction', async () => {
    await add(client.db, { key: 'a', value: 'one' });
    await expect(add(client.db, { key: 'a', value: 'again' })).rejects.toMatchObject({ code: '23505' });
    await client.db.connection().execute(async (db) => {
      await sql`SELECT 1`.execute(db);
      await expect(add(db, { key: 'a', value: 'again' })).rejects.toMatchObject({ code: '23505' });
    });
    expect(await listStoredStatements()).toEqual(['a']);
  });
});

describe('a transaction', () => {
  const listen = (): string[] => {
    const texts: string[] = [];
    stopListening = recordStatements(({ text }) => texts.push(text));
    return texts;
  };
  let stopListening = (): void => undefined;
  afterEach(() => stopListening());

  it('opens with its first statement, and sends nothing without one', async () => {
    const texts = listen();
    await client.db.transaction().execute(() => Promise.resolve());
    const failing = client.db.transaction().execute(() => Promise.reject(new Error('Not that')));
    await expect(failing).rejects.toThrow('Not that');
    expect(texts).toEqual([]);
    await client.db.transaction().execute((tx) => find(tx, { key: 'a' }));
    expect(texts).toEqual(['begin', 'SELECT value FROM items WHERE key = $1', 'commit']);
  });

  it('that cannot be opened does not execute its first statement', async () => {
    await client.db.connection().execute(async (db) => {
      await sql`start transaction isolation level nonsense`.execute(db);
      await expect(add(db, { key: 'a', value: 'alone' })).resolves.toBeUndefined();
      await expect(find(db, { key: 'a' })).rejects.toMatchObject({ code: '42601' });
      await sql`rollback`.execute(db);
    });
    expect(await listStoredStatements()).toEqual([]);
  });

  it('prepares a statement that a failure before it had skipped', async () => {
    const count = prepareStatement(
      (_db, by: { key: string }) =>
        sql<{ count: number }>`SELECT count(*)::int FROM items WHERE key = ${by.key}`,
    );
    await client.db.connection().execute(async (db) => {
      const failing = db.transaction().execute(async (tx) => {
        await sql`SELECT 1 / ${0}::int`.execute(tx).catch(() => undefined);
        await add(tx, { key: 'a', value: 'one' });
        await count(tx, { key: 'a' });
      });
      await expect(failing).rejects.toMatchObject({ code: '25P02' });
      await db.transaction().execute(async (tx) => {
        await add(tx, { key: 'b', value: 'two' });
        expect(await count(tx, { key: 'b' })).toEqual([{ count: 1 }]);
      });
    });
    expect(await listStoredStatements()).toEqual(['b']);
  });

  it('is rolled back for a value that cannot be sent, and the connection stays usable', async () => {
    const endless: { self?: unknown } = {};
    endless.self = endless;
    await client.db.connection().execute(async (db) => {
      for (const value of [endless, 'fine'] as string[])
        await db
          .transaction()
          .execute(async (tx) => {
            await add(tx, { key: 'a', value: 'one' });
            await add(tx, { key: 'b', value });
          })
          .catch((error: unknown) =>
            expect(error).toMatchObject({
              message: /circular/,
              statement: 'INSERT INTO items VALUES ($1, $2)',
            }),
          );
    });
    expect(await listStoredStatements()).toEqual(['a', 'b']);
  });
});

/** Ends the sleeping connections and returns their number. */
async function endSleeping(by: pg.Client): Promise<number> {
  const { rowCount } = await by.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`,
  );
  return rowCount ?? 0;
}
