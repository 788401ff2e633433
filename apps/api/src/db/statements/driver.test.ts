import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createTestDatabase, type TestDatabase } from '@handover/testing/database.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * `batch.ts` subclasses the driver's query and calls methods that its types leave out. After an update of pg, read its
 * `lib/query.js` and `lib/client.js`, run the tests of this folder and `npm run bench`, and then change the version.
 */
const reviewedVersion = '8.23.1';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the driver', () => {
  it('has the version with the reviewed internals', () => {
    const file = createRequire(import.meta.url).resolve('pg/package.json');
    expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(reviewedVersion);
  });

  it('pg.Query still has the internal methods we rely on', () => {
    const methods = [
      'submit',
      'prepare',
      'handleRowDescription',
      'handleDataRow',
      'handleCommandComplete',
      'handleReadyForQuery',
      'handleError',
    ];
    for (const method of methods)
      expect(Reflect.get(pg.Query.prototype, method), method).toBeTypeOf('function');
  });

  it('tracks prepared statements per connection, and sends each message of a query', async () => {
    const client = new pg.Client({ connectionString: database.connectionString, pipeline: true });
    await client.connect();
    try {
      const { connection } = client;
      for (const method of ['parse', 'bind', 'describe', 'execute', 'close', 'sync'])
        expect(Reflect.get(connection, method), method).toBeTypeOf('function');
      for (const method of ['cork', 'uncork'])
        expect(Reflect.get(connection.stream, method), method).toBeTypeOf('function');
      await client.query({ name: 'one', text: 'SELECT 1', values: [] });
      expect(listNames(Reflect.get(connection, 'submittedNamedStatements'))).toEqual([]);
      expect(listNames(Reflect.get(connection, 'parsedStatements'))).toEqual(['one']);
    } finally {
      await client.end();
    }
  });

  it('hands a query the messages of the connection that executes it', async () => {
    const client = new pg.Client({ connectionString: database.connectionString, pipeline: true });
    await client.connect();
    const seen: string[] = [];
    class Watched extends pg.Query {}
    const handlers = [
      'handleRowDescription',
      'handleDataRow',
      'handleCommandComplete',
      'handleReadyForQuery',
    ];
    for (const handler of handlers) {
      const handle = Reflect.get(pg.Query.prototype, handler);
      Object.assign(Watched.prototype, {
        [handler](this: unknown, ...messages: unknown[]): unknown {
          seen.push(handler);
          return Reflect.apply(handle, this, messages);
        },
      });
    }
    try {
      await new Promise((resolve, reject) => {
        const onEnd = (error: Error | null, result: unknown): void =>
          error === null ? resolve(result) : reject(error);
        client.query(Reflect.construct(Watched, [{ text: 'SELECT $1::int', values: [1] }, onEnd]));
      });
    } finally {
      await client.end();
    }
    expect(seen).toEqual(handlers);
  });
});

function listNames(statements: unknown): string[] {
  return Object.keys(statements as object);
}
