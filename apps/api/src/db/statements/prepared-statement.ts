import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from '../schema/database.ts';

/**
 * How statements reach the database. The invariants of this folder:
 *
 * - A statement is prepared only by `prepareStatement`, `prepareLookup`, `prepareUnawaited`, or `executePrepared`. A
 * connection parses, describes, and plans it once. All but the last build it, and check it with the tenant guard, once
 * per shape.
 * - Its kind is passed with its values (`PreparedValues`), never in the text of the SQL.
 * - `connections.ts` decides where a statement goes: a lookup outside a transaction uses a shared connection,
 * everything else a reserved one. `begin` and unawaited statements wait for the next awaited statement.
 * - `batch.ts` sends such statements in one round trip without a `Sync` between them: when one fails, the following
 * ones are not executed.
 * - An error has the text of the statement that failed as `statement` (values are never in it).
 * - `driver.test.ts` pins the driver internals we use, so an incompatible version of `pg` fails there first.
 */
export type StatementKind = 'stored' | 'lookup' | 'unawaited';

/** The name under which a connection prepares the statement, and its kind. */
export type PreparedStatement = { readonly name: string; readonly kind: StatementKind };

/** A statement to send. `prepared` is null if it is parsed and planned on each execution. */
export type Statement = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly prepared: PreparedStatement | null;
};

/** The values of one execution, linked to their statement. */
export class PreparedValues extends Array<unknown> {
  readonly prepared: PreparedStatement;

  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  constructor(prepared: PreparedStatement) {
    super();
    this.prepared = prepared;
  }
}

type Db = Kysely<Database>;
type Built<Row> = { compile(db: Db): CompiledQuery<Row> };
type Build<Values, Row, Shape> = (db: Db, values: Values, shape: Shape) => Built<Row>;
type Execute<Values, Result, Shape> = (db: Db, values: Values, shape: Shape) => Promise<Result>;

/**
 * Prepares a statement. Use it only for lookups by key and inserts, where one plan serves all values.
 * `build` may pass values on, but not read them: everything that changes the SQL is part of the shape.
 */
export function prepareStatement<Values extends object, Row, Shape = void>(
  build: Build<Values, Row, Shape>,
): Execute<Values, Row[], Shape> {
  return prepare(build, 'stored');
}

/**
 * Prepares a fast lookup by key. Outside of transactions it shares a connection with other callers, who
 * wait behind it.
 */
export function prepareLookup<Values extends object, Row, Shape = void>(
  build: Build<Values, Row, Shape>,
): Execute<Values, Row[], Shape> {
  return prepare(build, 'lookup');
}

/**
 * Prepares a statement that a transaction sends without awaiting it, with the next statement or the commit.
 * If it fails, that statement or the commit is rejected and nothing is committed.
 */
export function prepareUnawaited<Values extends object, Shape = void>(
  build: Build<Values, unknown, Shape>,
): Execute<Values, void, Shape> {
  const execute = prepare(build, 'unawaited');
  return async (db, values, shape) => {
    await execute(db, values, shape);
  };
}

/**
 * Executes a lookup by key that is built anew each time, because its SQL depends on what the member may read, as a
 * prepared statement. Use it only if the SQL has few variants and takes longer to plan than to build.
 */
export async function executePrepared<Row>(db: Db, built: Built<Row>): Promise<Row[]> {
  const query = built.compile(db);
  const parameters = new PreparedValues({ name: getStatementName(query.sql), kind: 'stored' });
  parameters.push(...query.parameters);
  return (await db.executeQuery<Row>({ ...query, parameters })).rows;
}

type CompiledStatement<Row> = { readonly query: CompiledQuery<Row>; readonly prepared: PreparedStatement };

function prepare<Values extends object, Row, Shape>(
  build: Build<Values, Row, Shape>,
  kind: StatementKind,
): Execute<Values, Row[], Shape> {
  const compiledByShape = new Map<string, CompiledStatement<Row>>();
  return async (db, values, shape) => {
    const key = shape === undefined ? '' : JSON.stringify(shape);
    let compiled = compiledByShape.get(key);
    if (compiled === undefined) {
      const query = build(db, createPlaceholders<Values>(), shape).compile(db);
      compiled = { query, prepared: { name: getStatementName(query.sql), kind } };
      compiledByShape.set(key, compiled);
    }
    const { query } = compiled;
    return (await db.executeQuery<Row>({ ...query, parameters: fill(compiled, values) })).rows;
  };
}

/** A placeholder in a compiled statement for a value that each execution provides. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

function createPlaceholders<Values extends object>(): Values {
  const placeholders: unknown = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a builder that only passes values on cannot distinguish a placeholder from its value
  return placeholders as Values;
}

function fill({ query, prepared }: CompiledStatement<unknown>, values: object): PreparedValues {
  const filled = new PreparedValues(prepared);
  for (const parameter of query.parameters) {
    const value: unknown = parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter;
    if (value === undefined && parameter instanceof Placeholder)
      throw addStatementToError(
        new Error(`A prepared statement without a value for ${parameter.name}`),
        query.sql,
      );
    filled.push(value);
  }
  return filled;
}

/** The name under which a connection parses a statement. */
export function getStatementName(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The error with the text of its statement. */
export function addStatementToError<Failure extends Error>(error: Failure, text: string): Failure {
  return 'statement' in error ? error : Object.assign(error, { statement: text });
}
