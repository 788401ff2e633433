// Runs the checks one after the other, a line for each. Options: --all-checks also the slow ones, --all go on
// after a failure, --only NAME[,NAME…] these alone.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '../launcher/paths.js';
import { listSteps } from './steps.js';

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    'all-checks': { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const steps = selectSteps();
const widest = Math.max(...steps.map(({ name }) => name.length));
const started = Date.now();
/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopAtOnce);
let passed = 0;
let failed = 0;
for (const step of steps) {
  process.stdout.write(`${step.name.padEnd(widest)}  `);
  const stepStarted = Date.now();
  const { code, output } = await runStep(step);
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${seconds(stepStarted)}  ${step.about}`);
  if (code === 0) passed += 1;
  else {
    failed += 1;
    console.log(`\n${output.trim()}\n\n${step.name}: ${step.command.join(' ')} ended with ${code}\n`);
    if (!values.all) break;
  }
}
console.log(`\nThe checks took ${seconds(started).trim()}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function selectSteps() {
  const all = listSteps();
  const only = values.only?.split(',');
  const unknown = only?.filter((name) => !all.some((step) => step.name === name)) ?? [];
  if (unknown.length > 0) {
    console.error(
      `No check is called ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}`,
    );
    process.exit(1);
  }
  return all.filter(({ name, quick }) => (only ? only.includes(name) : quick || values['all-checks']));
}

/**
 * @param {import('./steps.js').Step} step
 * @returns {Promise<{ code: number, output: string }>}
 */
function runStep({ command }) {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      detached: process.platform !== 'win32',
    });
    running = child;
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A check may have started a server and a browser: all that is in its process group goes with it. */
function stopAtOnce() {
  if (running?.pid && running.exitCode === null) {
    process.kill(process.platform === 'win32' ? running.pid : -running.pid, 'SIGTERM');
  }
  process.exit(130);
}

/** @param {number} since */
function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`.padStart(7);
}
