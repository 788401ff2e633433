import { readFileSync, writeFileSync } from 'node:fs';
import type { DatabaseClient } from '../../apps/api/src/db/client.ts';
import type { Statement } from '../../apps/api/src/db/statements/prepared-statement.ts';
import { newId } from '../../apps/api/src/lib/ids.ts';
import { explainAsServed } from '../../apps/api/test/plans/explain.ts';
import { emptyRoute, type Call } from './call.ts';
import type { Request, Session } from './http-load.ts';

/** The statements of each variant of a call, in order, without those of the empty route. */
export type RecordedCall = { readonly name: string; readonly variants: readonly (readonly Statement[])[] };

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** Calls the recording server with each variant and records its statements. */
export async function recordCalls(
  session: Session,
  { calls, file }: { calls: readonly Call[]; file: string },
): Promise<RecordedCall[]> {
  const record = async (request: Request): Promise<Statement[]> => {
    writeFileSync(file, '');
    await session.ask(request);
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line): Statement => JSON.parse(line, revive));
  };
  // The first call in each minute also updates the session's last use.
  await record(emptyRoute);
  const signingIn = await record(emptyRoute);
  if (signingIn.length !== 1) throw new Error(`${emptyRoute.path} runs more than the sign-in`);
  const recorded: RecordedCall[] = [];
  for (const { name, variants } of calls) {
    const taken: Statement[][] = [];
    for (const request of variants) {
      const takes = [await record(request), await record(request), await record(request)];
      // Housekeeping may run during a recording, so the shortest recording has only the call's own statements.
      const shortest = takes.toSorted((one, other) => one.length - other.length)[0] ?? [];
      taken.push(shortest.filter(({ text }) => text !== signingIn[0]?.text));
    }
    recorded.push({ name, variants: taken });
  }
  return recorded;
}

/** The statements with new IDs in place of those that the recorded write had generated. */
export function withNewIds(statements: readonly Statement[], kept: ReadonlySet<string>): Statement[] {
  const made = new Map<string, string>();
  return statements.map(({ text, values, prepared }) => ({
    text,
    prepared,
    values: JSON.parse(
      JSON.stringify(values).replace(uuid, (id) => {
        if (kept.has(id)) return id;
        const replacement = made.get(id) ?? newId();
        made.set(id, replacement);
        return replacement;
      }),
      revive,
    ),
  }));
}

/** Binary parameters, as serialized by JSON. */
function revive(_key: string, value: unknown): unknown {
  const isBinary = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
  return isBinary && 'data' in value ? Buffer.from(value.data as number[]) : value;
}

/**
 * Runs a call's statements one after another, a transaction on one connection, and prepared if the server prepares
 * them.
 */
export async function execute(pool: DatabaseClient['pool'], statements: readonly Statement[]): Promise<void> {
  const isTransaction = /^begin/i.test(statements[0]?.text ?? '');
  if (!isTransaction) {
    for (const statement of statements) await pool.query(toQuery(statement));
    return;
  }
  const client = await pool.connect();
  try {
    for (const statement of statements) await client.query(toQuery(statement));
  } finally {
    client.release();
  }
}

function toQuery({ text, values, prepared }: Statement): { text: string; values: unknown[]; name?: string } {
  return { text, values: [...values], ...(prepared !== null && { name: prepared.name }) };
}

export type Plan = {
  readonly text: string;
  readonly buffers: number;
  readonly ms: number;
  readonly lines: string;
};

/** The plans of a read call's queries and the buffers they touch, whether cached or not. */
export async function explainCall(
  pool: DatabaseClient['pool'],
  statements: readonly Statement[],
): Promise<Plan[]> {
  const client = await pool.connect();
  const plans: Plan[] = [];
  try {
    for (const statement of statements) {
      const { text, values } = statement;
      if (!/^\s*(select|with)/i.test(text)) await client.query(text, [...values]);
      else {
        const rows = await explainAsServed<{ 'QUERY PLAN': string }>(client, {
          statement,
          options: 'ANALYZE, BUFFERS',
        });
        plans.push(
          readPlan(
            text,
            rows.map((row) => row['QUERY PLAN']),
          ),
        );
      }
    }
  } finally {
    client.release();
  }
  return plans;
}

function readPlan(text: string, lines: readonly string[]): Plan {
  // The first line about buffers belongs to the whole statement; planning has a separate line below.
  const total = lines.find((line) => line.includes('Buffers:')) ?? '';
  const count = (kind: string): number =>
    Number(new RegExp(`shared.*?\\b${kind}=(\\d+)`).exec(total)?.[1] ?? 0);
  const ms = Number(/Execution Time: ([\d.]+) ms/.exec(lines.at(-1) ?? '')?.[1] ?? 0);
  return { text, buffers: count('hit') + count('read'), ms, lines: lines.join('\n') };
}
