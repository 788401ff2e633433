import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appRole } from '#db/client.ts';

export type TableToCopy = {
  readonly name: string;
  /** Those that are stored, in their order. */
  readonly columns: readonly string[];
  /** On disk, roughly. */
  readonly sizeBytes: number;
};

export type StoredFile = { readonly sha256: string; readonly sizeBytes: number };

/** The database as it stood at one moment, however long it is read and whatever is written meanwhile. */
export type Snapshot = {
  readonly migrations: readonly string[];
  readonly keyFingerprint: string;
  readonly tables: readonly TableToCopy[];
  /** The text of `COPY`, a line for each row. Close the snapshot instead of leaving a copy half read. */
  copyTable(table: TableToCopy): Readable;
  copyJobs(): Readable;
  measureFiles(): Promise<{ count: number; bytes: number }>;
  /** The next files of the store behind one of them, each once, by their hash. */
  listFiles(after: string, limit: number): Promise<StoredFile[]>;
  close(): Promise<void>;
};

/** Kept by the migrations themselves, or about archives that lie beside this database. */
const leftOut = ['kysely_migration', 'kysely_migration_lock', 'backups'];

/** Text as COPY writes it must not depend on how a server is set. */
const settings = [
  `role=${appRole}`,
  'timezone=UTC',
  'datestyle=ISO,YMD',
  'intervalstyle=postgres',
  'extra_float_digits=1',
  'bytea_output=hex',
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
];

/**
 * Opens a snapshot on a connection of its own. Its tables can be read and written meanwhile, but not
 * changed in their form. Throws when the database holds no installation.
 */
export async function openSnapshot(connectionString: string): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'handover-backup',
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  });
  // A lost connection is also reported by the statement under way.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await begin(client);
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function begin(client: pg.Client): Promise<Snapshot> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const names = await listTableNames(client);
  if (!names.includes('installation'))
    throw new Error('There is no installation of Handover in this database.');
  await client.query(
    `LOCK TABLE ${names.map((name) => `public.${quoted(name)}`).join(', ')} IN ACCESS SHARE MODE`,
  );
  const tables = await describeTables(client);
  const holders = await listFileHolders(client);
  const stored = holders
    .map((name) => `SELECT sha256, size_bytes FROM public.${quoted(name)}`)
    .join(' UNION ALL ');
  return {
    migrations: await listMigrations(client),
    keyFingerprint: await readFingerprint(client),
    tables,
    copyTable: ({ name, columns }) =>
      client.query(copyTo(`COPY public.${quoted(name)} (${columns.map(quoted).join(', ')}) TO STDOUT`)),
    copyJobs: () =>
      client.query(
        copyTo(
          `COPY (SELECT name, data, start_after, singleton_key FROM pgboss.job WHERE state IN ('created', 'retry', 'active') ORDER BY created_on, id) TO STDOUT`,
        ),
      ),
    measureFiles: async () => {
      const { rows } = await client.query<{ count: number; bytes: number }>(
        `SELECT count(*)::float8 AS count, coalesce(sum(size_bytes), 0)::float8 AS bytes
         FROM (SELECT DISTINCT sha256, size_bytes FROM (${stored}) AS stored) AS objects`,
      );
      return rows[0] ?? { count: 0, bytes: 0 };
    },
    listFiles: async (after, limit) => {
      const { rows } = await client.query<StoredFile>(
        `SELECT sha256, max(size_bytes)::float8 AS "sizeBytes" FROM (${stored}) AS stored
         WHERE sha256 > $1 GROUP BY sha256 ORDER BY sha256 LIMIT $2`,
        [after, limit],
      );
      return rows;
    },
    close: () => client.end(),
  };
}

/** Partitions and what extensions made are none of ours. */
async function listTableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

async function describeTables(client: pg.Client): Promise<TableToCopy[]> {
  const { rows } = await client.query<TableToCopy>(
    `SELECT relname AS name, pg_relation_size(pg_class.oid)::float8 AS "sizeBytes",
       array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1)
     GROUP BY pg_class.oid, relname ORDER BY relname`,
    [leftOut],
  );
  return rows;
}

/** The tables that name objects of the file store. */
async function listFileHolders(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND (SELECT count(*) FROM pg_attribute WHERE attrelid = pg_class.oid AND attname IN ('sha256', 'size_bytes') AND NOT attisdropped) = 2
     ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
  return rows.map(({ name }) => name);
}

async function readFingerprint(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ key_fingerprint: string }>(
    'SELECT key_fingerprint FROM installation',
  );
  const [row] = rows;
  if (row === undefined)
    throw new Error('This installation was never started, so there is nothing to back up.');
  return row.key_fingerprint;
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}
