import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts';
import type { Config } from './lib/config.ts';

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
