import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { startApi, type TestApi } from '#test/harness.ts';

let api: TestApi;
let client: pg.Client;
beforeAll(async () => {
  api = await startApi();
  client = new pg.Client(api.connectionString);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api.close();
});

const text = fc.oneof(
  fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\u0000', '')),
  fc.constantFrom('', 'NULL', 'null', 'a,b', '{}', '"', '\\', ' a', '[0:1]={a}'),
  fc.stringMatching(/^[a-z0-9@.-]*$/),
);
const uuid = fc.uuid();

it.each([
  ['text', fc.array(fc.option(text), { maxLength: 8 })],
  ['int4', fc.array(fc.option(fc.integer()), { maxLength: 8 })],
  ['uuid', fc.array(fc.option(uuid), { maxLength: 8 })],
  ['text', fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 })],
] as const)('an array of %s is what was stored', async (type, arrays) => {
  await fc.assert(
    fc.asyncProperty(arrays, async (entries) => {
      const { rows } = await client.query(`SELECT $1::${type}[] AS entries`, [entries]);
      expect(rows).toEqual([{ entries }]);
    }),
  );
});
