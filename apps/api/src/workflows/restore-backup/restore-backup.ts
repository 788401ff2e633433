import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openObjectStore } from '#adapters/storage/open-object-store.ts';
import type { ObjectStore } from '#adapters/storage/object-store.ts';
import { migrate, migrateTo, migrationNames } from '#db/migrate.ts';
import { findRestoreMark, type RestoreMark } from '#db/restore-mark.queries.ts';
import type { Config } from '#lib/config.ts';
import type { Keyring } from '#lib/keyring.ts';
import {
  type AccessCounts,
  analyze,
  countAccess,
  startMark,
  emptyTables,
  endAccess,
  endTrials,
  fillJobs,
  fillTable,
  hasTables,
  pauseDeliveries,
  type RecordAction,
  listApplied,
  lockForRestore,
  readFingerprint,
  recordRestore,
  relaxTables,
  setPhase,
} from './restore-backup.queries.ts';
import { getSealFile, setSealCopiesAside } from '#platform/audit/seal-copies.ts';
import type { Manifest } from '#platform/backup/manifest.ts';
import { ArchiveError, readArchive } from '#platform/backup/read-archive.ts';
import type { RecordDescriptor } from '#platform/records/record.ts';
import { ifMissing } from '#lib/error-codes.ts';
import { type LostSecrets, renewKey } from './finish-restore.ts';

/** The target cannot be restored into; the message gives the reason. Nothing was changed. */
export class RestoreBlockedError extends Error {
  override readonly name = 'RestoreBlockedError';
}

export type Archive = { readonly file: string; readonly manifest: Manifest };

type Target = {
  readonly connectionString: string;
  readonly config: Pick<Config, 's3' | 'dataDir'>;
  readonly keyring: Keyring;
  readonly now: Date;
  readonly records: readonly RecordDescriptor[];
  log(line: string): void;
};

export type RestoreResult = {
  readonly uncertainMails: number;
  readonly access: AccessCounts;
  /** Null if the secret key matches the backup's. */
  readonly lost: LostSecrets | null;
};

/** Verifies a whole archive before anything is written. Throws `ArchiveError`. */
export async function checkArchive(file: string): Promise<Archive> {
  const manifest = await readArchive(file, { about: ({ migrations: made }) => assertKnownFields(made) });
  return { file, manifest };
}

/** Migrations are forward-only, so the archive's migrations must be a prefix of ours. */
function assertKnownFields(made: readonly string[]): void {
  if (made.every((name, index) => name === migrationNames[index])) return;
  throw new ArchiveError(
    `This backup was created by another version of Handover, with a database this version does not recognize (${made.at(-1) ?? ''}). Restore it with the version that created it, or a later one.`,
  );
}

/**
 * Fills an empty database and file store from an archive and migrates them to this version. Resumes after an
 * interruption. The mark is kept until the caller has queued the jobs. Throws `RestoreBlockedError`, `ArchiveError`.
 */
export async function restoreBackup(target: Target, archive: Archive): Promise<RestoreResult> {
  const client = await connect(target.connectionString);
  try {
    if (!(await lockForRestore(client)))
      throw new RestoreBlockedError('Another restore of this database is already running.');
    const name = hashManifest(archive.manifest);
    const mark = await prepare(client, { archive: name, config: target.config });
    const objects = await openObjectStore(target.config, target.keyring.fingerprint);
    await objects.check();
    if (mark === null || mark.phase === 'begun') await fill(client, { target, archive, objects });
    target.log('Migrating to this version');
    await migrate(target);
    const prepared =
      mark?.phase === 'ready'
        ? { uncertainMails: 0, lost: null }
        : await prepareRestored(client, { target, archive });
    return { ...prepared, access: await countAccess(client, target.now) };
  } finally {
    await client.end();
  }
}

async function prepare(
  client: pg.Client,
  { archive, config }: { archive: string; config: Target['config'] },
): Promise<RestoreMark | null> {
  const mark = await findRestoreMark(client);
  if (mark === null) {
    if (await hasFiles(config))
      throw new RestoreBlockedError(
        `There are already files in ${config.dataDir}. A backup can only be restored into an empty data folder; nothing was changed.`,
      );
    if (await hasTables(client))
      throw new RestoreBlockedError(
        'This database is not empty. A backup can only be restored into an empty data folder or database; nothing was changed.',
      );
    await startMark(client, archive);
  } else if (mark.archive !== archive) {
    throw new RestoreBlockedError(
      'A restore of another backup into this database was interrupted. Continue that one, or use another, empty database.',
    );
  }
  return mark;
}

/** The installation's previous bucket may be reused, since its objects never change. */
async function hasFiles({ s3, dataDir }: Target['config']): Promise<boolean> {
  if (s3 !== undefined) return false;
  const folders = ['objects', 'sealed'].map((name) => join(dataDir, 'files', name));
  const found = await Promise.all(folders.map((folder) => readdir(folder).catch(ifMissing([]))));
  return found.flat().length > 0;
}

type FillInput = { readonly target: Target; readonly archive: Archive; readonly objects: ObjectStore };

/** The transaction restores everything or nothing; only unreferenced files may remain. */
async function fill(client: pg.Client, filling: FillInput): Promise<void> {
  const { target, archive } = filling;
  const { migrations: made, tables } = archive.manifest;
  const last = made.at(-1) ?? '';
  if ((await listApplied(client)).length < made.length) {
    target.log(`Creating the tables of ${archive.manifest.version}`);
    await migrateTo(last, target);
  }
  const names = tables.map(({ name }) => name);
  await client.query('BEGIN');
  const restoreValues = await relaxTables(client, names);
  await emptyTables(client, names);
  await setSealCopiesAside(target.config.dataDir, target.now);
  await restoreContents(client, filling);
  target.log('Checking foreign keys');
  await restoreValues();
  await setPhase(client, 'filled');
  await client.query('COMMIT');
}

async function restoreContents(client: pg.Client, { target, archive, objects }: FillInput): Promise<void> {
  const { tables, jobs, files } = archive.manifest;
  const byName = new Map(tables.map((table) => [table.name, table]));
  const lost = new Set(files.lost);
  let stored = 0;
  await readArchive(archive.file, {
    table: async (name, bytes) => {
      const table = byName.get(name);
      if (table === undefined) throw new ArchiveError(`The archive is damaged: unknown ${name}`);
      assertNoLoss(name, { expected: table.rows, found: await fillTable(client, table, bytes) });
    },
    jobs: async (bytes) =>
      assertNoLoss('jobs', { expected: jobs.rows, found: await fillJobs(client, bytes) }),
    seals: (copies) => writeFile(getSealFile(target.config.dataDir), copies, { mode: 0o600 }),
    // The archive was checked before, and is checked again while it is read.
    file: async ({ id, name, bytes }) => {
      if (lost.has(id)) return;
      await objects.write(name, bytes);
      stored += 1;
      if (stored % 1_000 === 0) target.log(`${String(stored)} of ${String(files.count)} files`);
    },
  });
}

function assertNoLoss(name: string, { expected, found }: { expected: number; found: number }): void {
  if (found === expected) return;
  throw new ArchiveError(`${name} has ${String(found)} rows instead of ${String(expected)}`);
}

/** One transaction, so that it happens once, however often a restore is continued. */
async function prepareRestored(
  client: pg.Client,
  { target: { keyring, now, records }, archive: { manifest } }: { target: Target; archive: Archive },
): Promise<Omit<RestoreResult, 'access'>> {
  await client.query('BEGIN');
  const isSameKey = (await readFingerprint(client)) === keyring.fingerprint;
  const lost = isSameKey ? null : await renewKey(client, { keyring, now });
  await endAccess(client, now);
  const uncertainMails = await pauseDeliveries(client, { now, actions: listSpecialActions(records) });
  await endTrials(client, now);
  await recordRestore(client, { madeAt: manifest.madeAt, now });
  await setPhase(client, 'ready');
  await client.query('COMMIT');
  await analyze(client);
  return { uncertainMails, lost };
}

/** The bulk actions with effects outside the records, such as email. */
function listSpecialActions(records: readonly RecordDescriptor[]): RecordAction[] {
  return records.flatMap(({ type, bulk }) =>
    Object.keys(bulk?.special ?? {}).map((action) => ({ type, action })),
  );
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'handover-restore',
    options:
      '-c timezone=UTC -c datestyle=ISO,YMD -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
  // A lost connection is also reported by the running statement.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function hashManifest(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}
