import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { queryEmbeddedDatabase } from '@handover/testing/embedded-database.ts';
import { findFreePort, startServerProcess } from '@handover/testing/server-process.ts';
import pg from 'pg';
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';

export type Victim = 'server' | 'launcher' | 'worker' | 'database' | 'backend';

/** A running installation whose processes can be killed; processes that do not restart automatically are started. */
export type Installation = {
  readonly address: string;
  readonly victims: readonly Victim[];
  kill(victim: Victim): Promise<void>;
  query<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** Output of all its processes, including killed ones. */
  output(): string;
  stop(): Promise<void>;
};

export const password = 'kill test password';
const sampleData = { SAMPLE_PASSWORD: password, SAMPLE_DATA: 'true' };

/** As `npm start` runs it: a launcher, and below it a server with its database and its jobs. */
export async function openEmbedded(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'handover-kill-'));
  const port = await findFreePort();
  const outputs: string[] = [];
  const start = () => startServerProcess({ dataDir, port, env: sampleData, entry: 'launcher' });
  let server = await start();
  const query: Installation['query'] = (statement) => queryEmbeddedDatabase(dataDir, statement);
  const restart = async (strike: () => Promise<void>): Promise<void> => {
    const pid = await server.serverPid();
    await strike();
    // Without its launcher, the server stops automatically.
    while (isAlive(pid) || isAlive(server.pid)) await pause(20);
    outputs.push(server.output());
    server = await start();
  };
  return {
    address: server.address,
    victims: ['server', 'database', 'launcher', 'backend'],
    kill: async (victim) => {
      if (victim === 'backend') await killBackend(query);
      else if (victim === 'database') await server.killDatabase();
      else if (victim === 'launcher') await restart(() => server.kill());
      else await restart(async () => void process.kill(await server.serverPid(), 'SIGKILL'));
    },
    query,
    output: () => [...outputs, server.output()].join('\n'),
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A server and a separate worker on one database. */
export async function openWithWorker(env: Record<string, string>): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'handover-kill-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: () => undefined });
  const port = await findFreePort();
  const { connectionString } = postgres;
  const shared = { ...sampleData, ...env, DATABASE_URL: connectionString, WORKER: 'separate' };
  const start = (entry: 'server' | 'worker') =>
    startServerProcess({
      dataDir: join(folder, 'data'),
      port,
      env: { ...shared, SECRET_KEY: 'the secret key of the kill test installation' },
      entry,
    });
  const running = { server: await start('server'), worker: await start('worker') };
  const outputs: string[] = [];
  const query: Installation['query'] = async (statement) => {
    const client = new pg.Client(connectionString);
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const restart = async (entry: 'server' | 'worker'): Promise<void> => {
    await running[entry].kill();
    outputs.push(running[entry].output());
    running[entry] = await start(entry);
  };
  return {
    address: running.server.address,
    victims: ['worker', 'server', 'database', 'worker', 'backend'],
    kill: async (victim) => {
      if (victim === 'backend') await killBackend(query);
      else if (victim === 'database') process.kill(postgres.pid, 'SIGKILL');
      else if (victim !== 'launcher') await restart(victim);
    },
    query,
    output: () => [...outputs, running.server.output(), running.worker.output()].join('\n'),
    stop: async () => {
      await Promise.all([running.server.stop(), running.worker.stop()]);
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Kills one PostgreSQL process that serves requests, preferably one that is busy. */
async function killBackend(query: Installation['query']): Promise<void> {
  const [backend] = await query<{ pid: number }>(`
    SELECT pid FROM pg_stat_activity WHERE application_name = 'handover-requests' AND backend_type = 'client backend'
    ORDER BY state = 'active' DESC LIMIT 1`);
  if (backend === undefined) throw new Error('No backend serves requests');
  process.kill(backend.pid, 'SIGKILL');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
