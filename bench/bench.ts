import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureScan } from '../packages/domain/src/phi/samples/measure-scan.ts';
import { validationSamples, writtenSamples } from '../packages/domain/src/phi/samples/samples.ts';
import { findFreePort } from '../packages/testing/src/server-process.ts';
import { emptyRoute } from './calls/call.ts';
import { makeCalls } from './calls/calls.ts';
import { prepareDeals } from './calls/deals.ts';
import { prepareFilters } from './calls/filters.ts';
import { joinGrowth, measureSize, type Growth, type SizeResult } from './growth/growth.ts';
import { measureWorkspaces } from './growth/workspaces.ts';
import { measureInteractions } from './interaction.ts';
import { measureCall, type MeasuredCall } from './calls/measure.ts';
import { measureStreams, getPeakMemoryMb, type StreamResult } from './streams/memory.ts';
import { measureImports, type MeasuredImport } from './streams/imports.ts';
import {
  printCalls,
  printCommonness,
  printGrowth,
  printInteractions,
  printPlans,
  printScan,
  printTotals,
  toResults,
} from './report.ts';
import { recordInServer } from './calls/recording.ts';
import { log, withServer, type RunningBench } from './running.ts';
import { seedCustomers } from './seeding.ts';
import { measureSizes } from './sizes.ts';
import type { RecordedCall } from './calls/statements.ts';

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '100000' },
    activities: { type: 'string', default: '1000000' },
    growth: { type: 'string', default: '10' },
    workspaces: { type: 'string', default: '1000' },
    out: { type: 'string', default: resolve(import.meta.dirname, 'results.json') },
    plans: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const customers = Number(values.customers);
const activities = Number(values.activities);
const times = Number(values.growth);
const workspaces = Number(values.workspaces);
if (
  ![customers, activities, times, workspaces].every(Number.isInteger) ||
  workspaces < 0 ||
  customers < 2000 ||
  activities < 0 ||
  times < 1
)
  throw new Error(
    '--customers takes a whole number from 2000, --activities and --workspaces one from 0, --growth one from 1',
  );

const allCallers = [1, 32];
/** Each browser has its live stream open while the calls are timed. */
const openBrowsers = 2;
const place = {
  dataDir: await mkdtemp(join(tmpdir(), 'handover-bench-')),
  port: await findFreePort(),
  callers: Math.max(...allCallers),
};
try {
  await bench();
} finally {
  await rm(place.dataDir, { recursive: true, force: true });
}

/** Runs at three sizes, as the same data folder grows: small, the size of the calls, and large. */
async function bench(): Promise<void> {
  log(`Node ${process.version}, ${String(availableParallelism())} processors`);
  const workspace = await withServer(place, async ({ session }) => session.workspaceName);
  const seeded = { customers: 0, activities: 0 };
  const growTo = async (share: number): Promise<void> => {
    const wanted = {
      customers: Math.floor(customers * share),
      activities: Math.floor(activities * share),
    };
    log(`Growing to ${wanted.customers.toLocaleString('en')} customers …`);
    await seedCustomers({
      dataDir: place.dataDir,
      workspace,
      customers: wanted.customers - seeded.customers,
      activities: wanted.activities - seeded.activities,
    });
    Object.assign(seeded, wanted);
  };
  await growTo(1 / 10);
  const small = await measureSize(place);
  await growTo(1);
  await withServer(place, async (running) => {
    await prepareFilters(running);
    await prepareDeals(running);
  });
  const recorded = await recordInServer(place, makeCalls);
  if (values.only !== undefined) return measureOnly(values.only, recorded);
  const load = await measureLoad(recorded);
  if (times > 1) await growTo(times);
  log('Reading the plans at the large size …');
  const large = await measureSize(place);
  log('Exporting, uploading, and importing …');
  const streamed = await withServer(place, ({ server, session }) =>
    measureStreams({ pid: server.pid, session }),
  );
  const imports = [
    ...(await measureImportsAlone()),
    ...(await withServer(place, ({ server, session }) =>
      measureImports({ pid: server.pid, session, into: 'the largest workspace' }),
    )),
  ];
  const amongOthers = workspaces > 0 ? await measureWorkspaces(workspaces) : [];
  report({ small, large, load, streamed, imports, amongOthers });
}

/** Imports into a new data folder, whose first start has drawn the documents of the sample data. */
async function measureImportsAlone(): Promise<MeasuredImport[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'handover-bench-'));
  const alone = { dataDir, port: await findFreePort(), callers: 1 };
  try {
    await withServer(alone, waitUntilIdle);
    return await withServer(alone, ({ server, session }) =>
      measureImports({ pid: server.pid, session, into: 'a new workspace' }),
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Waits for the jobs of the first start, at most five minutes. */
async function waitUntilIdle({ pool }: RunningBench): Promise<void> {
  const countOpen = async (): Promise<number> =>
    (
      await pool.query<{ count: number }>(
        "SELECT count(*) FROM pgboss.job WHERE state < 'completed' AND start_after <= now()",
      )
    ).rows[0]?.count ?? 0;
  const end = performance.now() + 300_000;
  while (performance.now() < end && (await countOpen()) > 0) await wait(500);
}

/** Measures and prints only the calls whose name contains the text. */
async function measureOnly(text: string, recorded: readonly RecordedCall[]): Promise<void> {
  const chosen = recorded.filter(({ name }) => name.includes(text));
  if (chosen.length === 0) throw new Error(`No call has “${text}” in its name`);
  printCalls(await withServer(place, (running) => measureAll(running, chosen)));
}

type Load = {
  warmMs: number;
  measured: MeasuredCall[];
  serverPeak: number;
};

/** Prints each result immediately, because growing to the large size takes longest. */
async function measureLoad(recorded: readonly RecordedCall[]): Promise<Load> {
  const startedAt = performance.now();
  return withServer(place, async (running) => {
    const warmMs = performance.now() - startedAt;
    const measured = await measureAll(running, recorded);
    const serverPeak = getPeakMemoryMb(running.server.pid);
    printCalls(measured);
    printCommonness(measured);
    log(
      `Server at its peak ${String(serverPeak)} MB; warm start to the first answer ${warmMs.toFixed(0)} ms`,
    );
    const interactions = await measureInteractions(running.server.address);
    if (interactions !== null) printInteractions(interactions);
    return { warmMs, measured, serverPeak };
  });
}

async function measureAll(
  { session, pool }: RunningBench,
  recorded: readonly RecordedCall[],
): Promise<MeasuredCall[]> {
  const measured: MeasuredCall[] = [];
  const closeStreams = await session.openStreams(openBrowsers);
  for (const call of await makeCalls(session)) {
    const statements = recorded.find(({ name }) => name === call.name)?.variants;
    if (statements === undefined) continue;
    for (const callers of allCallers) {
      log(`${call.name}, ${String(callers)} at once …`);
      measured.push(await measureCall({ session, pool, call, statements, emptyRoute, callers }));
    }
  }
  closeStreams();
  return measured;
}

function report({
  small,
  large,
  load: { measured, serverPeak, warmMs },
  streamed,
  imports,
  amongOthers,
}: {
  small: SizeResult;
  large: SizeResult;
  load: Load;
  streamed: StreamResult;
  imports: readonly MeasuredImport[];
  amongOthers: readonly Growth[];
}): void {
  const growth = joinGrowth(small.pages, large.pages);
  printGrowth(growth, { small: small.customers, large: large.customers });
  if (amongOthers.length > 0) printGrowth(amongOthers, { small: 1, large: workspaces });
  printTotals(large);
  if (values.plans) printPlans([...large.pages, ...large.totals]);
  const { exportExtra, uploadExtra, customers: expected, csv } = streamed;
  log(
    `An export of ${csv.rows.toLocaleString('en')} of ${expected.toLocaleString('en')} customers, ${String(csv.formulas)} cells of it formulas, adds ${String(exportExtra)} MB; an upload of 1 GB adds ${String(uploadExtra)} MB`,
  );
  for (const { name, rows, seconds, peakMb } of imports)
    log(
      `Import of ${rows.toLocaleString('en')} rows, ${name}: ${String(seconds)} s, server at its peak ${String(peakMb)} MB`,
    );
  const phiScan = { written: measureScan(writtenSamples), validation: measureScan(validationSamples) };
  printScan(phiScan);
  const memoryMb = { serverPeak, exportExtra, uploadExtra };
  const results = toResults({
    measured,
    growth: [...growth, ...amongOthers],
    memoryMb,
    imports,
    sizes: measureSizes(),
    phiScan,
    warmMs,
  });
  writeFileSync(values.out, `${JSON.stringify(results, null, 2)}\n`);
  log(`Written to ${values.out}`);
}
