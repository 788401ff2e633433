import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
import type { Config } from './lib/config.ts';
import { findKeyFingerprint } from './platform/installation/installation.ts';

export type OpenedDatabase = {
  readonly config: Config;
  readonly connectionString: string;
  close(): Promise<void>;
};

/** The configured PostgreSQL, otherwise the embedded one in the data folder, which is created if missing. */
export async function openConfiguredDatabase(given: Config): Promise<OpenedDatabase> {
  const config = { ...given, dataDir: resolve(given.dataDir) };
  await mkdir(config.dataDir, { recursive: true });
  if (config.databaseUrl !== undefined)
    return { config, connectionString: config.databaseUrl, close: () => Promise.resolve() };
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (message) => process.stdout.write(`  ${message}\n`),
  });
  return { config, connectionString: embedded.connectionString, close: () => embedded.stop() };
}

/**
 * The same for a command on an installation. If there is none, such as at a mistyped address, throws instead of
 * creating one.
 */
export async function openExistingDatabase(given: Config): Promise<OpenedDatabase> {
  const place = given.databaseUrl === undefined ? resolve(given.dataDir) : 'the database in DATABASE_URL';
  const missing = new Error(
    `There is no installation of Handover in ${place}. Set DATA_DIR or DATABASE_URL.`,
  );
  if (given.databaseUrl === undefined && !existsSync(join(place, 'pg'))) throw missing;
  const opened = await openConfiguredDatabase(given);
  if ((await findKeyFingerprint(opened.connectionString)) !== null) return opened;
  await opened.close();
  throw missing;
}
