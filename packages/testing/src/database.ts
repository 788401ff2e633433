import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface DatabaseConnection {
  /** A host name, or the folder of a Unix socket when it starts with `/`. */
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
}

export interface TestDatabase {
  connectionString: string;
  connection: DatabaseConnection;
  /** Deletes the database and closes its open connections. */
  drop(): Promise<void>;
}

/** The server used by the tests. Set by the test setup, or manually to use another server. */
const serverVariable = 'TEST_DATABASE_URL';
const templateVariable = 'TEST_DATABASE_TEMPLATE';

/** The manually set server, with a login that can create databases. */
export function findTestServer(): string | undefined {
  return process.env[serverVariable];
}

/**
 * Migrates a template database that `createTestDatabase` copies. Call once per test run.
 * @returns a function that deletes it
 */
export async function prepareTestDatabases(input: {
  serverUrl: string;
  migrate: (input: { connectionString: string }) => Promise<void>;
}): Promise<() => Promise<void>> {
  const { serverUrl, migrate } = input;
  const template = `handover_template_${randomBytes(6).toString('hex')}`;
  await runStatement(serverUrl, `CREATE DATABASE ${template}`);
  await migrate({ connectionString: withDatabase(serverUrl, template) });
  process.env[serverVariable] = serverUrl;
  process.env[templateVariable] = template;
  return () => runStatement(serverUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
}

/** Creates an empty, migrated database for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = findTestServer();
  const template = process.env[templateVariable];
  if (!serverUrl || !template)
    throw new Error('No test database server: the setup of the test run has not been called.');
  const name = `handover_test_${randomBytes(6).toString('hex')}`;
  await runStatement(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const connectionString = withDatabase(serverUrl, name);
  return {
    connectionString,
    connection: toConnection(connectionString),
    drop: () => runStatement(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

function withDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

function toConnection(connectionString: string): DatabaseConnection {
  const url = new URL(connectionString);
  return {
    host: decodeURIComponent(url.hostname),
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    database: url.pathname.slice(1),
    ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
  };
}

/** Runs one statement on a separate connection, as the role in the URL. */
export async function runStatement(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  // A lost connection also makes the running statement fail.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
