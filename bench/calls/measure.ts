import type { DatabaseClient } from '../../apps/api/src/db/client.ts';
import type { Statement } from '../../apps/api/src/db/statements/prepared-statement.ts';
import type { Call } from './call.ts';
import type { Request, Session } from './http-load.ts';
import { execute, withNewIds } from './statements.ts';
import { summarize, timeCalls, type Summary, type Timing } from './timing.ts';

export type MeasuredCall = {
  readonly name: string;
  readonly callers: number;
  readonly statements: number;
  readonly http: Summary;
  readonly empty: Summary;
  readonly sql: Summary;
  /** The time of the simplest correct statements alone, with one caller; null for calls without them. */
  readonly plainMs: number | null;
};

const rounds = 3;
/** A new server runs code that is not compiled yet. */
const warmUp = 300;

/**
 * Times a call over HTTP, the empty route, and the call's statements through the driver alone, alternating, so that
 * other load on the machine affects all three equally.
 */
export async function measureCall({
  session,
  pool,
  call,
  statements,
  emptyRoute,
  callers,
}: {
  session: Session;
  pool: DatabaseClient['pool'];
  call: Call;
  statements: readonly (readonly Statement[])[];
  emptyRoute: Request;
  callers: number;
}): Promise<MeasuredCall> {
  const count = callers === 1 ? 120 : 500;
  const known = findSharedIds(statements);
  const http: Timing[] = [];
  const empty: Timing[] = [];
  const sql: Timing[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const turns = { count: round === 0 ? warmUp : count, callers };
    const prepared = Array.from({ length: turns.count }, (_, turn) =>
      prepare(statements[turn % statements.length] ?? [], call, known),
    );
    const timings = [
      await timeCalls({ ...turns, act: (turn) => session.ask(getVariant(call, turn)) }),
      await timeCalls({ ...turns, act: () => session.ask(emptyRoute) }),
      await timeCalls({ ...turns, act: (turn) => execute(pool, prepared[turn] ?? []) }),
    ] as const;
    if (round === 0) continue;
    http.push(timings[0]);
    empty.push(timings[1]);
    sql.push(timings[2]);
  }
  return {
    name: call.name,
    callers,
    statements: Math.max(...statements.map(({ length }) => length)),
    http: summarize(http),
    empty: summarize(empty),
    sql: summarize(sql),
    plainMs: callers === 1 ? await timePlain(pool, call) : null,
  };
}

const plainRuns = 5;

/** The median of a few runs, after a run that warms the cache. */
async function timePlain(pool: DatabaseClient['pool'], { plain }: Call): Promise<number | null> {
  if (plain === undefined) return null;
  const runs: number[] = [];
  for (let run = 0; run <= plainRuns; run += 1) {
    const start = performance.now();
    for (const { text, values } of plain) await pool.query(text, [...values]);
    if (run > 0) runs.push(performance.now() - start);
  }
  return runs.toSorted((one, other) => one - other)[Math.floor(plainRuns / 2)] ?? null;
}

function getVariant({ variants }: Call, turn: number): Request {
  const variant = variants[turn % variants.length];
  if (variant === undefined) throw new Error('A call without variants');
  return variant;
}

/** A write cannot be repeated with the same keys; a read is repeated unchanged. */
function prepare(
  statements: readonly Statement[],
  { variants }: Call,
  known: ReadonlySet<string>,
): readonly Statement[] {
  if (variants[0]?.method === 'GET') return statements;
  const ofRequests = variants.flatMap(({ path }) => path.split('/'));
  return withNewIds(statements, new Set([...known, ...ofRequests]));
}

/** The IDs that several variants share: workspace, caller, and session. */
function findSharedIds(variants: readonly (readonly Statement[])[]): Set<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const statements of variants) {
    const own = new Set(
      statements.flatMap(({ values }) => values).filter((value) => typeof value === 'string'),
    );
    for (const value of own) (seen.has(value) ? shared : seen).add(value);
  }
  return shared;
}
