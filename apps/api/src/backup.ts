import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openStorage } from './adapters/storage/s3.ts';
import { runCommand } from './command.ts';
import { findEmbeddedPostgres } from './db/embedded/data-folder-lock.ts';
import { toConnectionString } from './db/embedded/endpoint.ts';
import { refuseHalfRestored } from './db/restore-mark.queries.ts';
import { loadConfig, type Config } from './lib/config.ts';
import { openConfiguredDatabase } from './open-database.ts';
import { explainBackupFailure, type MadeBackup, makeBackup } from './platform/backup/make-backup.ts';
import { backupName } from './platform/backup/manifest.ts';
import { openSnapshot } from './platform/backup/snapshot.queries.ts';

const usage = `
  npm run backup [-- --out FILE]
      writes database and files as they are at one moment into one archive, by default below the data
      folder; the server may run meanwhile. The secret key is not in it: keep that apart.
`;

async function main(): Promise<void> {
  const { out, help } = parseArgs({ options: { out: { type: 'string' }, help: { type: 'boolean' } } }).values;
  if (help === true) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const given = loadConfig(process.env);
  const config = { ...given, dataDir: resolve(given.dataDir) };
  const now = new Date();
  const file =
    out === undefined
      ? join(config.dataDir, 'backups', backupName(now))
      : resolve(process.env['INIT_CWD'] ?? process.cwd(), out);
  if (existsSync(file)) throw new Error(`${file} is there already. Name another file.`);
  const database = await openForReading(config);
  try {
    await refuseHalfRestored(database.connectionString);
    printResult(file, await back(config, { file, now, connectionString: database.connectionString }));
  } finally {
    await database.close();
  }
}

type Opened = { readonly connectionString: string; close(): Promise<void> };

/** Opens the running server's database, or starts it; never changes it. */
async function openForReading(config: Config): Promise<Opened> {
  if (config.databaseUrl === undefined) {
    const running = await findEmbeddedPostgres(config.dataDir);
    if (running !== undefined)
      return { connectionString: toConnectionString(running), close: () => Promise.resolve() };
    if (!existsSync(join(config.dataDir, 'pg')))
      throw new Error(
        `There is no installation of Handover in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`,
      );
  }
  return openConfiguredDatabase(config);
}

async function back(
  config: Config,
  { file, now, connectionString }: { file: string; now: Date; connectionString: string },
): Promise<MadeBackup> {
  const snapshot = await openSnapshot(connectionString, config.dataDir).catch((error: unknown) => {
    throw new Error(explainBackupFailure(error, file), { cause: error });
  });
  try {
    const storage = openStorage(config, snapshot.keyFingerprint);
    return await makeBackup({ snapshot, storage, now, onProgress: createMeter() }, { file });
  } finally {
    await snapshot.close();
  }
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

function printResult(file: string, { manifest: { tables, files }, sizeBytes }: MadeBackup): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(
    `${process.stdout.isTTY ? '\r' : ''}  ${file}\n  ${rows.toLocaleString('en')} rows, ${files.count.toLocaleString('en')} files, ${(sizeBytes / 1_000_000).toFixed(1)} MB. The secret key is not in it.\n`,
  );
  if (files.lost.length > 0)
    process.stderr.write(
      `\n  The file store has lost or changed ${files.lost.length.toLocaleString('en')} files, which are not in the backup:\n${files.lost
        .slice(0, 20)
        .map((sha256) => `  ${sha256}\n`)
        .join('')}`,
    );
}

await runCommand(main);
