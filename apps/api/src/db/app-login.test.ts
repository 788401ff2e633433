import { randomBytes } from 'node:crypto';
import { createTestDatabase, runStatement, type TestDatabase } from '@handover/testing/database.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '#test/harness.ts';
import { openKeyring } from '#lib/keyring.ts';
import { openAppLogin } from './app-login.ts';
import { appRole } from './client.ts';

const suffix = randomBytes(6).toString('hex');
const keyring = openKeyring(`a key of this test only, ${suffix}`);
const login = `handover_login_${keyring.fingerprint}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await runStatement(database.connectionString, `DROP OWNED BY ${login}; DROP ROLE ${login}`);
  await database.drop();
});

async function withAppConnection<T>(
  connectionString: string,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, options: `-c role=${appRole}` });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

const warnings: string[] = [];
const logger = { warn: (_detail: unknown, text: string) => void warnings.push(text) };
const open = (connectionString = database.connectionString) =>
  openAppLogin({ connectionString, keyring, logger });

const leaveRole = ['RESET ROLE', 'RESET SESSION AUTHORIZATION', 'SET ROLE NONE', 'DISCARD ALL'];

describe('the app’s own login', () => {
  it('gains no privileges by leaving the app’s role', async () => {
    await withAppConnection(await open(), async (client) => {
      const { rows } = await client.query('SELECT session_user, current_user');
      expect(rows).toEqual([{ session_user: login, current_user: appRole }]);
      await client.query('SET ROLE NONE');
      await expect(client.query('SELECT FROM users')).rejects.toThrow(/permission denied/);
      for (const leave of leaveRole) {
        await client.query(`SET ROLE ${appRole}`);
        await client.query(leave);
        for (const forbidden of [
          'DELETE FROM audit_entries',
          'UPDATE audit_seals SET seq = seq',
          'CREATE TABLE extra ()',
          'ALTER TABLE audit_entries DISABLE TRIGGER ALL',
          'SET ROLE app',
          "SET SESSION AUTHORIZATION 'app'",
        ])
          await expect(client.query(forbidden), `${leave}, ${forbidden}`).rejects.toThrow(
            /permission denied|must be owner|must be able to SET ROLE/,
          );
      }
    });
    expect(warnings).toEqual([]);
  });

  it('is reused, and repaired after somebody changed it', async () => {
    await open();
    await runStatement(database.connectionString, `ALTER ROLE ${login} NOLOGIN`);
    const again = await open();
    expect(again).not.toBe(database.connectionString);
    await withAppConnection(again, (client) => client.query('SELECT FROM users'));
    expect(warnings).toEqual([]);
  });

  it('is created once by servers that start together', async () => {
    await runStatement(database.connectionString, `DROP OWNED BY ${login}; DROP ROLE ${login}`);
    const opened = await Promise.all([open(), open(), open(), open()]);
    expect(new Set(opened).size).toBe(1);
    expect(opened[0]).toContain(login);
    expect(warnings).toEqual([]);
  });

  it('does not give its password to a statement, which the server could log', async () => {
    const client = new pg.Client(database.connectionString);
    await client.connect();
    const { rows } = await client.query('SELECT rolpassword FROM pg_authid WHERE rolname = $1', [login]);
    await client.end();
    expect(rows).toEqual([{ rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$4096:/) }]);
  });
});

it('is what every connection of a server uses, those of jobs and live notices included', async () => {
  const api = await startApi();
  try {
    await api.startJobs();
    const admin = await api.signIn({ role: 'ADMIN', workspaceId: await api.makeWorkspace() });
    await admin.get('/users');
    const client = new pg.Client(api.connectionString);
    await client.connect();
    const { rows } = await client.query<{ name: string; usename: string }>(
      `SELECT DISTINCT application_name AS name, usename FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> ''`,
    );
    await client.end();
    const own = `handover_login_${api.booted.platform.keyring.fingerprint}`;
    expect(rows.map(({ usename }) => usename)).toEqual(rows.map(() => own));
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['handover-requests', 'handover-live', 'handover-jobs']),
    );
  } finally {
    await api.close();
  }
});

it('is replaced by the owner’s login, with a warning, where that may not create roles', async () => {
  const operator = `handover_operator_${suffix}`;
  const other = await createTestDatabase();
  try {
    await runStatement(
      other.connectionString,
      `CREATE ROLE ${operator} LOGIN; GRANT ${appRole} TO ${operator} WITH ADMIN OPTION`,
    );
    const connectionString = `${other.connectionString}?user=${operator}`;
    const otherKey = openKeyring(`another key, ${suffix}`);
    warnings.length = 0;
    expect(await openAppLogin({ connectionString, keyring: otherKey, logger })).toBe(connectionString);
    expect(warnings).toEqual([expect.stringContaining('give its login CREATEROLE')]);
    await withAppConnection(connectionString, (client) => client.query('SELECT FROM users'));
  } finally {
    await other.drop();
    await runStatement(database.connectionString, `DROP ROLE ${operator}`);
  }
});
