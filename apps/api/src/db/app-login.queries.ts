import pg from 'pg';
import { appRole } from './client.ts';

/** Creates a login that can take the app's role and nothing else, or gives it this password again. */
export async function createLogin(
  connectionString: string,
  { login, verifier }: { login: string; verifier: string },
): Promise<void> {
  const role = pg.escapeIdentifier(login);
  const secret = `LOGIN PASSWORD ${pg.escapeLiteral(verifier)}`;
  await withConnection({ connectionString }, (client) =>
    client.query(`
      DO $do$ BEGIN
        CREATE ROLE ${role} NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT ${secret};
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        ALTER ROLE ${role} ${secret};
      END $do$;
      GRANT ${appRole} TO ${role};
      DO $do$ BEGIN
        EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${role}', current_database());
      END $do$`),
  );
}

/** Whether the connection works as the app's role, as a login that has no other rights. */
export async function isAppRole(connectionString: string): Promise<boolean> {
  const options = `-c role=${appRole}`;
  const { rows } = await withConnection({ connectionString, options }, (client) =>
    client.query<{ is_app: boolean }>(
      `SELECT current_user = '${appRole}' AND NOT (rolsuper OR rolinherit OR rolcreaterole OR rolcreatedb) AS is_app
       FROM pg_roles WHERE rolname = session_user`,
    ),
  );
  return rows[0]?.is_app === true;
}

async function withConnection<T>(
  config: pg.ClientConfig,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: 10_000,
    application_name: 'handover-login',
  });
  // A lost connection is also reported by the running statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
