import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { getErrorCode } from '#lib/error-codes.ts';
import { type Account, canReach } from './account.ts';
import type { PostgresConnection } from './data-folder-lock.ts';
import { EmbeddedPostgresError } from './failures.ts';

/** The address on which PostgreSQL listens. */
export interface Endpoint {
  /** Settings that make it listen there. */
  settings: string[];
  connection: PostgresConnection;
  remove(): Promise<void>;
}

/** `socket`: a Unix socket only for its owner. `loopback`: TCP on 127.0.0.1 with a password, for Windows. */
export type Transport = 'socket' | 'loopback';

export const defaultTransport: Transport = process.platform === 'win32' ? 'loopback' : 'socket';

const socketPort = 5432;
/** A socket path is limited to 107 bytes; the temporary folder's name and `.s.PGSQL.5432` take 30. */
const maxParentLength = 107 - 31;
const login = { user: 'app', database: 'handover' };

/** Creates the socket folder or finds a free port; the password is used only by `loopback`. */
export async function openEndpoint(input: {
  transport: Transport;
  account: Account | undefined;
  password: string;
}): Promise<Endpoint> {
  return input.transport === 'socket' ? openSocketFolder(input.account) : openLoopback(input.password);
}

/** Removes the socket folder of a killed process, and only if it looks like one. */
export async function removeStaleEndpoint(connection: PostgresConnection | undefined): Promise<void> {
  if (connection && /^handover-\w{6}$/.test(path.basename(connection.host))) {
    await rm(connection.host, { recursive: true, force: true });
  }
}

/** Reads or creates the password of the cluster's login. */
export async function readPassword(dataFolder: string): Promise<string> {
  const file = path.join(dataFolder, 'pg.password');
  const made = randomBytes(32).toString('base64url');
  try {
    await writeFile(file, made, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return readFile(file, 'utf8');
    throw error;
  }
}

/** The connection as a URL for libpq and node-postgres. */
export function toConnectionString({ host, port, user, database, password }: PostgresConnection): string {
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  return `postgresql://${user}${secret}@${encodeURIComponent(host)}:${port}/${database}`;
}

async function openSocketFolder(account: Account | undefined): Promise<Endpoint> {
  const folder = await mkdtemp(path.join(await findSocketParent(account), 'handover-'));
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  return {
    settings: [
      `unix_socket_directories=${folder}`,
      'unix_socket_permissions=0700',
      'listen_addresses=',
      `port=${socketPort}`,
    ],
    connection: { host: folder, port: socketPort, ...login },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function findSocketParent(account: Account | undefined): Promise<string> {
  for (const parent of [os.tmpdir(), '/tmp', '/var/tmp']) {
    const isPlain = Buffer.byteLength(parent) <= maxParentLength && !/[,"\s]/.test(parent);
    if (isPlain && (!account || (await canReach(account, parent)))) return parent;
  }
  throw new EmbeddedPostgresError(
    'No folder for the database socket: make /tmp readable, or set TMPDIR to a short path.',
  );
}

async function openLoopback(password: string): Promise<Endpoint> {
  const port = await findFreePort();
  return {
    settings: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`],
    connection: { host: '127.0.0.1', port, ...login, password },
    remove: () => Promise.resolve(),
  };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
