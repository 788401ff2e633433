import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { runTogether, type Statement } from './batch.ts';
import { isKept, isLookUp, isUnawaited } from './kept-statement.ts';

type Query = (text: string, values: readonly unknown[]) => Promise<Pick<pg.QueryResult, 'rows'>>;

/**
 * What statements are executed on. A reservation takes a connection with its first statement and keeps it, as a
 * transaction must, whose statements make as few trips to the database as their answers allow. A look-up outside
 * of one goes over a connection that several share at the same time: on a busy one nobody has to be woken for it,
 * neither here nor in the database.
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
  /** What goes with the next statement that somebody waits for; a transaction opens with its first. */
  let waiting: Statement[] = [];
  const send = async (statement: Statement): Promise<pg.QueryResult> => {
    held ??= await pool.connect();
    const before = waiting;
    waiting = [];
    if (isBatchable(statement)) return runTogether(held, [...before, statement]);
    if (before.length > 0) await runTogether(held, before);
    return held.query(statement.text);
  };
  const query: Query = async (text, values) => {
    if (held === null && !isInTransaction && isLookUp(text)) return share(text, values);
    const statement = { text, values };
    isInTransaction ||= opensTransaction(statement);
    if (isInTransaction && (opensTransaction(statement) || isUnawaited(text))) {
      waiting.push(statement);
      return nothing;
    }
    if (text !== 'commit' && text !== 'rollback') return send(statement);
    isInTransaction = false;
    const isUnopened = waiting.some(opensTransaction);
    if (text === 'rollback' || waiting.every(opensTransaction)) waiting = [];
    return isUnopened && waiting.length === 0 ? nothing : send(statement);
  };
  const client: unknown = { query, release: (isLost?: boolean) => held?.release(isLost) };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Kysely's type also has cursors, which it uses only where it is given one
  return client as PostgresPoolClient;
}

const nothing = { rows: [] };

function opensTransaction({ text }: Statement): boolean {
  return text === 'begin' || text.startsWith('start transaction');
}

/** Text without values may be several statements, which the driver sends in another way. */
function isBatchable({ text, values }: Statement): boolean {
  return values.length > 0 || isKept(text) || text === 'commit';
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
      return await runTogether(client, [{ text, values }]);
    } catch (error) {
      // Whatever it is, those that come now shall not have it, too.
      if (current === shared) current = null;
      throw error;
    } finally {
      if (leave()) client?.release();
    }
  };
}
