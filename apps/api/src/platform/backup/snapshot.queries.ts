import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { objectNames } from '#adapters/storage/object-store.ts';
import { appRole } from '#db/client.ts';
import { freezeSealCopies } from '#platform/audit/seal-copies.ts';
import { getSealedSize } from '#platform/files/store/sealed-bytes.ts';
import { removalLock } from '#platform/files/store/garbage.queries.ts';

export type TableToCopy = {
  readonly name: string;
  /** Stored columns in order. */
  readonly columns: readonly string[];
  /** Approximate size on disk. */
  readonly sizeBytes: number;
};

/** An object as it is in the file store: encrypted, or a plain file from before encryption. */
export type StoredItem = {
  /** The object’s ID, or a plain file’s hash. */
  readonly id: string;
  /** Hash of the stored bytes. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** In the file store. */
  readonly name: string;
};

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
  /** All stored objects, each once, in batches. */
  listFiles(batchSize: number): AsyncGenerator<StoredItem[]>;
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
 * Opens a snapshot on a separate connection. Others can read and write tables, but not alter them. Throws when the
 * database has no installation.
 */
export async function openSnapshot(connectionString: string, dataDir: string): Promise<Snapshot> {
  // Copied before the snapshot, which therefore contains all of these seals.
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
    // Until the connection ends, no object is removed from the store.
    await client.query(`SELECT pg_advisory_lock_shared(${removalLock})`);
    return { ...(await beginSnapshot(client)), copySeals };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function beginSnapshot(client: pg.Client): Promise<Omit<Snapshot, 'copySeals'>> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const names = await listTableNames(client);
  if (!names.includes('installation')) throw new Error('This database has no installation of Handover.');
  await client.query(
    `LOCK TABLE ${names.map((name) => `public.${quoteIdentifier(name)}`).join(', ')} IN ACCESS SHARE MODE`,
  );
  const tables = await describeTables(client);
  const files = await describeFiles(client);
  return {
    migrations: await listMigrations(client),
    keyFingerprint: await readFingerprint(client),
    tables,
    copyTable: ({ name, columns }) =>
      client.query(
        copyTo(`COPY public.${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) TO STDOUT`),
      ),
    copyJobs: () =>
      client.query(
        copyTo(
          `COPY (SELECT name, data, start_after, singleton_key FROM pgboss.job WHERE state IN ('created', 'retry', 'active') ORDER BY created_on, id) TO STDOUT`,
        ),
      ),
    ...readFiles(client, files),
    close: () => client.end(),
  };
}

type FileTables = {
  /** Statement for the hashes and sizes of plain files. */
  readonly plain: string;
  /** False in versions before encryption, which have only plain files. */
  readonly hasSealed: boolean;
};

/** Tables that refer to plain files have both columns. */
async function describeFiles(client: pg.Client): Promise<FileTables> {
  const { rows } = await client.query<{ name: string; has_object: boolean }>(
    `SELECT relname AS name, bool_or(attname = 'object_id') AS has_object
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND NOT attisdropped
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     GROUP BY relname HAVING count(*) FILTER (WHERE attname IN ('sha256', 'size_bytes')) = 2
     ORDER BY relname`,
  );
  const plain = rows.map(
    ({ name, has_object: hasObject }) =>
      `SELECT sha256, size_bytes FROM public.${quoteIdentifier(name)}${hasObject ? ' WHERE object_id IS NULL' : ''}`,
  );
  return {
    plain: plain.join(' UNION ALL '),
    hasSealed: rows.some(({ has_object: hasObject }) => hasObject),
  };
}

const sealedFiles = `SELECT id, encode(sealed_sha256, 'hex') AS sha256, object_bytes::float8 AS "sizeBytes"
  FROM public.stored_objects WHERE key_id IS NOT NULL`;

type FileRow = { readonly id: string; readonly sha256: string; readonly sizeBytes: number };

function readFiles(
  client: pg.Client,
  { plain, hasSealed }: FileTables,
): Pick<Snapshot, 'measureFiles' | 'listFiles'> {
  const list = async function* (
    statement: string,
    { first, batchSize }: { first: string; batchSize: number },
  ): AsyncGenerator<FileRow[]> {
    for (let after = first; ;) {
      const { rows } = await client.query<FileRow>(statement, [after, batchSize]);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = last.id;
    }
  };
  const plainPage = `SELECT sha256 AS id, sha256, max(size_bytes)::float8 AS "sizeBytes" FROM (${plain}) AS stored
    WHERE sha256 > $1 GROUP BY sha256 ORDER BY sha256 LIMIT $2`;
  const sealedPage = `${sealedFiles} AND id > $1 ORDER BY id LIMIT $2`;
  const firstId = '00000000-0000-0000-0000-000000000000';
  return {
    measureFiles: async () => {
      const { rows } = await client.query<{ count: number; bytes: number }>(
        `SELECT count(*)::float8 AS count, coalesce(sum("sizeBytes"), 0)::float8 AS bytes
         FROM (SELECT DISTINCT sha256, size_bytes::float8 AS "sizeBytes" FROM (${plain}) AS stored
           ${hasSealed ? `UNION ALL SELECT sha256, "sizeBytes" FROM (${sealedFiles}) AS sealed` : ''}) AS objects`,
      );
      return rows[0] ?? { count: 0, bytes: 0 };
    },
    listFiles: async function* (batchSize) {
      for await (const rows of list(plainPage, { first: '', batchSize }))
        yield rows.map((row) => ({ ...row, name: objectNames.plain(row.id) }));
      if (!hasSealed) return;
      for await (const rows of list(sealedPage, { first: firstId, batchSize }))
        yield rows.map((row) => ({
          ...row,
          sizeBytes: getSealedSize(row.sizeBytes),
          name: objectNames.sealed(row.id),
        }));
    },
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
    throw new Error('This installation was never started. Start it before making a backup.');
  return row.key_fingerprint;
}

function quoteIdentifier(name: string): string {
  return pg.escapeIdentifier(name);
}
