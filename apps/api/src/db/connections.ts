import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isLookUp, isUnawaited } from './kept-statement.ts';

type Query = (text: string, values: readonly unknown[]) => Promise<Pick<pg.QueryResult, 'rows'>>;

/**
 * What statements are executed on. A reservation takes a connection with its first statement and keeps it, as a
 * transaction must. A look-up outside of one goes over a connection that several share at the same time: on a
 * busy one nobody has to be woken for it, neither here nor in the database.
 */
export function shareConnections(pool: pg.Pool): PostgresPool {
  const share = createShare(pool);
  return {
    connect: () => Promise.resolve(reserve(pool, share)),
    end: () => pool.end(),
    options: pool.options,
  };
}

function reserve(pool: pg.Pool, share: Query): PostgresPoolClient {
  let held: pg.PoolClient | null = null;
  let isInTransaction = false;
  let waitsForMore = false;
  /** Why a statement failed that nobody waited for. The transaction is lost with it: what comes next is told. */
  let failed: unknown = null;
  const takeFailure = (other: unknown): unknown => {
    const cause = failed ?? other;
    failed = null;
    return cause;
  };
  const query: Query = async (text, values) => {
    if (held === null && isLookUp(text)) return share(text, values);
    held ??= await pool.connect();
    isInTransaction ||= opensTransaction(text);
    const { stream } = held.connection;
    if (isInTransaction && isUnawaited(text)) {
      if (!waitsForMore) stream.cork();
      waitsForMore = true;
      held.query(text, [...values]).catch((error: unknown) => (failed ??= error));
      return { rows: [] };
    }
    const answer = held.query(text, [...values]);
    if (waitsForMore) stream.uncork();
    waitsForMore = false;
    const result = await answer.catch((error: unknown) => Promise.reject(takeFailure(error)));
    if (failed !== null) throw takeFailure(null);
    return result;
  };
  const client: unknown = { query, release: (isLost?: boolean) => held?.release(isLost) };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Kysely's type also has cursors, which it uses only where it is given one
  return client as PostgresPoolClient;
}

function opensTransaction(text: string): boolean {
  return text === 'begin' || text.startsWith('start transaction');
}

type Shared = { readonly connecting: Promise<pg.PoolClient>; open: number };

/** Statements of many callers on one connection of the pool, which has it back when none is open. */
function createShare(pool: pg.Pool): Query {
  let current: Shared | null = null;
  return async (text, values) => {
    current ??= { connecting: pool.connect(), open: 0 };
    const shared = current;
    shared.open += 1;
    const leave = (): boolean => {
      shared.open -= 1;
      if (shared.open === 0 && current === shared) current = null;
      return shared.open === 0;
    };
    let client: pg.PoolClient | null = null;
    try {
      client = await shared.connecting;
      return await client.query(text, [...values]);
    } catch (error) {
      // Whatever it is, those that come now shall not have it, too.
      if (current === shared) current = null;
      throw error;
    } finally {
      if (leave()) client?.release();
    }
  };
}
