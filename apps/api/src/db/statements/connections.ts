import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { runTogether } from './batch.ts';
import { addStatementToError, PreparedValues, type Statement } from './prepared-statement.ts';

type Query = (text: string, values: readonly unknown[]) => Promise<Pick<pg.QueryResult, 'rows'>>;
type Send = (statement: Statement) => Promise<Pick<pg.QueryResult, 'rows'>>;

/**
 * The pool as Kysely uses it. A reservation takes a connection with its first statement, as a transaction requires.
 * Lookups outside of transactions share a connection with other callers: on a busy connection the next statement has
 * arrived when the previous one ends, so no process has to be woken.
 */
export function shareConnections(pool: pg.Pool): PostgresPool {
  const sendShared = createShare(pool);
  return {
    connect: () => Promise.resolve(reserve(pool, sendShared)),
    end: () => pool.end(),
    options: pool.options,
  };
}

function reserve(pool: pg.Pool, sendShared: Send): PostgresPoolClient {
  let reserved: pg.PoolClient | null = null;
  let isInTransaction = false;
  /** Sent together with the next awaited statement. A transaction opens with its first statement. */
  let unsent: Statement[] = [];
  const send: Send = async (statement) => {
    reserved ??= await pool.connect();
    const before = unsent;
    unsent = [];
    if (isBatchable(statement)) return runTogether(reserved, [...before, statement]);
    if (before.length > 0) await runTogether(reserved, before);
    return sendText(reserved, statement.text);
  };
  const query: Query = async (text, values) => {
    const prepared = values instanceof PreparedValues ? values.prepared : null;
    const statement: Statement = { text, values, prepared };
    if (reserved === null && !isInTransaction && prepared?.kind === 'lookup') return sendShared(statement);
    isInTransaction ||= isTransactionStart(statement);
    if (isInTransaction && (isTransactionStart(statement) || prepared?.kind === 'unawaited')) {
      unsent.push(statement);
      return noRows;
    }
    if (text !== 'commit' && text !== 'rollback') return send(statement);
    isInTransaction = false;
    const isUnopened = unsent.some(isTransactionStart);
    if (text === 'rollback' || unsent.every(isTransactionStart)) unsent = [];
    return isUnopened && unsent.length === 0 ? noRows : send(statement);
  };
  const client: unknown = { query, release: (isLost?: boolean) => reserved?.release(isLost) };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Kysely's type also has cursors, which it uses only when it gets one
  return client as PostgresPoolClient;
}

const noRows = { rows: [] };

function isTransactionStart({ text }: Statement): boolean {
  return text === 'begin' || text.startsWith('start transaction');
}

/** Text without values may contain several statements, which only the simple protocol accepts. */
function isBatchable({ text, values, prepared }: Statement): boolean {
  return values.length > 0 || prepared !== null || text === 'commit';
}

async function sendText(client: pg.PoolClient, text: string): Promise<pg.QueryResult> {
  try {
    return await client.query(text);
  } catch (error) {
    throw error instanceof Error ? addStatementToError(error, text) : error;
  }
}

type SharedClient = { readonly connecting: Promise<pg.PoolClient>; open: number };

/** Sends statements of many callers on one pooled connection and releases it when idle. */
function createShare(pool: pg.Pool): Send {
  let current: SharedClient | null = null;
  return async (statement) => {
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
      return await runTogether(client, [statement]);
    } catch (error) {
      // After any error, the next callers get another connection.
      if (current === shared) current = null;
      throw error;
    } finally {
      if (leave()) client?.release();
    }
  };
}
