import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appRole } from '#db/client.ts';
import { freezeSealCopies } from '#platform/audit/seal-copies.ts';

export type TableToCopy = {
  readonly name: string;
  /** Stored columns in order. */
  readonly columns: readonly string[];
  /** Approximate size on disk. */
  readonly sizeBytes: number;
};

export type StoredFile = { readonly sha256: string; readonly sizeBytes: number };

/** A consistent view of the database while writes continue. */
export type Snapshot = {
  readonly migrations: readonly string[];
  readonly keyFingerprint: string;
  readonly tables: readonly TableToCopy[];
  /** The text of `COPY`, a line for each row. Close the snapshot instead of leaving a copy half read. */
  copyTable(table: TableToCopy): Readable;
  copyJobs(): Readable;
  /** The copies of the audit log's seals that this server had made before; null without any. */
  readonly copySeals: (() => Readable) | null;
  measureFiles(): Promise<{ count: number; bytes: number }>;
  /** The next stored files after a hash, each once, in order of hash. */
  listFiles(after: string, limit: number): Promise<StoredFile[]>;
  close(): Promise<void>;
};

/** Maintained by migrations, or about archives on this server. */
const leftOut = ['kysely_migration', 'kysely_migration_lock', 'backups'];

/** Fixes settings that affect the text written by COPY. */
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
 * Opens a snapshot on a separate connection. Others can read and write tables, but not alter them. Throws
 * when
 * the database has no installation.
 */
export async function openSnapshot(connectionString: string, dataDir: string): Promise<Snapshot> {
  // Before the snapshot, which then has each of their seals.
  const copySeals = await freezeSealCopies(dataDir);
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'handover-backup',
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  });
  // A lost connection is also reported by the running statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return { ...(await begin(client)), copySeals };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function begin(client: pg.Client): Promise<Omit<Snapshot, 'copySeals'>> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const names = await listTableNames(client);
  if (!names.includes('installation')) throw new Error('This database has no installation of Handover.');
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

/** Excludes partitions and tables of extensions. */
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

/** Tables that refer to stored files. */
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
