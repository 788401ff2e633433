import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Keyring } from '#lib/keyring.ts';
import { createLogin, isAppRole } from './app-login.queries.ts';

const scramIterations = 4096;

/**
 * The connection string of the app: a separate login that can only use the app's role, so resetting the role grants
 * nothing. Its password comes from the secret key, which all servers share. The login is created or repaired as the
 * owner of the database (`connectionString`). If the owner may not do that, its own connection string is returned, with
 * a warning in the log.
 */
export async function openAppLogin({
  connectionString,
  keyring,
  logger,
}: {
  connectionString: string;
  keyring: Pick<Keyring, 'fingerprint' | 'databasePassword'>;
  logger: { warn(detail: { err: unknown }, message: string): void };
}): Promise<string> {
  const login = `handover_login_${keyring.fingerprint}`;
  const password = keyring.databasePassword;
  const user = new URLSearchParams({ user: login, password }).toString();
  const own = `${connectionString}${connectionString.includes('?') ? '&' : '?'}${user}`;
  if (await canConnect(own)) return own;
  const refusal = await createLogin(connectionString, {
    login,
    verifier: createScramVerifier(password),
  }).then(() => null, toPermissionError);
  if (await canConnect(own)) return own;
  logger.warn(
    { err: refusal },
    'requests connect as the owner of the database: give its login CREATEROLE (docs/recipes/running-with-postgres.md)',
  );
  return connectionString;
}

function canConnect(connectionString: string): Promise<boolean> {
  return isAppRole(connectionString).catch((error: unknown) => {
    toPermissionError(error);
    return false;
  });
}

/** The server's error response; throws anything else, such as a lost connection. */
function toPermissionError(error: unknown): pg.DatabaseError {
  if (error instanceof pg.DatabaseError) return error;
  throw error;
}

/** In PostgreSQL's stored form (RFC 5803), so that no statement contains the password. */
function createScramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, scramIterations, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${String(scramIterations)}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
