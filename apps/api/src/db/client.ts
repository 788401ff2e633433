import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema/database.ts';
import { TenantGuard } from './tenant-guard.ts';

/** The role that the app works as: no superuser, no DDL, append-only tables read and added to only. */
export const appRole = 'handover_app';

export type Db = Kysely<Database>;

export type DatabaseClient = { readonly db: Db; readonly pool: pg.Pool; close(): Promise<void> };

// Counts and byte sizes fit a double; dates stay calendar dates `YYYY-MM-DD`.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

/**
 * A pool of connections that work as the app role, with the tenant guard in front.
 * `onError` hears of connections lost while idle, which would otherwise end the process.
 */
export function openDatabase({
  connectionString,
  maxConnections = 20,
  onError,
}: {
  connectionString: string;
  maxConnections?: number;
  onError: (error: Error) => void;
}): DatabaseClient {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'handover',
    options: `-c role=${appRole} -c timezone=UTC -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000`,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [new TenantGuard()] });
  return { db, pool, close: () => db.destroy() };
}
