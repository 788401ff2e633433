// Runs the journeys of e2e/ against servers of their own, started by the launcher on empty data folders.
// Further arguments go to Playwright.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot, root } from '../launcher/paths.js';

const longestStartMs = 120_000;

const password = 'e2e sample password';
/** Journeys that are named run alone; all of them share the processors, each part with a server of its own. */
const parts = process.argv.length > 2 ? 1 : Math.min(2, os.availableParallelism());

/** @type {Promise<number>[]} */
const running = [];
for (let part = 1; part <= parts; part += 1) {
  const server = await startServer();
  running.push(runPart(part, server));
}
const codes = await Promise.all(running);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

/**
 * @typedef {{ url: string, dataDir: string, smtpPort: number, child: import('node:child_process').ChildProcess, output: () => string }} Server
 * @returns {Promise<Server>} ready
 */
async function startServer() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'handover-e2e-'));
  const [port = 0, smtpPort = 0] = await findFreePorts();
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
  const deadline = Date.now() + longestStartMs;
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

/**
 * @param {number} part
 * @param {Server} server
 * @returns {Promise<number>} exit code
 */
async function runPart(part, server) {
  const child = spawn(
    process.execPath,
    [
      inRoot('node_modules/@playwright/test/cli.js'),
      'test',
      `--shard=${part}/${parts}`,
      `--output=test-results/${part}`,
      ...process.argv.slice(2),
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        E2E_URL: server.url,
        E2E_PASSWORD: password,
        E2E_SMTP_PORT: String(server.smtpPort),
        E2E_DATA_DIR: server.dataDir,
      },
      stdio: parts === 1 ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    },
  );
  const output = collect(child);
  const [code] = await once(child, 'close');
  await stopServer(server);
  // Whole, so that the parts do not mix; one alone has written as it went.
  console.log(output());
  if (code !== 0) console.log(`\nThe server said:\n${server.output().slice(-20_000)}`);
  return code ?? 1;
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

/** @returns {Promise<number[]>} two ports that nobody listens on, different */
async function findFreePorts() {
  const probes = await Promise.all(
    Array.from({ length: 2 }, async () => {
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
