import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, findAccount } from './account.ts';
import { type Binaries, prepareBinaries } from './binaries.ts';
import { getClusterFolder, prepareCluster } from './cluster.ts';
import { type DataFolderLock, lockDataFolder, type PostgresConnection } from './data-folder-lock.ts';
import {
  defaultTransport,
  type Endpoint,
  openEndpoint,
  readPassword,
  removeStaleEndpoint,
  toConnectionString,
  type Transport,
} from './endpoint.ts';
import { explainFileFailure } from './failures.ts';
import { stopLeftovers } from './leftovers.ts';
import { type Postmaster, type PostmasterInput, startPostmaster } from './postmaster.ts';

/** A PostgreSQL server in the data folder, restarted whenever it ends unexpectedly. */
export interface EmbeddedPostgres {
  connection: PostgresConnection;
  connectionString: string;
  /** Pid of the current postmaster; changes after a restart. */
  readonly pid: number;
  /** Stops PostgreSQL and releases the data folder, in about 100 ms. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Receives operator messages about slow steps and problems. */
  log: (message: string) => void;
  /** `name=value` settings for postgres, such as `fsync=off` for a test database. */
  settings?: string[];
  transport?: Transport;
}

/**
 * Starts PostgreSQL on the data folder. Creates the cluster the first time and stops orphaned processes.
 * @throws {EmbeddedPostgresError} with an operator-facing message: already running, folder not writable,
 * disk full, no binaries, or PostgreSQL's own reason
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataFolder = path.resolve(options.dataDir);
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    return await startLocked({ ...options, dataFolder: await realpath(dataFolder) });
  } catch (error) {
    throw explainFileFailure(error, dataFolder);
  }
}

type StartInput = EmbeddedPostgresOptions & { dataFolder: string };

async function startLocked(input: StartInput): Promise<EmbeddedPostgres> {
  const lock = await lockDataFolder(input.dataFolder);
  try {
    const account = await findAccount(getClusterFolder(input.dataFolder));
    const binaries = await prepareBinaries(account);
    const endpoint = await prepare({ ...input, lock, account, binaries });
    try {
      return await supervise({ ...input, lock, account, binaries, endpoint });
    } catch (error) {
      await endpoint.remove();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface LockedInput extends StartInput {
  lock: DataFolderLock;
  account: Account | undefined;
  binaries: Binaries;
}

async function prepare(input: LockedInput): Promise<Endpoint> {
  const { dataFolder, lock, account, binaries, log, transport = defaultTransport } = input;
  const stopped = await stopLeftovers(getClusterFolder(dataFolder));
  if (stopped > 0) log('Stopped a database left over from an earlier run');
  await removeStaleEndpoint(lock.previousConnection);
  const password = transport === 'loopback' ? await readPassword(dataFolder) : '';
  await prepareCluster({ dataFolder, binaries, account, transport, log });
  return openEndpoint({ transport, account, password });
}

async function supervise(input: LockedInput & { endpoint: Endpoint }): Promise<EmbeddedPostgres> {
  const { endpoint, lock } = input;
  const { connection } = endpoint;
  const start = { ...input, listen: endpoint.settings, settings: input.settings ?? [] };
  let postmaster = await startPostmaster(start);
  await createDatabase(connection).catch(async (error: unknown) => {
    await postmaster.stop();
    throw error;
  });
  await lock.publish(connection);
  const stopping = new AbortController();
  const supervised = keepRunning({
    start,
    stopping: stopping.signal,
    current: () => postmaster,
    replace: (next) => {
      postmaster = next;
    },
  });
  const stop = async () => {
    stopping.abort();
    await Promise.all([postmaster.stop(), supervised]);
    await endpoint.remove();
    await lock.release();
  };
  let stopped: Promise<void> | undefined;
  return {
    connection,
    connectionString: toConnectionString(connection),
    get pid() {
      return postmaster.pid;
    },
    stop: () => (stopped ??= stop()),
  };
}

async function keepRunning(input: {
  start: PostmasterInput;
  stopping: AbortSignal;
  current: () => Postmaster;
  replace: (next: Postmaster) => void;
}): Promise<void> {
  const { start, stopping } = input;
  for (;;) {
    await input.current().ended;
    if (stopping.aborted) return;
    start.log('The database stopped unexpectedly; restarting');
    const next = await startAgain(start, stopping);
    if (!next) return;
    input.replace(next);
    start.log('The database is running again');
    if (stopping.aborted) await next.stop();
  }
}

/** Retries until it runs: the cause, such as a full disk, may be temporary. */
async function startAgain(start: PostmasterInput, stopping: AbortSignal): Promise<Postmaster | undefined> {
  for (let waitMs = 250; !stopping.aborted; waitMs = Math.min(waitMs * 2, 10_000)) {
    try {
      await stopLeftovers(getClusterFolder(start.dataFolder));
      return await startPostmaster(start);
    } catch (error) {
      start.log(error instanceof Error ? error.message : String(error));
      await sleep(waitMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
  return undefined;
}

async function createDatabase(connection: PostgresConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  // A lost connection is also reported by the running query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [connection.database]);
    if (found.rowCount === 0)
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}
