import { formatCount } from '@handover/domain/format-count.ts';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openObjectStore } from './adapters/storage/open-object-store.ts';
import { runCommand } from './command.ts';
import { findEmbeddedPostgres } from './db/embedded/data-folder-lock.ts';
import { toConnectionString } from './db/embedded/endpoint.ts';
import { rejectIncompleteRestore } from './db/restore-mark.queries.ts';
import { loadConfig, type Config } from './lib/config.ts';
import { openExistingDatabase } from './open-database.ts';
import { explainBackupFailure, type BackupResult, makeBackup } from './platform/backup/make-backup.ts';
import { createBackupName } from './platform/backup/manifest.ts';
import { openObjectFolder } from './platform/backup/object-folder.ts';
import { sweepFolder } from './platform/backup/sweep-folder.ts';
import { openSnapshot } from './platform/backup/snapshot.queries.ts';

const usage = `
  npm run backup [-- --to FOLDER]
      writes a consistent snapshot of the database to an archive in the folder, by default "backups" in
      the data folder, and copies any stored files that earlier backups have not.
      The server can stay running. Keep the folder together; it can be copied with any tool.

  npm run backup -- --out FILE
      writes everything into one self-contained archive.

  Neither contains the secret key. Keep it separately, in two places: the files cannot be opened without it.
`;

const options = {
  out: { type: 'string' },
  to: { type: 'string' },
  help: { type: 'boolean' },
} as const;

async function main(): Promise<void> {
  const { out, to, help } = parseArgs({ options }).values;
  if (help === true) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const given = loadConfig(process.env);
  const config = { ...given, dataDir: resolve(given.dataDir) };
  const now = new Date();
  if (out !== undefined && to !== undefined) throw new Error('Use either --out or --to.');
  const from = process.env['INIT_CWD'] ?? process.cwd();
  const folder = to === undefined ? join(config.dataDir, 'backups') : resolve(from, to);
  const file = out === undefined ? join(folder, createBackupName(now)) : resolve(from, out);
  if (existsSync(file)) throw new Error(`${file} already exists. Name another file.`);
  const database = await openForReading(config);
  try {
    await rejectIncompleteRestore(database.connectionString);
    const { connectionString } = database;
    const isAlone = out !== undefined;
    printResult(file, await createBackup(config, { file, isAlone, now, connectionString }));
  } finally {
    await database.close();
  }
}

type OpenDatabase = { readonly connectionString: string; close(): Promise<void> };

/** Opens the running server's database, or starts it; never changes it. */
async function openForReading(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) {
    const running = await findEmbeddedPostgres(config.dataDir);
    if (running !== undefined)
      return { connectionString: toConnectionString(running), close: () => Promise.resolve() };
  }
  return openExistingDatabase(config);
}

async function createBackup(
  config: Config,
  {
    file,
    isAlone,
    now,
    connectionString,
  }: { file: string; isAlone: boolean; now: Date; connectionString: string },
): Promise<BackupResult> {
  const snapshot = await openSnapshot(connectionString, config.dataDir).catch((error: unknown) => {
    throw new Error(explainBackupFailure(error, file), { cause: error });
  });
  try {
    const objects = await openObjectStore(config, snapshot.keyFingerprint);
    const folder = isAlone ? null : openObjectFolder(dirname(file));
    const result = await makeBackup({ snapshot, objects, folder, now, onProgress: createMeter() }, { file });
    if (!isAlone) await sweep(dirname(file), now);
    return result;
  } finally {
    await snapshot.close();
  }
}

/** If the folder cannot be read completely, all copies are kept. */
async function sweep(folder: string, now: Date): Promise<void> {
  await sweepFolder(folder, now).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\n  Copies of deleted backups were not removed: ${reason}\n`);
  });
}

/** A progress line, overwritten on a terminal and printed a few times elsewhere. */
function createMeter(): (done: number) => void {
  let lastPercent = -1;
  return (done) => {
    const percent = Math.floor(done * 100);
    if (percent < lastPercent + (process.stdout.isTTY ? 1 : 20)) return;
    lastPercent = percent;
    process.stdout.write(process.stdout.isTTY ? `\r  ${String(percent)}%` : `  ${String(percent)}%\n`);
  };
}

function printResult(
  file: string,
  { manifest: { tables, files }, sizeBytes, addedBytes }: BackupResult,
): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `${process.stdout.isTTY ? '\r' : ''}  ${file}\n  ${formatCount(rows, 'row')}, ${formatCount(files.count, 'file')}, ${formatMegabytes(sizeBytes)}${addedBytes === sizeBytes ? '' : ` (${formatMegabytes(addedBytes)} new)`}. The backup does not include the secret key.\n`,
  );
  if (files.lost.length > 0)
    process.stderr.write(
      `\n  Lost or changed in the file store, so not in the backup: ${formatCount(files.lost.length, 'file')}:\n${files.lost
        .slice(0, 20)
        .map((sha256) => `  ${sha256}\n`)
        .join('')}`,
    );
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

await runCommand(main);
