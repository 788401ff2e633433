import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let dataDir = '';
let said: string[] = [];
let running: EmbeddedPostgres | undefined;
let holder: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'handover-kill-test-'));
  said = [];
});

afterEach(async () => {
  holder?.kill('SIGKILL');
  await running?.stop();
  [running, holder] = [undefined, undefined];
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, log: (message) => said.push(message) });
  return running;
}

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connectionString);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the database in another process, which then only waits to be killed. */
function startOwner(): ChildProcess {
  const launcher = new URL('./embedded-postgres.ts', import.meta.url).href;
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(launcher)});
    const { pid, connectionString } = await startEmbeddedPostgres({ dataDir: process.argv[1], log: () => {} });
    console.log(JSON.stringify({ pid, connectionString }));
    setInterval(() => {}, 1000);`;
  holder = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return holder;
}

async function getOwnedDatabase(child: ChildProcess): Promise<{ pid: number; connectionString: string }> {
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return JSON.parse(line.toString()) as { pid: number; connectionString: string };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.signalCode === null) await once(child, 'exit');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5);
}

async function findWatchdog(postgres: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const [shell, , , guarded] = command.split('\0');
    if (shell === '/bin/sh' && guarded === String(postgres)) return pid;
  }
  throw new Error('no watchdog');
}

describe('after kill -9', () => {
  it('of PostgreSQL it runs again at the same place with everything that was committed', async () => {
    const postgres = await start();
    await query(postgres.connectionString, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS id');
    const killed = postgres.pid;
    process.kill(killed, 'SIGKILL');
    await waitUntil(() => postgres.pid !== killed);
    expect(await query(postgres.connectionString, 'SELECT count(*)::int FROM kept')).toEqual([
      { count: 1000 },
    ]);
    expect(said.slice(-2)).toEqual([
      'The database stopped unexpectedly; restarting',
      'The database is running again',
    ]);
  });

  it('of PostgreSQL while it is being stopped nothing hangs', async () => {
    const postgres = await start();
    const stopped = postgres.stop();
    process.kill(postgres.pid, 'SIGKILL');
    await stopped;
    await expect(start()).resolves.toBeDefined();
  });

  it('of the server PostgreSQL stops by itself', async () => {
    const server = startOwner();
    const { pid } = await getOwnedDatabase(server);
    await kill(server);
    await waitUntil(() => !isAlive(pid));
    await start();
    expect(said).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'after the server and watchdog are killed, the next start stops the orphaned PostgreSQL and keeps its rows',
    async () => {
      const server = startOwner();
      const { pid, connectionString } = await getOwnedDatabase(server);
      await query(connectionString, 'CREATE TABLE kept AS SELECT 7 AS id');
      process.kill(await findWatchdog(pid), 'SIGKILL');
      await kill(server);
      expect(isAlive(pid)).toBe(true);
      const postgres = await start();
      expect(isAlive(pid)).toBe(false);
      expect(said).toContain('Stopped a database left over from an earlier run');
      expect(await query(postgres.connectionString, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
      await expect(access(decodeURIComponent(new URL(connectionString).hostname))).rejects.toThrow(/ENOENT/);
    },
  );

  it.runIf(process.platform === 'linux')(
    'of server, watchdog and postmaster busy backends do not block the next start',
    async () => {
      const server = startOwner();
      const { pid, connectionString } = await getOwnedDatabase(server);
      const busy = new pg.Client(connectionString);
      busy.on('error', () => undefined);
      await busy.connect();
      const endless = busy
        .query('SELECT count(*) FROM generate_series(1, 1000000000000)')
        .catch(() => undefined);
      process.kill(await findWatchdog(pid), 'SIGKILL');
      await kill(server);
      process.kill(pid, 'SIGKILL');
      await expect(start()).resolves.toBeDefined();
      await endless;
    },
  );

  it('a live server keeps its database: the second start is refused', async () => {
    const server = startOwner();
    const { pid, connectionString } = await getOwnedDatabase(server);
    await expect(start()).rejects.toThrow(`already running (pid ${server.pid}) on this data folder`);
    expect(isAlive(pid)).toBe(true);
    expect(await query(connectionString, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
    await kill(server);
    await start();
  });

  it('in the middle of initdb no half-made cluster is ever used', async () => {
    const server = startOwner();
    await waitUntil(async () => (await readdir(dataDir)).some((name) => name.startsWith('pg.init.')));
    await waitUntil(async () => (await listUnfinishedFiles()).includes('PG_VERSION'));
    await kill(server);
    const postgres = await start();
    expect(await query(postgres.connectionString, 'SELECT 1 AS works')).toEqual([{ works: 1 }]);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('pg.init.'))).toEqual([]);
  });

  it('a reused pid in postmaster.pid is not taken for PostgreSQL', async () => {
    await (await start()).stop();
    const lines = [process.pid, '/proc/self/cwd', 1, 5432, '', '', '  1 1', 'ready', ''];
    await writeFile(path.join(dataDir, 'pg', 'postmaster.pid'), lines.join('\n'));
    const postgres = await start();
    expect(postgres.pid).not.toBe(process.pid);
  });
});

async function listUnfinishedFiles(): Promise<string[]> {
  const folder = (await readdir(dataDir)).find((name) => name.startsWith('pg.init.'));
  return folder ? readdir(path.join(dataDir, folder)).catch(() => []) : [];
}
