// Runs the journeys of e2e/ against a server of their own, started by the launcher on an empty data folder.
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

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'handover-e2e-'));
const [port, smtpPort] = await findFreePorts(2);
const url = `http://localhost:${port}`;
const password = 'e2e sample password';
const server = startServer();
try {
  await untilReady();
  process.exitCode = await runPlaywright();
} finally {
  server.child.kill('SIGTERM');
  if (server.child.exitCode === null) await once(server.child, 'exit');
  await rm(dataDir, { recursive: true, force: true });
}
if (process.exitCode !== 0) console.log(`\nThe server said:\n${server.output().slice(-20_000)}`);

function startServer() {
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
  let output = '';
  const keep = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { child, output: () => output };
}

async function untilReady() {
  const deadline = Date.now() + longestStartMs;
  while (!(await isReady())) {
    if (server.child.exitCode !== null) throw new Error(`The server ended at once:\n${server.output()}`);
    if (Date.now() > deadline) throw new Error(`The server did not become ready:\n${server.output()}`);
    await sleep(200);
  }
}

function isReady() {
  return fetch(`${url}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** @returns {Promise<number>} exit code */
async function runPlaywright() {
  const child = spawn(
    process.execPath,
    [inRoot('node_modules/@playwright/test/cli.js'), 'test', ...process.argv.slice(2)],
    {
      cwd: root,
      env: {
        ...process.env,
        E2E_URL: url,
        E2E_PASSWORD: password,
        E2E_SMTP_PORT: String(smtpPort),
        E2E_DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const [code] = await once(child, 'exit');
  return code ?? 1;
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
