import { findEmbeddedPostgres } from '../apps/api/src/db/embedded/data-folder-lock.ts';
import { toConnectionString } from '../apps/api/src/db/embedded/endpoint.ts';
import { openDatabase, type DatabaseClient } from '../apps/api/src/db/client.ts';
import { runStatement } from '../packages/testing/src/database.ts';
import { startServerProcess, type ServerProcess } from '../packages/testing/src/server-process.ts';
import { memoryLimits } from '../tools/launcher/memory-limits.js';
import { openSession, type Session } from './calls/http-load.ts';

export const password = 'bench password';

export type Place = { readonly dataDir: string; readonly port: number };
export type RunningBench = {
  readonly server: ServerProcess;
  readonly session: Session;
  readonly pool: DatabaseClient['pool'];
  readonly connectionString: string;
};

/**
 * The real server in a separate process, with the memory limits of `npm start`, with up to `callers` concurrent
 * sessions, and a bare driver on its database.
 */
export async function withServer<T>(
  { dataDir, port, callers, env = {} }: Place & { callers: number; env?: Record<string, string> },
  act: (running: RunningBench) => Promise<T>,
): Promise<T> {
  const server = await startServerProcess({
    dataDir,
    port,
    env: { NODE_OPTIONS: memoryLimits.join(' '), SAMPLE_DATA: 'true', SAMPLE_PASSWORD: password, ...env },
  });
  try {
    const session = await openSession({ address: server.address, password, callers });
    const connection = await findEmbeddedPostgres(dataDir);
    if (connection === undefined) throw new Error('The server runs without its database');
    const connectionString = toConnectionString(connection);
    const { pool } = openDatabase({ connectionString, onError: log });
    try {
      return await act({ server, session, pool, connectionString });
    } finally {
      session.close();
      await pool.end();
    }
  } finally {
    await server.stop();
  }
}

/** Does what autovacuum would do a few minutes after thousands of rows were inserted. */
export async function vacuum({ connectionString }: Pick<RunningBench, 'connectionString'>): Promise<void> {
  // The pool's connections use the app role, which is not allowed to vacuum, and they time out after a few seconds.
  await runStatement(connectionString, 'VACUUM (ANALYZE)');
}

/** Prints a line of progress. */
export function log(line: string | Error): void {
  process.stdout.write(`  ${typeof line === 'string' ? line : line.message}\n`);
}
