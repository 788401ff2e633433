import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findEmbeddedPostgres } from '../apps/api/src/db/embedded/data-folder-lock.ts';
import { toConnectionString } from '../apps/api/src/db/embedded/endpoint.ts';
import { openDatabase, type DatabaseClient } from '../apps/api/src/db/client.ts';
import {
  findFreePort,
  startServerProcess,
  type ServerProcess,
} from '../packages/testing/src/server-process.ts';
import { memoryLimits } from '../tools/launcher/memory-limits.js';
import { emptyRoute, makeCalls, makeGrowthCalls, type Call } from './calls.ts';
import { openSession, type Session } from './http-load.ts';
import { measureCall, type MeasuredCall } from './measure.ts';
import { printCalls, printGrowth, printPlans, toResults, type Growth } from './report.ts';
import { grow } from './seeding.ts';
import { measureSizes } from './sizes.ts';
import { explainCall, recordCalls, type Plan, type RecordedCall } from './statements.ts';

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '100000' },
    activities: { type: 'string', default: '1000000' },
    out: { type: 'string', default: resolve(import.meta.dirname, 'results.json') },
    plans: { type: 'boolean', default: false },
  },
});
const customers = Number(values.customers);
const activities = Number(values.activities);
if (!(Number.isInteger(customers) && customers >= 2000 && Number.isInteger(activities) && activities >= 0))
  throw new Error('--customers takes a whole number from 2000, --activities one from 0');

const password = 'bench password';
const allCallers = [1, 32];

const dataDir = await mkdtemp(join(tmpdir(), 'handover-bench-'));
const statementsFile = join(dataDir, 'statements');
const port = await findFreePort();
try {
  await bench();
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function bench(): Promise<void> {
  say(`Node ${process.version}, ${String(availableParallelism())} processors`);
  const workspace = await withServer({}, async ({ session }) => session.workspaceName);
  const tenth = { customers: Math.floor(customers / 10), activities: Math.floor(activities / 10) };
  await grow({ dataDir, workspace, ...tenth });
  const small = await recordAndExplain();
  await grow({
    dataDir,
    workspace,
    customers: customers - tenth.customers,
    activities: activities - tenth.activities,
  });
  const large = await recordAndExplain();
  const growth = small.plans.map((plan, index): Growth => {
    const after = large.plans[index];
    return { name: plan.name, small: plan.plan, large: after?.plan ?? plan.plan };
  });
  const startedAt = performance.now();
  await withServer({}, async ({ server, session, database }) => {
    const warmMs = performance.now() - startedAt;
    const calls = await makeCalls(session);
    const measured = await measureAll({ session, database, calls, recorded: large.recorded });
    const serverPeak = peakMemoryMb(server.pid);
    const sizes = measureSizes();
    printCalls(measured);
    printGrowth(growth, { small: tenth.customers, large: customers });
    if (values.plans) printPlans(growth);
    say(
      `Server at its peak ${String(serverPeak)} MB; warm start to the first answer ${warmMs.toFixed(0)} ms`,
    );
    const results = toResults({ measured, growth, serverPeak, sizes, warmMs });
    writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`);
    say(`Written to ${values.out}`);
  });
}

type Running = { server: ServerProcess; session: Session; database: DatabaseClient };

/** The real server in a process of its own, signed in to, with the bare driver on its database beside it. */
async function withServer<T>(env: Record<string, string>, act: (running: Running) => Promise<T>): Promise<T> {
  const server = await startServerProcess({
    dataDir,
    port,
    env: { NODE_OPTIONS: memoryLimits.join(' '), SAMPLE_DATA: 'true', SAMPLE_PASSWORD: password, ...env },
  });
  try {
    const session = await openSession({
      address: server.address,
      password,
      callers: Math.max(...allCallers),
    });
    const connection = await findEmbeddedPostgres(dataDir);
    if (connection === undefined) throw new Error('The server runs without its database');
    const database = openDatabase({
      connectionString: toConnectionString(connection),
      onError: (error) => say(error.message),
    });
    try {
      return await act({ server, session, database });
    } finally {
      session.close();
      // Its Kysely was never used, so that closing that would leave the pool open.
      await database.pool.end();
    }
  } finally {
    await server.stop();
  }
}

/** What autovacuum does some minutes after rows came in by the thousand. */
async function tidy(pool: DatabaseClient['pool']): Promise<void> {
  const client = await pool.connect();
  // The pool's connections begin as the app role, which may not vacuum.
  await client.query('SET ROLE NONE');
  await client.query('VACUUM (ANALYZE)');
  client.release(true);
}

type Recorded = { recorded: RecordedCall[]; plans: { name: string; plan: Plan }[] };

/** A server that takes down its statements is slower, so it is never the one that is measured. */
function recordAndExplain(): Promise<Recorded> {
  const recorder = new URL('../apps/api/test/statement-recorder.ts', import.meta.url).href;
  const env = { NODE_OPTIONS: `--import ${recorder}`, STATEMENTS_FILE: statementsFile };
  return withServer(env, async ({ session, database }) => {
    await tidy(database.pool);
    const take = (calls: readonly Call[]): Promise<RecordedCall[]> =>
      recordCalls(session, { calls, file: statementsFile });
    const recorded = await take(await makeCalls(session));
    const plans: Recorded['plans'] = [];
    for (const { name, variants } of await take(await makeGrowthCalls(session))) {
      const statements = variants[0] ?? [];
      await explainCall(database.pool, statements);
      for (const plan of await explainCall(database.pool, statements))
        plans.push({
          name: /count\(\*\)::int as "?count/i.test(plan.text) ? `total of ${name}` : name,
          plan,
        });
    }
    return { recorded, plans };
  });
}

async function measureAll({
  session,
  database,
  calls,
  recorded,
}: {
  session: Session;
  database: DatabaseClient;
  calls: readonly Call[];
  recorded: readonly RecordedCall[];
}): Promise<MeasuredCall[]> {
  const measured: MeasuredCall[] = [];
  for (const call of calls) {
    const variants = recorded.find(({ name }) => name === call.name)?.variants ?? [];
    for (const callers of allCallers) {
      say(`${call.name}, ${String(callers)} at once …`);
      measured.push(
        await measureCall({ session, pool: database.pool, call, statements: variants, emptyRoute, callers }),
      );
    }
  }
  return measured;
}

function peakMemoryMb(pid: number): number {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'));
  return Math.round(Number(peak?.[1] ?? 0) / 1024);
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
