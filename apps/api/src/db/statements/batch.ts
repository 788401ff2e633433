import pg from 'pg';
import { getStatementName, addStatementToError, type Statement } from './prepared-statement.ts';

type OnEnd = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * Executes single statements in one round trip and returns the result of the last. If one fails, the following ones are
 * not executed and its error is thrown.
 */
export function runTogether(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const onEnd: OnEnd = (error, result) =>
      result === undefined ? reject(error ?? new Error('Nothing was executed')) : resolve(result);
    client.query(new Batch(statements, onEnd));
  });
}

type Fields = { readonly fields: readonly unknown[] };

/** Driver internals missing from its types, pinned by `driver.test.ts`. */
type Connection = pg.Connection & {
  readonly submittedNamedStatements: Record<string, string | undefined>;
  describe(what: unknown): void;
};
type Part = {
  readonly name: string | undefined;
  readonly text: string;
  prepare(connection: Connection): void;
  handleRowDescription(message: Fields): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
};

const noFields: Fields = { fields: [] };

type Views = {
  /** Columns of prepared statements by name, so that a connection describes each once. */
  readonly fields: Map<string, Fields>;
  /** The connection without `sync` and `close`, and additionally without `describe`. */
  readonly describing: Connection;
  readonly undescribing: Connection;
};
const views = new WeakMap<Connection, Views>();

/**
 * Several driver queries as one. There is no `Sync` between them, because after it the next query would run even if the
 * previous one failed. Each query handles its messages; the batch tracks the current one.
 */
class Batch extends pg.Query {
  readonly statements: readonly Statement[];
  /** Name of the current part, by which the driver records prepared statements. */
  name: string | undefined;
  text: string | undefined;
  readonly #parts: readonly Part[];
  readonly #onEnd: OnEnd;
  #turn = 0;
  #fields: Fields | null = null;
  #failure: Error | null = null;

  constructor(statements: readonly Statement[], onEnd: OnEnd) {
    super('');
    this.statements = statements;
    this.#onEnd = onEnd;
    this.#parts = statements.map((statement) =>
      toPart(statement, (error, result) => {
        if (error !== null) this.#failure ??= addStatementToError(error, statement.text);
        onEnd(error, result);
      }),
    );
  }

  override submit = (connection: pg.Connection): void => {
    if (!isSupported(connection)) throw new Error('This version of pg has no pipelined connection');
    connection.stream.cork();
    for (const part of this.#parts) {
      part.prepare(createView(connection, part));
      // A value could not be serialized, so nothing else is sent.
      if (this.#failure !== null) break;
    }
    connection.sync();
    connection.stream.uncork();
    this.#begin(0, connection);
  };

  handleRowDescription(message: Fields): void {
    this.#fields = message;
    this.#parts[this.#turn]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#parts[this.#turn]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    const part = this.#parts[this.#turn];
    part?.handleCommandComplete(message, connection);
    if (part?.name !== undefined) createViews(connection).fields.set(part.name, this.#fields ?? noFields);
    this.#begin(this.#turn + 1, connection);
  }

  handleError(error: Error, connection: Connection): void {
    // The driver counts them as prepared, but the database has skipped them.
    for (const { name } of this.#parts.slice(this.#turn))
      if (name !== undefined) Reflect.deleteProperty(connection.submittedNamedStatements, name);
    this.#onEnd(addStatementToError(error, this.text ?? ''));
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.#failure === null) this.#parts.at(-1)?.handleReadyForQuery(connection);
  }

  #begin(turn: number, connection: Connection): void {
    const part = this.#parts[turn];
    this.#turn = turn;
    this.name = part?.name;
    this.text = part?.text;
    this.#fields = part === undefined ? null : findFields(connection, part);
    if (this.#fields !== null && this.#fields !== noFields) part?.handleRowDescription(this.#fields);
  }
}

function isSupported(connection: pg.Connection): connection is Connection {
  return 'submittedNamedStatements' in connection && 'describe' in connection;
}

const namesOfControls = new Map(['begin', 'commit'].map((text) => [text, getStatementName(text)]));

function toPart({ text, values, prepared }: Statement, onEnd: OnEnd): Part {
  const name = prepared?.name ?? namesOfControls.get(text);
  const config = { text, values: [...values], queryMode: 'extended', ...(name !== undefined && { name }) };
  const query: unknown = Reflect.construct(pg.Query, [config, onEnd]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the driver's types leave out what it calls on its own queries
  return query as Part;
}

function createView(connection: Connection, part: Part): Connection {
  const { describing, undescribing } = createViews(connection);
  return findFields(connection, part) === null ? describing : undescribing;
}

function findFields(connection: Connection, { name }: Part): Fields | null {
  return name === undefined ? null : (createViews(connection).fields.get(name) ?? null);
}

function createViews(connection: Connection): Views {
  const existing = views.get(connection);
  if (existing !== undefined) return existing;
  // Without `close`, a statement remains prepared if a value cannot be serialized.
  const describing = disableCalls(connection, ['sync', 'close']);
  const undescribing = disableCalls(describing, ['describe']);
  const created = { fields: new Map<string, Fields>(), describing, undescribing };
  views.set(connection, created);
  return created;
}

/** The connection with these calls disabled. */
function disableCalls(connection: Connection, calls: readonly string[]): Connection {
  const limited: unknown = Object.create(
    connection,
    Object.fromEntries(calls.map((call) => [call, { value: () => undefined }])),
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- it inherits all that the connection has
  return limited as Connection;
}
