import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './failures.ts';

/** The system account PostgreSQL runs under. */
export interface Account {
  uid: number;
  gid: number;
}

const run = promisify(execFile);
const accountName = 'handover-db';

/**
 * PostgreSQL refuses to run as root. As root, use the cluster's owner, otherwise a system user created for this
 * purpose, or `nobody` if users cannot be added.
 * @returns undefined for a regular user, who runs PostgreSQL directly
 * @throws {EmbeddedPostgresError} if no account can be used
 */
export async function findAccount(clusterFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      'The embedded database cannot run as root on this system. Start Handover as a regular user.',
    );
  }
  return (await findOwner(clusterFolder)) ?? (await getSystemAccount());
}

/** Whether the account can enter every parent folder and read the path. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  const test = '[ -r "$0" ] && { [ ! -d "$0" ] || [ -x "$0" ]; }';
  try {
    await run('/bin/sh', ['-c', test, path], { ...account, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

async function findOwner(folder: string): Promise<Account | undefined> {
  const stats = await stat(folder).catch(() => undefined);
  return stats && stats.uid !== 0 ? { uid: stats.uid, gid: stats.gid } : undefined;
}

async function getSystemAccount(): Promise<Account> {
  const account = (await lookUp(accountName)) ?? (await addAccount()) ?? (await lookUp('nobody'));
  if (account) return account;
  throw new EmbeddedPostgresError(
    'PostgreSQL cannot run as root, and no other account was found. Start Handover as a regular user, or set DATABASE_URL.',
  );
}

async function addAccount(): Promise<Account | undefined> {
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
  try {
    await run('useradd', [...options, '--shell', '/usr/sbin/nologin', accountName], {
      env: { PATH: systemPath },
    });
  } catch {
    // No useradd, a read-only /etc, or a concurrent start: the next lookup decides.
  }
  return lookUp(accountName);
}

const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin';

/** initdb needs an entry in the same file. */
async function lookUp(name: string): Promise<Account | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = passwd.split('\n').map((line) => line.split(':'));
  const found = fields.find(([entry]) => entry === name);
  const [uid, gid] = [Number(found?.[2]), Number(found?.[3])];
  return uid > 0 && gid > 0 ? { uid, gid } : undefined;
}
