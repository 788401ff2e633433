import pg from 'pg';
import { isKept, nameOf } from './kept-statement.ts';

export type Statement = { readonly text: string; readonly values: readonly unknown[] };

type Settle = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * Executes statements, each a single one, in one trip to the database; gives the result of the last. If one
 * fails, none of those behind it runs, and its error is thrown.
 */
export function runTogether(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const settle: Settle = (error, result) =>
      result === undefined ? reject(error ?? new Error('Nothing was executed')) : resolve(result);
    client.query(new Batch(statements, settle));
  });
}

type Fields = { readonly fields: readonly unknown[] };

/** What the driver has beyond what its types tell. */
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
  /** The columns of what kept statements answer, by their names: a connection need not tell them every time. */
  readonly fields: Map<string, Fields>;
  /** The connection to those who end nothing, and to those who do not ask for their columns, either. */
  readonly asking: Connection;
  readonly knowing: Connection;
};
const views = new WeakMap<Connection, Views>();

/**
 * Several queries of the driver that pass for one. Between them stands no `Sync`, after which the next would
 * run whatever came of the one before. Each writes and reads its own messages; this one knows whose turn it is.
 */
class Batch extends pg.Query {
  readonly statements: readonly Statement[];
  /** Of the part whose turn it is: by these the driver remembers what is prepared. */
  name: string | undefined;
  text: string | undefined;
  readonly #parts: readonly Part[];
  readonly #settle: Settle;
  #turn = 0;
  #fields: Fields | null = null;
  #failure: Error | null = null;

  constructor(statements: readonly Statement[], settle: Settle) {
    super('');
    this.statements = statements;
    this.#settle = settle;
    this.#parts = statements.map((statement) =>
      toPart(statement, (error, result) => {
        this.#failure ??= error;
        settle(error, result);
      }),
    );
  }

  override submit = (connection: pg.Connection): void => {
    if (!isKnown(connection)) throw new Error('The driver is not the one that this is made for');
    connection.stream.cork();
    for (const part of this.#parts) {
      part.prepare(viewFor(connection, part));
      // Its values could not be sent, so nothing follows.
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
    if (part?.name !== undefined) viewsOf(connection).fields.set(part.name, this.#fields ?? noFields);
    this.#begin(this.#turn + 1, connection);
  }

  handleError(error: Error, connection: Connection): void {
    // They count as prepared since they were sent, and will never be.
    for (const { name } of this.#parts.slice(this.#turn))
      if (name !== undefined) Reflect.deleteProperty(connection.submittedNamedStatements, name);
    this.#settle(error);
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.#failure === null) this.#parts.at(-1)?.handleReadyForQuery(connection);
  }

  #begin(turn: number, connection: Connection): void {
    const part = this.#parts[turn];
    this.#turn = turn;
    this.name = part?.name;
    this.text = part?.text;
    this.#fields = part === undefined ? null : fieldsOf(connection, part);
    if (this.#fields !== null && this.#fields !== noFields) part?.handleRowDescription(this.#fields);
  }
}

function isKnown(connection: pg.Connection): connection is Connection {
  return 'submittedNamedStatements' in connection && 'describe' in connection;
}

function toPart({ text, values }: Statement, settle: Settle): Part {
  const isNamed = isKept(text) || text === 'begin' || text === 'commit';
  const config = { text, values: [...values], queryMode: 'extended', ...(isNamed && { name: nameOf(text) }) };
  const query: unknown = Reflect.construct(pg.Query, [config, settle]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the driver's types leave out what it calls on its own queries
  return query as Part;
}

function viewFor(connection: Connection, part: Part): Connection {
  const { asking, knowing } = viewsOf(connection);
  return fieldsOf(connection, part) === null ? asking : knowing;
}

function fieldsOf(connection: Connection, { name }: Part): Fields | null {
  return name === undefined ? null : (viewsOf(connection).fields.get(name) ?? null);
}

function viewsOf(connection: Connection): Views {
  const known = views.get(connection);
  if (known !== undefined) return known;
  // Nor do they close what they have prepared when a value of theirs cannot be sent: the driver goes on using it.
  const asking = without(connection, ['sync', 'close']);
  const knowing = without(asking, ['describe']);
  const made = { fields: new Map<string, Fields>(), asking, knowing };
  views.set(connection, made);
  return made;
}

/** The same connection, on which these calls do nothing. */
function without(connection: Connection, calls: readonly string[]): Connection {
  const left: unknown = Object.create(
    connection,
    Object.fromEntries(calls.map((call) => [call, { value: () => undefined }])),
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- it inherits all that the connection has
  return left as Connection;
}
