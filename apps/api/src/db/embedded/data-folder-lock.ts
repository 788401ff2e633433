import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { EmbeddedPostgresError } from './failures.ts';

/** Connection to the embedded PostgreSQL; a host starting with `/` is the folder of a Unix socket. */
export interface PostgresConnection {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string | undefined;
}

/** Exclusive use of a data folder by one process. */
export interface DataFolderLock {
  /** Publishes the running database's connection to other processes. */
  publish(connection: PostgresConnection): Promise<void>;
  /** Connection of an earlier process that ended without releasing the lock. */
  previousConnection: PostgresConnection | undefined;
  release(): Promise<void>;
}

const stateSchema = z.object({
  pid: z.number(),
  connection: z
    .object({
      host: z.string(),
      port: z.number(),
      user: z.string(),
      database: z.string(),
      password: z.string().optional(),
    })
    .optional(),
});

type State = z.infer<typeof stateSchema>;

/**
 * Locks the data folder for this process. It is an operating system file lock, taken through SQLite, which ends with
 * the process and cannot be confused by a reused pid.
 * @throws {EmbeddedPostgresError} with the pid of the process that holds the lock
 */
export async function lockDataFolder(dataFolder: string): Promise<DataFolderLock> {
  const lock = tryLock(dataFolder);
  if (!lock) throw new EmbeddedPostgresError(await formatAlreadyRunning(dataFolder));
  const previous = await readState(dataFolder);
  await writeState(dataFolder, { pid: process.pid });
  return {
    previousConnection: previous?.connection,
    publish: (connection) => writeState(dataFolder, { pid: process.pid, connection }),
    async release() {
      await rm(getStatePath(dataFolder), { force: true });
      lock.close();
    },
  };
}

/**
 * Finds the embedded PostgreSQL that another process runs on the data folder, for workers and commands.
 * @returns undefined if none is running or it is still starting
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<PostgresConnection | undefined> {
  const dataFolder = path.resolve(dataDir);
  const state = await readState(dataFolder);
  if (!state?.connection) return undefined;
  const lock = tryLock(dataFolder);
  lock?.close();
  return lock ? undefined : state.connection;
}

/** @returns undefined if another process holds the lock */
function tryLock(dataFolder: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path.join(dataFolder, 'pg.lock'));
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    const reason = error instanceof Error ? error.message : '';
    if (reason.includes('database is locked')) return undefined;
    // SQLite reports only these two; in an existing folder the second means missing permissions.
    const code = reason.includes('disk is full') ? 'ENOSPC' : 'EACCES';
    throw Object.assign(new Error('The lock file cannot be used', { cause: error }), { code });
  }
}

async function formatAlreadyRunning(dataFolder: string): Promise<string> {
  const state = await readState(dataFolder);
  const holder = state ? ` (pid ${state.pid})` : '';
  return `Handover is already running${holder} on this data folder: ${dataFolder}`;
}

function getStatePath(dataFolder: string): string {
  return path.join(dataFolder, 'pg.json');
}

async function readState(dataFolder: string): Promise<State | undefined> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(getStatePath(dataFolder), 'utf8')));
  } catch {
    // Missing or truncated by a crash: this file is informational, the lock decides.
    return undefined;
  }
}

async function writeState(dataFolder: string, state: State): Promise<void> {
  const unfinished = `${getStatePath(dataFolder)}.new`;
  await writeFile(unfinished, JSON.stringify(state), { mode: 0o600 });
  await rename(unfinished, getStatePath(dataFolder));
}
