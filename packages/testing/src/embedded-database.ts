import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** Queries the embedded PostgreSQL of a running server, as its owner. */
export async function queryEmbeddedDatabase<Row extends pg.QueryResultRow>(
  dataDir: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { connection } = JSON.parse(await readFile(path.join(dataDir, 'pg.json'), 'utf8'));
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
