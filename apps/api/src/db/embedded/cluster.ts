import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ifMissing } from '#lib/error-codes.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Transport } from './endpoint.ts';
import { formatDiskFull, EmbeddedPostgresError, explainOutput } from './failures.ts';
import { stopLeftovers } from './leftovers.ts';

const run = promisify(execFile);
const majorVersion = '18';
const unfinishedPrefix = 'pg.init.';
/** Size of a new cluster with its first write-ahead log segments. */
const neededBytes = 128 * 1024 * 1024;

/** Folder of the cluster in a data folder; it exists only after initdb has finished. */
export function getClusterFolder(dataFolder: string): string {
  return path.join(dataFolder, 'pg');
}

/**
 * Creates the cluster if missing and removes the remains of a killed initdb.
 * @throws {EmbeddedPostgresError} if it cannot be created, has another version, or belongs to another user
 */
export async function prepareCluster(input: {
  dataFolder: string;
  binaries: Binaries;
  account: Account | undefined;
  transport: Transport;
  log: (message: string) => void;
}): Promise<void> {
  const { dataFolder, account } = input;
  await removeUnfinished(dataFolder);
  const cluster = getClusterFolder(dataFolder);
  const owner = await stat(cluster).catch(ifMissing(undefined));
  if (!owner) return initialize(input);
  await checkVersion(cluster);
  if (account && owner.uid !== account.uid) return chownRecursively(account, cluster);
  if (!account && process.getuid && owner.uid !== process.getuid()) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to another user (uid ${owner.uid}): start as that user, or set DATA_DIR to another folder.`,
    );
  }
}

export interface ProgramPlace {
  /** The cluster's folder as passed to the program. */
  location: string;
  options: { cwd: string; uid?: number; gid?: number; env: NodeJS.ProcessEnv; windowsHide: boolean };
}

/**
 * Common options of programs that work on the cluster. On Linux they run in its folder, because the account may not be
 * able to enter its parent folders.
 */
export function getProgram(cluster: string, account: Account | undefined): ProgramPlace {
  return {
    location: process.platform === 'linux' ? '/proc/self/cwd' : cluster,
    options: {
      ...account,
      cwd: cluster,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      windowsHide: true,
    },
  };
}

async function initialize(input: Parameters<typeof prepareCluster>[0]): Promise<void> {
  const { dataFolder, account, binaries, log } = input;
  const { bavail, bsize } = await statfs(dataFolder);
  if (bavail * bsize < neededBytes) throw new EmbeddedPostgresError(formatDiskFull(dataFolder));
  log('Creating the database (first start only)');
  const unfinished = path.join(dataFolder, unfinishedPrefix + randomBytes(6).toString('hex'));
  await mkdir(unfinished, { mode: 0o700 });
  if (account) await chown(unfinished, account.uid, account.gid);
  const { location, options } = getProgram(unfinished, account);
  try {
    await run(binaries.initdb, ['-D', location, ...initOptions(input)], options);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 });
    throw explainOutput('The database could not be created', getOutput(error), dataFolder);
  }
  await rename(unfinished, getClusterFolder(dataFolder));
  await syncFolder(dataFolder);
}

function initOptions({ transport, dataFolder }: { transport: Transport; dataFolder: string }): string[] {
  const passwordFile = path.join(dataFolder, 'pg.password');
  const access =
    transport === 'socket' ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  return [
    '--username=app',
    ...access,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${getLibraryLocale()}`,
    '--lc-messages=C',
  ];
}

/** pg_trgm asks the C library which characters are letters; the C locale would drop all non-ASCII letters. */
function getLibraryLocale(): string {
  if (process.platform === 'win32') return 'C';
  return process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
}

async function removeUnfinished(dataFolder: string): Promise<void> {
  const names = await readdir(dataFolder);
  for (const name of names.filter((entry) => entry.startsWith(unfinishedPrefix))) {
    const folder = path.join(dataFolder, name);
    await stopLeftovers(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function checkVersion(cluster: string): Promise<void> {
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version === majorVersion) return;
  throw new EmbeddedPostgresError(
    `The database in ${cluster} was created by PostgreSQL ${version}, but this release includes PostgreSQL ${majorVersion}.`,
  );
}

/** A data folder copied by root belongs to root, which cannot run PostgreSQL. */
async function chownRecursively(account: Account, folder: string): Promise<void> {
  await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
  for (const name of await readdir(folder, { recursive: true })) {
    const entry = path.join(folder, name);
    const stats = await lstat(entry);
    if (!stats.isSymbolicLink()) await chown(entry, account.uid, account.gid);
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

function getOutput(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const output = 'stderr' in error ? String(error.stderr).trim() : '';
  return output === '' ? error.message : output;
}
