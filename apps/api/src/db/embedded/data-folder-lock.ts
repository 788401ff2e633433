import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { EmbeddedPostgresError } from './failures.ts';

/** How a client reaches the embedded PostgreSQL; a host that starts with `/` is the folder of a Unix socket. */
export interface PostgresConnection {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string | undefined;
}

/** The right of one process to use the database below a data folder. */
export interface DataFolderLock {
  /** Tells other processes how to reach the running database. */
  publish(connection: PostgresConnection): Promise<void>;
  /** Where an earlier holder, ended without release, kept its socket. */
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
 * Takes the data folder for this process. The lock is a lock of the operating system on a file, held
 * through SQLite, so it ends with the process whatever kills it, and a reused pid cannot be mistaken for its holder.
 * @throws {EmbeddedPostgresError} naming the pid of the process that has it
 */
export async function lockDataFolder(dataFolder: string): Promise<DataFolderLock> {
  const held = tryLock(dataFolder);
  if (!held) throw new EmbeddedPostgresError(await alreadyRunning(dataFolder));
  const previous = await readState(dataFolder);
  await writeState(dataFolder, { pid: process.pid });
  return {
    previousConnection: previous?.connection,
    publish: (connection) => writeState(dataFolder, { pid: process.pid, connection }),
    async release() {
      await rm(statePath(dataFolder), { force: true });
      held.close();
    },
  };
}

/**
 * Finds the embedded PostgreSQL that another process of this machine runs on the data folder,
 * so that a worker or a command can use it beside the server.
 * @returns undefined when none runs or it is still starting
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<PostgresConnection | undefined> {
  const dataFolder = path.resolve(dataDir);
  const state = await readState(dataFolder);
  if (!state?.connection) return undefined;
  const held = tryLock(dataFolder);
  held?.close();
  return held ? undefined : state.connection;
}

/** @returns undefined when another process has the lock */
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
    // SQLite says no more than these two; in a folder that exists the second is a matter of rights.
    const code = reason.includes('disk is full') ? 'ENOSPC' : 'EACCES';
    throw Object.assign(new Error('The lock file cannot be used', { cause: error }), { code });
  }
}

async function alreadyRunning(dataFolder: string): Promise<string> {
  const state = await readState(dataFolder);
  const holder = state ? ` (pid ${state.pid})` : '';
  return `Handover is already running${holder} on this data folder: ${dataFolder}`;
}

function statePath(dataFolder: string): string {
  return path.join(dataFolder, 'pg.json');
}

async function readState(dataFolder: string): Promise<State | undefined> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(statePath(dataFolder), 'utf8')));
  } catch {
    // Absent or cut short by a crash: the lock alone decides, this file only informs.
    return undefined;
  }
}

async function writeState(dataFolder: string, state: State): Promise<void> {
  const unfinished = `${statePath(dataFolder)}.new`;
  await writeFile(unfinished, JSON.stringify(state), { mode: 0o600 });
  await rename(unfinished, statePath(dataFolder));
}
