// Runs the journeys of e2e/ with separate ports and empty data folders. Playwright starts the servers
// (playwright.config.ts). Further arguments go to Playwright.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { inRoot, root } from '../launcher/paths.js';

/**
 * Selected journeys run alone. A full run uses several workers, each with a separate server. One more worker than CPUs
 * would save 10% of the time, but keys would be pressed before a page listens.
 */
const workers = process.argv.length > 2 ? 1 : Math.min(2, os.availableParallelism());

const ports = await findFreePorts(2 * workers);
const servers = await Promise.all(
  Array.from({ length: workers }, async (_, worker) => ({
    E2E_URL: `http://localhost:${ports[2 * worker]}`,
    E2E_SMTP_PORT: String(ports[2 * worker + 1]),
    E2E_DATA_DIR: await mkdtemp(path.join(os.tmpdir(), 'handover-e2e-')),
  })),
);
try {
  process.exitCode = await runJourneys();
  if (process.exitCode !== 0) for (const [index, server] of servers.entries()) await saveLog(server, index);
} finally {
  for (const { E2E_DATA_DIR } of servers)
    await rm(E2E_DATA_DIR, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 });
}

/** @returns {Promise<number>} exit code of Playwright */
async function runJourneys() {
  const child = spawn(
    process.execPath,
    [inRoot('node_modules/@playwright/test/cli.js'), 'test', ...process.argv.slice(2)],
    {
      cwd: root,
      env: { ...process.env, E2E_PASSWORD: 'e2e sample password', E2E_SERVERS: JSON.stringify(servers) },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/**
 * Copies a server's log next to the screenshots, and prints only its last errors, so that the list of failed journeys
 * stays at the end of the output.
 * @param {{ E2E_DATA_DIR: string }} server
 * @param {number} index
 */
async function saveLog({ E2E_DATA_DIR }, index) {
  const log = path.join(E2E_DATA_DIR, 'server.log');
  const file = `test-results/server-${index}.log`;
  const output = await readFile(log, 'utf8').catch(() => '');
  await mkdir(inRoot('test-results'), { recursive: true });
  if (output !== '') await copyFile(log, inRoot(file));
  const errors = output
    .split('\n')
    .filter((line) => /^\{"level":[56]0,/.test(line))
    .map((line) => line.slice(0, 500));
  console.log(`\nServer ${index} logged ${errors.length} errors; its log is ${file}.`);
  console.log(errors.slice(-5).join('\n'));
}

/**
 * Finds ports below the range for outgoing connections, which could otherwise use a port before its server does.
 * @param {number} count
 * @returns {Promise<number[]>} unused ports, all different
 */
async function findFreePorts(count) {
  /** @type {Set<number>} */
  const free = new Set();
  while (free.size < count) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.close();
    if (isFree) free.add(port);
  }
  return [...free];
}
