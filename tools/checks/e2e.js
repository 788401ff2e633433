// Runs the journeys of e2e/ against servers of their own, started by the launcher on empty data folders.
// Further arguments go to Playwright.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot, root } from '../launcher/paths.js';

const maxStartMs = 120_000;

const password = 'e2e sample password';
/**
 * Journeys that are named run alone; all of them share the processors, each worker with a server of its own. With
 * one more than processors they take a tenth less time, and keys come before a page has listened.
 */
const workers = process.argv.length > 2 ? 1 : Math.min(2, os.availableParallelism());

const ports = await findFreePorts(2 * workers);
const starts = await Promise.allSettled(
  Array.from({ length: workers }, (_, worker) =>
    startServer({ port: ports[2 * worker] ?? 0, smtpPort: ports[2 * worker + 1] ?? 0 }),
  ),
);
const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
const failures = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []));
try {
  if (failures.length > 0) throw failures[0];
  process.exitCode = await runJourneys();
} finally {
  await Promise.all(servers.map(stopServer));
}
if (process.exitCode !== 0) await Promise.all(servers.map(keepOutput));

/**
 * @typedef {{ url: string, dataDir: string, smtpPort: number, child: import('node:child_process').ChildProcess, output: () => string }} Server
 * @param {{ port: number, smtpPort: number }} ports
 * @returns {Promise<Server>} ready
 */
async function startServer({ port, smtpPort }) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'handover-e2e-'));
  const url = `http://localhost:${port}`;
  const own = {
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    SAMPLE_DATA: 'true',
    SAMPLE_PASSWORD: password,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'Handover <office@handover.test>',
    DATABASE_URL: '',
  };
  const child = spawn(process.execPath, [inRoot('tools/launch.js'), 'start'], {
    cwd: root,
    env: { ...process.env, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const server = { url, dataDir, smtpPort, child, output: collect(child) };
  try {
    await untilReady(server);
  } catch (error) {
    await stopServer(server);
    throw error;
  }
  return server;
}

/** @param {Server} server */
async function untilReady({ url, child, output }) {
  const deadline = Date.now() + maxStartMs;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The server ended at once:\n${output()}`);
    if (Date.now() > deadline) throw new Error(`The server did not become ready:\n${output()}`);
    await sleep(200);
  }
}

/** @param {string} url */
function isReady(url) {
  return fetch(`${url}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** @param {Server} server */
async function stopServer({ child, dataDir }) {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  await rm(dataDir, { recursive: true, force: true });
}

/** @returns {Promise<number>} exit code of Playwright, whose configuration gives each worker one of the servers */
async function runJourneys() {
  const ofWorkers = servers.map(({ url, smtpPort, dataDir }) => ({
    E2E_URL: url,
    E2E_SMTP_PORT: String(smtpPort),
    E2E_DATA_DIR: dataDir,
  }));
  const child = spawn(
    process.execPath,
    [inRoot('node_modules/@playwright/test/cli.js'), 'test', ...process.argv.slice(2)],
    {
      cwd: root,
      env: { ...process.env, E2E_PASSWORD: password, E2E_SERVERS: JSON.stringify(ofWorkers) },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/**
 * Keeps all that a server wrote in a file beside the pictures, and prints its last errors alone: which journeys
 * failed stands at the end of what is printed.
 * @param {Server} server
 * @param {number} index
 */
async function keepOutput({ output }, index) {
  const file = `test-results/server-${index}.log`;
  await mkdir(inRoot('test-results'), { recursive: true });
  await writeFile(inRoot(file), output());
  const errors = output()
    .split('\n')
    .filter((line) => /^\{"level":[56]0,/.test(line))
    .map((line) => line.slice(0, 500));
  console.log(`\nServer ${index} wrote ${errors.length} errors; all it wrote is in ${file}.`);
  console.log(errors.slice(-5).join('\n'));
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => string} what it has written until now
 */
function collect(child) {
  let output = '';
  const keep = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => output;
}

/**
 * @param {number} count
 * @returns {Promise<number[]>} ports that nobody listens on, all different
 */
async function findFreePorts(count) {
  const probes = await Promise.all(
    Array.from({ length: count }, async () => {
      const probe = createServer().listen(0, '127.0.0.1');
      await once(probe, 'listening');
      return probe;
    }),
  );
  return probes.map((probe) => {
    const address = probe.address();
    probe.close();
    return typeof address === 'object' && address ? address.port : 0;
  });
}
