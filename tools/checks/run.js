// Runs the checks in order, two at a time, and prints a line for each. Options: --all-checks includes the slow ones,
// --all continues after a failure, --only NAME[,NAME…] runs only these.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '../launcher/paths.js';
import { createScratchFolder } from './scratch-folder.js';
import { listSteps } from './steps.js';

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    'all-checks': { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const steps = selectSteps();
const scratch = createScratchFolder();
const widest = Math.max(...steps.map(({ name }) => name.length));
const started = Date.now();
/** @type {Set<{ step: import('./steps.js').Step, child: import('node:child_process').ChildProcess }>} */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopRunning();
    scratch.remove();
    process.exit(130);
  });
/** How many checks run at a time. More would only compete for the same two CPUs. */
const slots = 2;
/** @type {Map<import('./steps.js').Step, ReturnType<typeof runStep>>} */
const begun = new Map();
let usedSlots = 0;
let failed = 0;
let passed = 0;
beginSteps();
for (const step of steps) {
  process.stdout.write(`${step.name.padEnd(widest)}  `);
  const { code, output, took } = await (begun.get(step) ?? begin(step));
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${took}  ${step.about}`);
  if (code === 0 && step.isShown) console.log(output.trimEnd());
  if (code === 0) passed += 1;
  else {
    failed += 1;
    console.log(`\n${output.trim()}\n\n${step.name}: ${step.command.join(' ')} ended with ${code}\n`);
    if (!values.all) break;
  }
}
console.log(`\nThe checks took ${formatSeconds(started).trim()}.`);
console.log(`${passed} passed, ${failed} failed`);
stopRunning();
scratch.remove();
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

/** Starts the next steps while there are free slots. Slow steps wait for all quick ones, which they would slow down. */
function beginSteps() {
  for (const step of steps) {
    if (begun.has(step)) continue;
    const isTooEarly = !step.quick && [...running].some((other) => other.step.quick);
    if (usedSlots + step.slots > slots || isTooEarly) return;
    void begin(step);
  }
}

/** @param {import('./steps.js').Step} step */
function begin(step) {
  usedSlots += step.slots;
  const result = runStep(step).then((ended) => {
    usedSlots -= step.slots;
    if (ended.code === 0 || values.all) beginSteps();
    return ended;
  });
  begun.set(step, result);
  return result;
}

/**
 * @param {import('./steps.js').Step} step
 * @returns {Promise<{ code: number, output: string, took: string }>}
 */
function runStep(step) {
  const [program = '', ...args] = step.command;
  const stepStarted = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, TMPDIR: scratch.path, FORCE_COLOR: '0', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      detached: process.platform !== 'win32',
    });
    const own = { step, child };
    running.add(own);
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const end = (/** @type {number} */ code) => {
      running.delete(own);
      resolve({ code, output, took: formatSeconds(stepStarted) });
    };
    child.on('error', (error) => {
      output += error.message;
      end(127);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}

/** A check may have started a server and a browser, so its whole process group is killed. */
function stopRunning() {
  for (const {
    child: { pid, exitCode },
  } of running)
    if (pid && exitCode === null) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGTERM');
}

/** @param {number} since */
function formatSeconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`.padStart(7);
}
