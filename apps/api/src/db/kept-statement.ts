import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from './schema/database.ts';

type Db = Kysely<Database>;

type Built<Row> = { compile(db: Db): CompiledQuery<Row> };

/** Stands in a statement for a value that each execution brings. */
class Hole {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Build<Values, Row, Shape> = (db: Db, values: Values, shape: Shape) => Built<Row>;
type Execute<Values, Result, Shape> = (db: Db, values: Values, shape: Shape) => Promise<Result>;

/**
 * A statement that is built, checked by the tenant guard and compiled once for each shape, and only filled
 * with values after that; its connection keeps it parsed and planned, too. Together these are most of what a
 * small statement costs. Only for look-ups by key and inserts, since one plan then serves all values.
 *
 * `build` may pass values on and not look at them: what decides the statement's text is part of the shape.
 */
export function prepareStatement<Values extends object, Row, Shape = void>(
  build: Build<Values, Row, Shape>,
): Execute<Values, Row[], Shape> {
  return keep(build, storedMark);
}

/**
 * A kept statement that finds a record by its key, at once whatever there is: outside of a transaction it goes
 * over a connection that callers share, and others wait behind it.
 */
export function prepareLookup<Values extends object, Row, Shape = void>(
  build: Build<Values, Row, Shape>,
): Execute<Values, Row[], Shape> {
  return keep(build, lookUpMark);
}

/**
 * A kept statement that a transaction sends without waiting for it: what comes next, and the commit, are right
 * behind. If it fails, nothing is committed, and who waits for what came next, or for the commit, is told why.
 */
export function prepareUnawaited<Values extends object, Shape = void>(
  build: Build<Values, unknown, Shape>,
): Execute<Values, void, Shape> {
  const execute = keep(build, unawaitedMarker);
  return async (db, values, shape) => {
    await execute(db, values, shape);
  };
}

function keep<Values extends object, Row, Shape>(
  build: Build<Values, Row, Shape>,
  mark: string,
): Execute<Values, Row[], Shape> {
  const known = new Map<string, CompiledQuery<Row>>();
  return async (db, values, shape) => {
    const key = shape === undefined ? '' : JSON.stringify(shape);
    let statement = known.get(key);
    if (statement === undefined) {
      const compiled = build(db, holesFor<Values>(), shape).compile(db);
      statement = { ...compiled, sql: `${compiled.sql} ${mark}` };
      known.set(key, statement);
    }
    const filled = { ...statement, parameters: fill(statement.parameters, values) };
    return (await db.executeQuery<Row>(filled)).rows;
  };
}

function holesFor<Values extends object>(): Values {
  const holes: unknown = new Proxy({}, { get: (_target, name) => new Hole(String(name)) });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a builder that only passes values on cannot tell a hole from what will fill it
  return holes as Values;
}

function fill(parameters: readonly unknown[], values: object): unknown[] {
  return parameters.map((parameter) => {
    if (!(parameter instanceof Hole)) return parameter;
    const value: unknown = Reflect.get(values, parameter.name);
    if (value === undefined) throw new Error(`A kept statement without its ${parameter.name}`);
    return value;
  });
}

const storedMark = '/* kept */';
const lookUpMark = '/* look-up, kept */';
const unawaitedMarker = '/* unawaited, kept */';
const endOfMarks = 'kept */';

/** Whether a statement is kept, of any kind. */
export function isKept(text: string): boolean {
  return text.endsWith(endOfMarks);
}

/** Whether a statement came from `prepareLookup`. */
export function isLookUp(text: string): boolean {
  return text.endsWith(lookUpMark);
}

/** Whether a statement came from `prepareUnawaited`. */
export function isUnawaited(text: string): boolean {
  return text.endsWith(unawaitedMarker);
}

/** The statement as anybody would send it. */
export function withoutMark(text: string): string {
  return isKept(text) ? text.slice(0, text.lastIndexOf('/*')) : text;
}

const names = new Map<string, string>();

/** Under which a connection keeps a statement. */
export function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}
