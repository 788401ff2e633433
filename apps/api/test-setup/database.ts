import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findTestServer, prepareTestDatabases } from '@handover/testing/database.ts';
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import { migrate } from '#db/migrate.ts';

/** Vitest global setup: one PostgreSQL and one migrated template for the whole run. */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startServer();
  const removeTemplate = await prepareTestDatabases({ serverUrl: server.url, migrate });
  return async () => {
    await removeTemplate();
    await server.stop();
  };
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = findTestServer();
  if (given) return { url: given, stop: () => Promise.resolve() };
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'handover-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: discardSettings,
  });
  return {
    url: postgres.connectionString,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** These databases live as long as the run; the tests that kill processes have separate clusters. */
const discardSettings = ['fsync=off', 'full_page_writes=off', 'max_connections=200'];
