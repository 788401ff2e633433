import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { restoreSchema, type RestorePhase } from '#db/restore-mark.queries.ts';

/** One restore at a time works on a database; false when another one does. */
export async function lockForRestore(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock(4711, 3) AS got');
  return rows[0]?.got === true;
}

/** Whether anything of ours, or of anybody, stands in the database. */
export async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has_tables: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm')
       AND relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_' OR nspname IN ('information_schema', '${restoreSchema}'))) AS has_tables`,
  );
  return rows[0]?.has_tables === true;
}

/** Marks the database as one that is being filled from an archive, told by the hash of its manifest. */
export async function beginMark(client: pg.Client, archive: string): Promise<void> {
  await client.query(`
    BEGIN;
    CREATE SCHEMA ${restoreSchema};
    CREATE TABLE ${restoreSchema}.mark (archive text NOT NULL, phase text NOT NULL);
    CREATE TABLE ${restoreSchema}.jobs (name text NOT NULL, data jsonb, start_after timestamptz, singleton_key text);
    INSERT INTO ${restoreSchema}.mark (archive, phase) VALUES (${pg.escapeLiteral(archive)}, 'begun');
    COMMIT`);
}

export async function setPhase(client: pg.Client, phase: RestorePhase): Promise<void> {
  await client.query(`UPDATE ${restoreSchema}.mark SET phase = $1`, [phase]);
}

export async function endMark(client: pg.Client): Promise<void> {
  await client.query(`DROP SCHEMA ${restoreSchema} CASCADE`);
}

export async function listApplied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `SELECT to_regclass('public.kysely_migration') IS NOT NULL AS is_there`,
  );
  if (rows[0]?.is_there !== true) return [];
  const applied = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
  return applied.rows.map(({ name }) => name);
}

type ForeignKey = { readonly table_name: string; readonly name: string; readonly definition: string };

/**
 * Takes foreign keys and triggers away, so that tables can be filled in any order and nothing is written
 * beside them. Returns what puts them back, which checks every row against the keys. Both belong into the
 * transaction that fills.
 */
export async function relaxTables(
  client: pg.Client,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table_name, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  for (const { table_name: table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
  for (const table of tables) await client.query(`ALTER TABLE public.${quoted(table)} DISABLE TRIGGER USER`);
  return async () => {
    for (const table of tables) await client.query(`ALTER TABLE public.${quoted(table)} ENABLE TRIGGER USER`);
    for (const { table_name: table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`);
  };
}

/** Rows that migrations wrote are in the archive as well. */
export async function emptyTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  const names = [...tables.map((table) => `public.${quoted(table)}`), `${restoreSchema}.jobs`];
  await client.query(`TRUNCATE ${names.join(', ')}`);
}

/** Returns the number of rows. */
export function fillTable(
  client: pg.Client,
  { name, columns }: { name: string; columns: readonly string[] },
  bytes: AsyncIterable<Buffer>,
): Promise<number> {
  const list = columns.map(quoted).join(', ');
  return copyIn(client, `COPY public.${quoted(name)} (${list}) FROM STDIN`, bytes);
}

/** Returns the number of jobs. */
export function fillJobs(client: pg.Client, bytes: AsyncIterable<Buffer>): Promise<number> {
  return copyIn(
    client,
    `COPY ${restoreSchema}.jobs (name, data, start_after, singleton_key) FROM STDIN`,
    bytes,
  );
}

export type RetainedJob = {
  readonly name: string;
  readonly data: Record<string, unknown>;
  readonly start_after: Date;
  readonly singleton_key: string | null;
};

export async function listRetainedJobs(client: pg.Client, queues: readonly string[]): Promise<RetainedJob[]> {
  const { rows } = await client.query<RetainedJob>(
    `SELECT name, data, start_after, singleton_key FROM ${restoreSchema}.jobs
     WHERE name = ANY ($1) AND jsonb_typeof(data) = 'object' ORDER BY start_after`,
    [queues],
  );
  return rows;
}

/** Returns the number of rows. Throws what the source throws, and then nothing was copied. */
async function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  const copying = client.query(copyFrom(statement));
  await pipeline(Readable.from(source, { objectMode: false }), copying);
  return copying.rowCount;
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}
