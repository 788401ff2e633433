import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { shareConnections } from './statements/connections.ts';
import type { Database } from './schema/database.ts';
import { TenantGuard } from './tenant-guard.ts';
import { readTimestamp } from './timestamps.ts';

/** The role that the app works as: no superuser, no DDL, append-only tables read and added to only. */
export const appRole = 'handover_app';

export type Db = Kysely<Database>;

export type DatabaseClient = { readonly db: Db; readonly pool: pg.Pool; close(): Promise<void> };

// Counts and byte sizes fit a double; dates stay calendar dates `YYYY-MM-DD`.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTimestamp);

/** How long the database may take: below the 10 s after which a browser gives up, or long enough for work in the background. */
const patience = {
  requests: { statementMs: 8_000, silenceMs: 9_000 },
  background: { statementMs: 120_000, silenceMs: 125_000 },
} as const;

/** More would not do more: each is a process of the database that wants the same processors (ADR 18). */
const maxConnections = 12;

/**
 * A pool of connections that work as the app role, with the tenant guard in front.
 * `onError` hears of connections lost while idle, which would otherwise end the process.
 */
export function openDatabase({
  connectionString,
  purpose = 'requests',
  onError,
}: {
  connectionString: string;
  purpose?: keyof typeof patience;
  onError: (error: Error) => void;
}): DatabaseClient {
  const { statementMs, silenceMs } = patience[purpose];
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    // Statements of several callers are sent without waiting for the answers to those before them.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: `handover-${purpose}`,
    options: `-c role=${appRole} -c timezone=UTC -c statement_timeout=${String(statementMs)} -c idle_in_transaction_session_timeout=60000`,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  cutSilent(pool, silenceMs);
  const dialect = new PostgresDialect({ pool: shareConnections(pool) });
  const db = new Kysely<Database>({ dialect, plugins: [new TenantGuard()] });
  return { db, pool, close: () => db.destroy() };
}

/**
 * Ends connections in use whose server has not answered for `silenceMs`: a server that hangs sends
 * neither results nor errors. What waits on them fails, and they never return to the pool, since an
 * open transaction could be left on them.
 */
function cutSilent(pool: pg.Pool, silenceMs: number): void {
  const timers = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  const cut = (client: pg.PoolClient): unknown => client.connection.stream.destroy();
  pool.on('connect', (client) => client.connection.on('readyForQuery', () => timers.get(client)?.refresh()));
  pool.on('acquire', (client) => timers.set(client, setTimeout(cut, silenceMs, client)));
  pool.on('release', (_error, client) => clearTimeout(timers.get(client)));
}
