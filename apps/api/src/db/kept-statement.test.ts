import { recordStatements } from '#test/statement-recorder.ts';
import { createTestDatabase, type TestDatabase } from '@handover/testing/database.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { appRole, openDatabase, type DatabaseClient, type Db } from './client.ts';
import { prepareLookup, prepareStatement, prepareUnawaited } from './kept-statement.ts';

let database: TestDatabase;
let client: DatabaseClient;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = openDatabase({ connectionString: database.connectionString, onError: () => undefined });
  owner = new pg.Client({ connectionString: database.connectionString });
  await owner.connect();
  await owner.query(
    `CREATE TABLE kept (key text PRIMARY KEY, value text); GRANT SELECT, INSERT ON kept TO ${appRole}`,
  );
});
afterEach(() => owner.query('TRUNCATE kept'));
afterAll(async () => {
  await owner.end();
  await client.close();
  await database.drop();
});

const find = prepareLookup(
  (_db, by: { key: string }) => sql<{ value: string }>`SELECT value FROM kept WHERE key = ${by.key}`,
);
const add = prepareUnawaited(
  (_db, row: { key: string; value: string }) => sql`INSERT INTO kept VALUES (${row.key}, ${row.value})`,
);
const processId = prepareLookup(
  (_db, { seconds }: { seconds: number }) =>
    sql<{ pid: number }>`SELECT pg_backend_pid() AS pid FROM pg_sleep(${seconds})`,
);
const divide = prepareLookup(
  (_db, by: { number: number }) => sql<{ result: number }>`SELECT 10 / ${by.number}::int AS result`,
);

async function stored(): Promise<string[]> {
  const { rows } = await owner.query<{ key: string }>('SELECT key FROM kept ORDER BY key');
  return rows.map(({ key }) => key);
}

describe('a kept statement', () => {
  const kept = (db: Db) => sql<{ name: string }>`SELECT name FROM pg_prepared_statements`.execute(db);

  it('stays prepared on its connection, gives what changed since, and outlives a new column', async () => {
    await client.db.connection().execute(async (db) => {
      expect((await kept(db)).rows).toEqual([]);
      expect(await find(db, { key: 'a' })).toEqual([]);
      await owner.query(`INSERT INTO kept VALUES ('a', 'one'), ('b', 'two')`);
      expect(await find(db, { key: 'a' })).toEqual([{ value: 'one' }]);
      await owner.query('ALTER TABLE kept ADD COLUMN more int DEFAULT 3; ANALYZE kept');
      expect(await find(db, { key: 'b' })).toEqual([{ value: 'two' }]);
      expect((await kept(db)).rows).toHaveLength(1);
    });
  });

  it('is built anew for another shape only', async () => {
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

  it('shares a connection with others at the same time, and fails alone', async () => {
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

  it('leaves a connection that was lost, and comes back on another', async () => {
    const both = Promise.allSettled([
      processId(client.db, { seconds: 30 }),
      divide(client.db, { number: 5 }),
    ]);
    await expect.poll(async () => endSleeping(owner)).toBe(1);
    expect(await both).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(await divide(client.db, { number: 2 })).toEqual([{ result: 5 }]);
  });

  it('keeps to the connection of its transaction', async () => {
    await client.db.transaction().execute(async (tx) => {
      await sql`INSERT INTO kept VALUES ('own', 'unseen')`.execute(tx);
      expect(await find(tx, { key: 'own' })).toEqual([{ value: 'unseen' }]);
      expect(await find(client.db, { key: 'own' })).toEqual([]);
    });
  });
});

describe('a statement that nobody waits for', () => {
  it('is there when its transaction has committed', async () => {
    await client.db.transaction().execute(async (tx) => {
      await add(tx, { key: 'a', value: 'one' });
      expect(await find(tx, { key: 'a' })).toEqual([{ value: 'one' }]);
      await add(tx, { key: 'b', value: 'two' });
    });
    expect(await stored()).toEqual(['a', 'b']);
  });

  it('fails the commit with its own reason, and nothing is stored', async () => {
    const committing = client.db.transaction().execute(async (tx) => {
      await add(tx, { key: 'a', value: 'one' });
      await add(tx, { key: 'a', value: 'again' });
      await add(tx, { key: 'b', value: 'two' });
    });
    await expect(committing).rejects.toMatchObject({ code: '23505' });
    expect(await stored()).toEqual([]);
  });

  it('fails what comes next with its own reason, and the connection stays good', async () => {
    const acting = client.db.transaction().execute(async (tx) => {
      await add(tx, { key: 'a', value: 'one' });
      await add(tx, { key: 'a', value: 'again' });
      await find(tx, { key: 'a' });
    });
    await expect(acting).rejects.toMatchObject({ code: '23505' });
    expect(await stored()).toEqual([]);
    for (let turn = 0; turn < 3; turn += 1)
      await client.db.transaction().execute((tx) => add(tx, { key: String(turn), value: 'fine' }));
    expect(await stored()).toEqual(['0', '1', '2']);
  });

  it('goes with its transaction when that is given up', async () => {
    const acting = client.db.transaction().execute(async (tx) => {
      await add(tx, { key: 'a', value: 'one' });
      throw new Error('Changed my mind');
    });
    await expect(acting).rejects.toThrow('Changed my mind');
    expect(await stored()).toEqual([]);
  });

  it('is waited for outside of a transaction', async () => {
    await add(client.db, { key: 'a', value: 'one' });
    await expect(add(client.db, { key: 'a', value: 'again' })).rejects.toMatchObject({ code: '23505' });
    await client.db.connection().execute(async (db) => {
      await sql`SELECT 1`.execute(db);
      await expect(add(db, { key: 'a', value: 'again' })).rejects.toMatchObject({ code: '23505' });
    });
    expect(await stored()).toEqual(['a']);
  });
});

describe('a transaction', () => {
  const listen = (): string[] => {
    const texts: string[] = [];
    stopListening = recordStatements(({ text }) => texts.push(text.replace(/ \/\*.*/, '')));
    return texts;
  };
  let stopListening = (): void => undefined;
  afterEach(() => stopListening());

  it('opens with its first statement, and asks the database nothing without one', async () => {
    const texts = listen();
    await client.db.transaction().execute(() => Promise.resolve());
    const failing = client.db.transaction().execute(() => Promise.reject(new Error('Not that')));
    await expect(failing).rejects.toThrow('Not that');
    expect(texts).toEqual([]);
    await client.db.transaction().execute((tx) => find(tx, { key: 'a' }));
    expect(texts).toEqual(['begin', 'SELECT value FROM kept WHERE key = $1', 'commit']);
  });

  it('that cannot be opened leaves its first statement undone', async () => {
    await client.db.connection().execute(async (db) => {
      await sql`start transaction isolation level nonsense`.execute(db);
      await expect(add(db, { key: 'a', value: 'alone' })).resolves.toBeUndefined();
      await expect(find(db, { key: 'a' })).rejects.toMatchObject({ code: '42601' });
      await sql`rollback`.execute(db);
    });
    expect(await stored()).toEqual([]);
  });

  it('prepares after a failure what the failure kept from being prepared', async () => {
    const count = prepareStatement(
      (_db, by: { key: string }) =>
        sql<{ count: number }>`SELECT count(*)::int FROM kept WHERE key = ${by.key}`,
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
    expect(await stored()).toEqual(['b']);
  });

  it('is given up for a value that cannot be sent, and the connection stays good', async () => {
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
          .catch((error: unknown) => expect(error).toMatchObject({ message: /circular/ }));
    });
    expect(await stored()).toEqual(['a', 'b']);
  });
});

/** Ends the connections that sleep; returns how many there were. */
async function endSleeping(by: pg.Client): Promise<number> {
  const { rowCount } = await by.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`,
  );
  return rowCount ?? 0;
}
