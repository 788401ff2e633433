import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeyring } from '#lib/keyring.ts';
import { openAppLogin } from '../app-login.ts';
import { migrate } from '../migrate.ts';
import { findEmbeddedPostgres } from './data-folder-lock.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';

let dataDir = '';
let said: string[] = [];
let running: EmbeddedPostgres | undefined;

beforeEach(async () => {
  dataDir = path.join(await mkdtemp(path.join(os.tmpdir(), 'handover test ')), 'dätä — x', 'long'.repeat(30));
  said = [];
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(path.resolve(dataDir, '../..'), { recursive: true, force: true });
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, log: (message) => said.push(message), ...options });
  return running;
}

async function query(postgres: EmbeddedPostgres, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(postgres.connectionString);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

it('admits the app with its own login and password only', async () => {
  await (await start()).stop();
  // As on an operator's own server, where a password is required.
  const access = 'local all app trust\nlocal all all scram-sha-256\n';
  await writeFile(path.join(dataDir, 'pg', 'pg_hba.conf'), access);
  const { connectionString } = await start();
  await migrate({ connectionString });
  const keyring = openKeyring('the secret key of an installation that listens on loopback');
  const own = await openAppLogin({
    connectionString,
    keyring,
    logger: { warn: (_, text) => said.push(text) },
  });
  const connect = async (url: string): Promise<unknown> => {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query('SELECT session_user')).rows;
    } finally {
      await client.end();
    }
  };
  expect(await connect(own)).toEqual([{ session_user: `handover_login_${keyring.fingerprint}` }]);
  await expect(connect(own.replace(keyring.databasePassword, 'another'))).rejects.toThrow(
    /password authentication/,
  );
});

describe('startEmbeddedPostgres', () => {
  it('creates the database on the first start and finds its rows on the second', async () => {
    const first = await start();
    expect(said).toEqual(['Creating the database (first start only)']);
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    said = [];
    const second = await start();
    expect(said).toEqual([]);
    expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('keeps every guard of durability on', async () => {
    const rows = await query(
      await start(),
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums')",
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
    });
  });

  it('treats non-ASCII letters as letters in trigrams', async () => {
    const postgres = await start();
    await query(postgres, 'CREATE EXTENSION pg_trgm');
    expect(await query(postgres, "SELECT similarity('Émile', 'émile') AS same")).toEqual([{ same: 1 }]);
  });

  it('is reached by the connection as by its URL', async () => {
    const client = new pg.Client((await start()).connection);
    await client.connect();
    const { rows } = await client.query('SELECT current_database() AS name, current_user AS login');
    await client.end();
    expect(rows).toEqual([{ name: 'handover', login: 'app' }]);
  });

  it('rejects a second start and names the process that uses the folder', async () => {
    const first = await start();
    await expect(startEmbeddedPostgres({ dataDir, log: () => undefined })).rejects.toThrow(
      `already running (pid ${process.pid}) on this data folder: ${dataDir}`,
    );
    expect(await query(first, 'SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
  });

  it('stops with open transactions and needs no recovery', async () => {
    const postgres = await start();
    const idle = new pg.Client(postgres.connectionString);
    idle.on('error', () => undefined);
    await idle.connect();
    await idle.query('BEGIN');
    await postgres.stop();
    await start();
    expect(await readFile(path.join(dataDir, 'pg.log'), 'utf8')).not.toMatch(
      /not properly shut down|interrupted/,
    );
  });

  it('releases the folder on stop, however often it is called', async () => {
    const postgres = await start();
    await Promise.all([postgres.stop(), postgres.stop()]);
    await postgres.stop();
    expect((await readdir(dataDir)).sort()).toEqual(['pg', 'pg.lock', 'pg.log']);
  });

  it('lets other processes find it while it runs', async () => {
    const postgres = await start();
    expect(await findEmbeddedPostgres(dataDir)).toEqual(postgres.connection);
    await postgres.stop();
    expect(await findEmbeddedPostgres(dataDir)).toBeUndefined();
  });

  // For Windows, which has no root user; initdb under another account could not read the password in our folder.
  it.skipIf(process.getuid?.() === 0)(
    'listens on loopback behind a password where there are no Unix sockets',
    async () => {
      const postgres = await start({ transport: 'loopback' });
      expect(postgres.connection.host).toBe('127.0.0.1');
      expect(await query(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      const stranger = new pg.Client({ ...postgres.connection, password: 'guessed' });
      await expect(stranger.connect()).rejects.toThrow(/password authentication failed/);
    },
  );

  it('applies custom settings over the defaults', async () => {
    const postgres = await start({ settings: ['max_connections=21'] });
    expect(await query(postgres, 'SHOW max_connections')).toEqual([{ max_connections: '21' }]);
  });

  it('says when the data folder is a file', async () => {
    const file = path.join(path.resolve(dataDir, '../..'), 'file');
    await writeFile(file, '');
    await expect(start({ dataDir: file })).rejects.toThrow(`The data folder ${file} is not a folder`);
  });

  it('reports why PostgreSQL did not start, and releases the folder', async () => {
    await expect(start({ settings: ['max_connections=nonsense'] })).rejects.toThrow(
      /did not start:\n.*max_connections/,
    );
    await start();
  });

  it('does not touch a cluster of another version', async () => {
    await (await start()).stop();
    await writeFile(path.join(dataDir, 'pg', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/created by PostgreSQL 17/);
  });
});
