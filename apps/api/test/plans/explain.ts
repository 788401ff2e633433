import pg from 'pg';
import type { Statement } from '#db/statements/prepared-statement.ts';

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Node[];
};
export type Plan = { readonly text: string; readonly root: Node; readonly buffers: number };

/**
 * Executes reading statements twice more and returns their second plans: the first time, a connection also reads the
 * catalog and compiles functions. Buffers are 8 kB each, from the cache or not.
 */
export async function explain(connectionString: string, statements: readonly Statement[]): Promise<Plan[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const plans: Plan[] = [];
    for (const statement of statements) {
      const { text } = statement;
      const options = 'ANALYZE, BUFFERS, FORMAT JSON';
      await explainAsServed(client, { statement, options });
      const rows = await explainAsServed<{ 'QUERY PLAN': { Plan: Node }[] }>(client, { statement, options });
      const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
      if (root === undefined) throw new Error('No plan');
      plans.push({ text, root, buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'] });
    }
    return plans;
  } finally {
    await client.end();
  }
}

/** The output of `EXPLAIN`: for a prepared statement with the generic plan that its connection uses after some executions. */
export async function explainAsServed<Row extends pg.QueryResultRow>(
  client: Pick<pg.ClientBase, 'query'>,
  { statement: { text, values, prepared }, options }: { statement: Statement; options: string },
): Promise<Row[]> {
  if (prepared === null) return (await client.query<Row>(`EXPLAIN (${options}) ${text}`, [...values])).rows;
  await client.query(`SET plan_cache_mode = force_generic_plan; PREPARE explained AS ${text}`);
  try {
    const given = values.length === 0 ? '' : `(${values.map(toLiteral).join(', ')})`;
    return (await client.query<Row>(`EXPLAIN (${options}) EXECUTE explained${given}`)).rows;
  } finally {
    await client.query('DEALLOCATE explained; RESET plan_cache_mode');
  }
}

function toLiteral(value: unknown): string {
  if (value === null) return 'NULL';
  // Without a type, so that it takes the parameter's type.
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join()}}`);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Gathers statistics and marks pages as visible to all, for the whole database. */
export async function vacuum(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.end();
}

/** The plan as a tree of its nodes with the tables and indexes they read, without figures. */
export function formatPlan({ root }: Plan): string {
  return formatLines(root, 0).join('\n');
}

function formatLines(node: Node, depth: number): string[] {
  const index = node['Index Name'] === undefined ? '' : ` using ${node['Index Name']}`;
  const table = node['Relation Name'] === undefined ? '' : ` on ${node['Relation Name']}`;
  const line = `${'  '.repeat(depth)}${node['Node Type']}${index}${table}`;
  return [line, ...(node.Plans ?? []).flatMap((child) => formatLines(child, depth + 1))];
}
