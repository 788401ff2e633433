import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { openStorage } from '#adapters/storage/open-storage.ts';
import type { Storage } from '#adapters/storage/storage.ts';
import { migrate, migrateTo } from '#db/migrate.ts';
import { migrations } from '#db/migrations/all.ts';
import { findRestoreMark, type RestoreMark } from '#db/restore-mark.queries.ts';
import type { Config } from '#lib/config.ts';
import type { Keyring } from '#lib/keyring.ts';
import { recordRestore } from './record-restore.queries.ts';
import type { Manifest } from '#platform/backup/manifest.ts';
import { ArchiveError, readArchive } from '#platform/backup/read-archive.ts';
import {
  beginMark,
  emptyTables,
  fillJobs,
  fillTable,
  hasTables,
  listApplied,
  lockForRestore,
  relaxTables,
  setPhase,
} from './fill.queries.ts';
import { renewKey, type Lost } from './renew-key.ts';
import { analyze, endAccess, endTrials, holdWhatLeaves, readFingerprint } from './settle.queries.ts';

/** The target is not fit to be restored into; the message says why. Nothing was changed. */
export class RestoreRefusedError extends Error {
  override readonly name = 'RestoreRefusedError';
}

export type Archive = { readonly file: string; readonly manifest: Manifest };

type Target = {
  readonly connectionString: string;
  readonly config: Pick<Config, 's3' | 'dataDir'>;
  readonly keyring: Keyring;
  readonly now: Date;
  log(line: string): void;
};

export type Restored = {
  readonly uncertainMails: number;
  /** Null when the key is the one the backup was sealed with. */
  readonly lost: Lost | null;
};

/** Checks an archive from end to end, before anything is written. Throws `ArchiveError`. */
export async function checkArchive(file: string): Promise<Archive> {
  const manifest = await readArchive(file, { about: ({ migrations: made }) => refuseUnknownFields(made) });
  return { file, manifest };
}

/** Migrations run forward only, from any of their beginnings. */
function refuseUnknownFields(made: readonly string[]): void {
  const known = Object.keys(migrations).sort();
  if (made.every((name, index) => name === known[index])) return;
  throw new ArchiveError(
    `This backup was made by another version of Handover, whose database this one does not know (${made.at(-1) ?? ''}). Restore it with the version that made it, or a later one.`,
  );
}

/**
 * Fills an empty database and file store from an archive and brings it to this version. Begun again after
 * an interruption it goes on. The mark stays until the caller has queued the jobs. Throws
 * `RestoreRefusedError`, `ArchiveError`.
 */
export async function restoreBackup(target: Target, archive: Archive): Promise<Restored> {
  const client = await connect(target.connectionString);
  try {
    if (!(await lockForRestore(client)))
      throw new RestoreRefusedError('Another restore works on this database already.');
    const name = hashOf(archive.manifest);
    const mark = await prepare(client, { archive: name, config: target.config });
    const storage = openStorage(target.config, target.keyring.fingerprint);
    await storage.check();
    if (mark === null || mark.phase === 'begun') await fill(client, { target, archive, storage });
    target.log('Bringing it to this version');
    await migrate(target);
    if (mark?.phase === 'settled') return { uncertainMails: 0, lost: null };
    return await settle(client, { target, archive });
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
      throw new RestoreRefusedError(
        `There are files below ${config.dataDir} already. A backup is restored into an empty data folder only; nothing was changed.`,
      );
    if (await hasTables(client))
      throw new RestoreRefusedError(
        'This database is not empty. A backup is restored into an empty data folder or database only; nothing was changed.',
      );
    await beginMark(client, archive);
  } else if (mark.archive !== archive) {
    throw new RestoreRefusedError(
      'A restore of another backup into this database was interrupted. Restore that one again, or take another, empty database.',
    );
  }
  return mark;
}

/** A bucket may be the one that the installation had before: what it holds is named by its bytes. */
async function hasFiles({ s3, dataDir }: Target['config']): Promise<boolean> {
  if (s3 !== undefined) return false;
  const found = await readdir(join(dataDir, 'files', 'objects')).catch(() => []);
  return found.length > 0;
}

type Filling = { readonly target: Target; readonly archive: Archive; readonly storage: Storage };

/** Everything is there at the end of the transaction, or nothing but files that nothing names. */
async function fill(client: pg.Client, filling: Filling): Promise<void> {
  const { target, archive } = filling;
  const { migrations: made, tables } = archive.manifest;
  const last = made.at(-1) ?? '';
  if ((await listApplied(client)).length < made.length) {
    target.log(`Making the tables of ${archive.manifest.version}`);
    await migrateTo(last, target);
  }
  const names = tables.map(({ name }) => name);
  await client.query('BEGIN');
  const restoreValues = await relaxTables(client, names);
  await emptyTables(client, names);
  await takeContents(client, filling);
  target.log('Checking how the records hang together');
  await restoreValues();
  await setPhase(client, 'filled');
  await client.query('COMMIT');
}

async function takeContents(client: pg.Client, { target, archive, storage }: Filling): Promise<void> {
  const { tables, jobs, files } = archive.manifest;
  const byName = new Map(tables.map((table) => [table.name, table]));
  const lost = new Set(files.lost);
  let stored = 0;
  await readArchive(archive.file, {
    table: async (name, bytes) => {
      const table = byName.get(name);
      if (table === undefined) throw new ArchiveError(`The archive is damaged: nothing is known of ${name}`);
      refuseLoss(name, { expected: table.rows, found: await fillTable(client, table, bytes) });
    },
    jobs: async (bytes) => refuseLoss('jobs', { expected: jobs.rows, found: await fillJobs(client, bytes) }),
    file: async (sha256, { sizeBytes, bytes }) => {
      if (lost.has(sha256)) return;
      const object = await storage.write(Readable.from(bytes, { objectMode: false }), {
        maxBytes: sizeBytes,
      });
      if (object.sha256 !== sha256)
        throw new ArchiveError(`The archive is damaged: a file in it is not what it was`);
      stored += 1;
      if (stored % 1_000 === 0) target.log(`${String(stored)} of ${String(files.count)} files`);
    },
  });
}

function refuseLoss(name: string, { expected, found }: { expected: number; found: number }): void {
  if (found === expected) return;
  throw new ArchiveError(`${name} has ${String(found)} rows instead of ${String(expected)}`);
}

/** One transaction, so that it happens once however often a restore is begun again. */
async function settle(
  client: pg.Client,
  { target: { keyring, now }, archive: { manifest } }: { target: Target; archive: Archive },
): Promise<Restored> {
  await client.query('BEGIN');
  const isSameKey = (await readFingerprint(client)) === keyring.fingerprint;
  const lost = isSameKey ? null : await renewKey(client, { keyring, now });
  await endAccess(client, now);
  const uncertainMails = await holdWhatLeaves(client, now);
  await endTrials(client, now);
  await recordRestore(client, { madeAt: manifest.madeAt, now });
  await setPhase(client, 'settled');
  await client.query('COMMIT');
  await analyze(client);
  return { uncertainMails, lost };
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'handover-restore',
    options:
      '-c timezone=UTC -c datestyle=ISO,YMD -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
  // A lost connection is also reported by the statement under way.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function hashOf(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
}
