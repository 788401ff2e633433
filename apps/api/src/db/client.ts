import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createArrayReader } from './arrays.ts';
import { shareConnections } from './statements/connections.ts';
import type { Database } from './schema/database.ts';
import { TenantGuard } from './tenant-guard.ts';
import { readTimestamp } from './timestamps.ts';

/** The app's database role: no superuser, no DDL, only SELECT and INSERT on append-only tables. */
export const appRole = 'handover_app';

export type Db = Kysely<Database>;

export type DatabaseClient = { readonly db: Db; readonly pool: pg.Pool; close(): Promise<void> };

// Counts and sizes fit a double; dates stay `YYYY-MM-DD` strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTimestamp);

/** The array types of PostgreSQL's catalog, which `pg` does not name. */
const arrayTypes: Readonly<Record<'int4' | 'text' | 'uuid', number>> = { int4: 1007, text: 1009, uuid: 2951 };
pg.types.setTypeParser(arrayTypes.int4, createArrayReader(arrayTypes.int4, Number));
pg.types.setTypeParser(arrayTypes.text, createArrayReader(arrayTypes.text, String));
pg.types.setTypeParser(arrayTypes.uuid, createArrayReader(arrayTypes.uuid, String));

/** Timeouts: below the browser's 10 s for requests, longer for background work. */
const patience = {
  requests: { statementMs: 8_000, silenceMs: 9_000 },
  background: { statementMs: 120_000, silenceMs: 125_000 },
} as const;

/** More connections only compete for the same processors (ADR 18). */
const maxConnections = 12;

/**
 * Opens a pool that works as the app role behind the tenant guard. `onError` receives errors of idle
 * connections, which would otherwise end the process.
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
    // Sends statements without waiting for earlier results.
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
 * Destroys connections in use if their server has not answered for `silenceMs`, because a hanging server sends neither
 * results nor errors. Pending statements fail. The connections do not return to the pool, because a transaction may
 * still be open.
 */
function cutSilent(pool: pg.Pool, silenceMs: number): void {
  const timers = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  const cut = (client: pg.PoolClient): unknown => client.connection.stream.destroy();
  pool.on('connect', (client) => client.connection.on('readyForQuery', () => timers.get(client)?.refresh()));
  pool.on('acquire', (client) => timers.set(client, setTimeout(cut, silenceMs, client)));
  pool.on('release', (_error, client) => clearTimeout(timers.get(client)));
}
