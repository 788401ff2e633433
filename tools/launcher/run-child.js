import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createEnvironment } from './node-binary.js';
import { inRoot, root } from './paths.js';
import { PlainError } from './log.js';

const guard = pathToFileURL(inRoot('tools', 'launcher', 'parent-guard.js')).href;

/** @type {NodeJS.Signals[]} */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program of the app under the pinned Node until it ends. Each signal reaches it once, including Ctrl-C, so it
 * has a separate process group; it is stopped when this process or npm is killed.
 * @param {string} node
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} its exit code
 */
export function runInForeground(node, args, { cwd = root, env = {} } = {}) {
  const child = spawn(node, ['--import', guard, ...args], {
    cwd,
    env: { ...createEnvironment(node), ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  stopWithNpm(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/**
 * @returns {string[]} the options that make Node read `.env`, which does not override variables that are already set
 */
export function getEnvironmentOptions() {
  const file = inRoot('.env');
  return existsSync(file) ? [`--env-file=${file}`] : [];
}

/**
 * Runs a program and prints its output only if it fails.
 * @param {string} node
 * @param {string[]} args
 * @param {{ cwd: string, failure: string }} options
 * @returns {Promise<void>}
 */
export function runQuietly(node, args, { cwd, failure }) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd, env: createEnvironment(node), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new PlainError(`${failure}:\n${output.trim()}`)),
    );
  });
}

/**
 * Calls `stop` if npm is gone. npm passes signals on, but if it is killed with SIGKILL, the only sign is that our
 * parent process changes.
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    stop();
  }, 1000);
  watch.unref();
}
