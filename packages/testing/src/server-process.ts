import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The first start creates the database, which takes a minute on a busy machine. */
const maxStartMs = 180_000;

export type ServerProcess = {
  readonly address: string;
  /** The pid of the launcher, if the server runs under one. */
  readonly pid: number;
  /** The pid of the server itself. */
  serverPid(): Promise<number>;
  /** Output so far. */
  output(): string;
  /** Kills it like a crash and waits until it has ended. */
  kill(): Promise<void>;
  /** Kills the server's database. */
  killDatabase(): Promise<void>;
  /** Stops the server and returns its exit code. */
  stop(): Promise<number | null>;
};

/**
 * Starts the real server in a separate process and waits until it is ready. If it does not start, throws with its
 * output.
 */
export async function startServerProcess({
  dataDir,
  port,
  env = {},
  entry = 'server',
}: {
  dataDir: string;
  port: number;
  env?: Record<string, string>;
  /** The server, the server under the launcher as with `npm start`, or the worker. */
  entry?: keyof typeof entries;
}): Promise<ServerProcess> {
  const child = spawn(process.execPath, entries[entry], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  await waitUntilReady(child, () => output);
  const { pid } = child;
  if (pid === undefined) throw new Error('The server has no process id');
  return {
    address: `http://127.0.0.1:${String(port)}`,
    pid,
    serverPid: async () => (entry === 'launcher' ? findChild(pid) : pid),
    output: () => output,
    kill: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
    killDatabase: async () => {
      process.kill(await readPostmasterPid(dataDir), 'SIGKILL');
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return child.exitCode;
    },
  };
}

const server = path.join(root, 'apps/api/src/server.ts');
const runChild = pathToFileURL(path.join(root, 'tools/launcher/run-child.js')).href;
const entries = {
  server: [server],
  // Without the launcher's first steps, which install packages and build the web app.
  launcher: [
    '--input-type=module',
    '-e',
    `import { runInForeground } from '${runChild}'; process.exit(await runInForeground(process.execPath, ['${server}']))`,
  ],
  worker: [path.join(root, 'apps/api/src/worker.ts')],
};

async function findChild(pid: number): Promise<number> {
  const children = await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}

/** An unused port. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function waitUntilReady(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`${reason}\n${output()}`));
    };
    const timeout = setTimeout(() => fail('The server did not become ready in time.'), maxStartMs);
    const look = (): void => {
      if (!/ is ready( at|\.\n)/.test(output())) return;
      clearTimeout(timeout);
      // Later output may be long and need not be searched.
      child.stdout?.off('data', look);
      resolve();
    };
    child.stdout?.on('data', look);
    child.once('exit', () => {
      clearTimeout(timeout);
      fail('The server ended instead of becoming ready.');
    });
  });
}

async function readPostmasterPid(dataDir: string): Promise<number> {
  const [line] = (await readFile(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(line);
}
