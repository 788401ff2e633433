import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { getClusterFolder, getProgram } from './cluster.ts';
import { explainOutput } from './failures.ts';

/** A running PostgreSQL that accepts connections. */
export interface Postmaster {
  pid: number;
  /** Resolves when the process has ended for any reason. */
  ended: Promise<void>;
  /** Stops it with a checkpoint and closes open connections. */
  stop(): Promise<void>;
}

export interface PostmasterInput {
  dataFolder: string;
  binaries: Binaries;
  account: Account | undefined;
  /** `name=value` settings of the endpoint. */
  listen: string[];
  /** `name=value` settings that override the defaults below. */
  settings: string[];
  log: (message: string) => void;
}

/** Durability settings (fsync, full_page_writes, synchronous_commit) keep PostgreSQL's default: on. */
const ownSettings = [
  'shared_buffers=128MB',
  'max_connections=60',
  'jit=off',
  'random_page_cost=1.1',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  // Error details and statements contain personal data.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
];

const maxLogBytes = 10 * 1024 * 1024;
const run = promisify(execFile);

/**
 * Starts PostgreSQL on the cluster and waits until it is ready, however long recovery takes.
 * @throws {EmbeddedPostgresError} with PostgreSQL's own reason if it ends instead
 */
export async function startPostmaster(input: PostmasterInput): Promise<Postmaster> {
  const cluster = getClusterFolder(input.dataFolder);
  const logFile = path.join(input.dataFolder, 'pg.log');
  const logStart = await rotate(logFile);
  const child = await spawnPostgres({ ...input, cluster, logFile });
  const ended = once(child, 'exit').then(() => undefined);
  const watchdog = guard(child, cluster);
  void ended.then(() => watchdog?.kill('SIGKILL'));
  if (!(await waitUntilReady({ child, cluster, log: input.log }))) {
    throw explainOutput('The database did not start', await readFrom(logFile, logStart), input.dataFolder);
  }
  return {
    pid: child.pid ?? 0,
    ended,
    stop: () => stop({ child, ended, cluster, binaries: input.binaries }),
  };
}

async function spawnPostgres(
  input: PostmasterInput & { cluster: string; logFile: string },
): Promise<ChildProcess> {
  const { location, options } = getProgram(input.cluster, input.account);
  const settings = [...ownSettings, ...input.listen, ...input.settings].flatMap((setting) => ['-c', setting]);
  const log = await open(input.logFile, 'a', 0o600);
  try {
    // A separate process group, so that Ctrl-C reaches only the server, which still drains requests.
    const child = spawn(input.binaries.postgres, ['-D', location, ...settings], {
      ...options,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn');
    return child;
  } finally {
    await log.close();
  }
}

/** In postmaster.pid, line 1 is the pid and line 8 the state. A connection could reach an orphan instead. */
async function waitUntilReady(input: {
  child: ChildProcess;
  cluster: string;
  log: (message: string) => void;
}): Promise<boolean> {
  const { child, cluster, log } = input;
  const slow = setInterval(() => log('The database is recovering; this can take a while'), 5_000);
  try {
    while (child.exitCode === null && child.signalCode === null) {
      const lines = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split(
        '\n',
      );
      if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true;
      await sleep(10);
    }
    return false;
  } finally {
    clearInterval(slow);
  }
}

/** A shell that stops PostgreSQL when the pipe from this process closes, even by kill -9. */
function guard(postgres: ChildProcess, cluster: string): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const script = 'read -r _; read -r pid < "$1" && [ "$pid" = "$0" ] && kill -INT "$pid"';
  const watchdog = spawn(
    '/bin/sh',
    ['-c', script, String(postgres.pid), path.join(cluster, 'postmaster.pid')],
    {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  // Without the watchdog, the next start stops an orphan.
  watchdog.on('error', () => undefined);
  watchdog.unref();
  return watchdog;
}

async function stop(input: {
  child: ChildProcess;
  ended: Promise<void>;
  cluster: string;
  binaries: Binaries;
}): Promise<void> {
  const { child, ended, cluster, binaries } = input;
  if (process.platform === 'win32') {
    await run(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast']);
    return ended;
  }
  for (const [signal, patienceMs] of stopSignals) {
    child.kill(signal);
    const isOver = await Promise.race([ended.then(() => true), sleep(patienceMs, false, { ref: false })]);
    if (isOver) return;
  }
  await ended;
}

/** Fast with a checkpoint, then immediate with recovery at the next start, then by force. */
const stopSignals = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 0],
] as const;

/** @returns the size of the log, where its next line starts */
async function rotate(logFile: string): Promise<number> {
  const size = await stat(logFile).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size < maxLogBytes) return size;
  await rename(logFile, `${logFile}.1`);
  return 0;
}

async function readFrom(file: string, start: number): Promise<string> {
  const content = await readFile(file);
  return content.subarray(start).toString('utf8');
}
