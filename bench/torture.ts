import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runOutsideMatrix } from '../apps/api/test/black-box/black-box-matrix.ts';

const root = resolve(import.meta.dirname, '..');
const usage = `
  npm run torture [-- --rounds 100] [--per-operation 200] [--seed N]
      kills launcher, server, worker, database, and single backends under load, with mail and imports in flight
      and slow clients beside; sends hostile input, writes that arrive at the same moment, and ids of another
      workspace to every endpoint; and calls each as sixteen identities, by the API description alone
`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    'per-operation': { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(`${usage}\n`);
else process.exitCode = await torture();

/** Runs the short tests with long sizes. The seed makes a failing run reproducible. */
async function torture(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'handover-torture-'));
  const figuresFile = join(folder, 'figures');
  const asked = `--rounds ${values.rounds} --per-operation ${values['per-operation']} --seed ${values.seed}`;
  process.stdout.write(`  Replay with: npm run torture -- ${asked}\n`);
  try {
    const exitCode = await runTests({
      KILL_ROUNDS: values.rounds,
      HOSTILE_PER_OPERATION: values['per-operation'],
      ATTACK_STEP: '1',
      TORTURE_SEED: values.seed,
      FIGURES_FILE: figuresFile,
    });
    // The counts so far are printed even if the last part fails.
    const outside = await runOutsideMatrix().catch((error: unknown) => ({
      calls: 0,
      undecided: 0,
      findings: [`The outside matrix did not end: ${String(error)}`],
    }));
    const { figures, causes } = await readFigures(figuresFile);
    figures['calls of the outside matrix'] = outside.calls;
    figures['of them refused for their input'] = outside.undecided;
    figures['findings of the outside matrix'] = outside.findings.length;
    causes.push(...outside.findings);
    for (const [name, value] of Object.entries(figures))
      process.stdout.write(`  ${name.padEnd(40)}${value.toLocaleString('en').padStart(10)}\n`);
    for (const cause of causes) process.stdout.write(`  ${cause}\n`);
    const hasPassed = exitCode === 0 && outside.findings.length === 0;
    process.stdout.write(`  ${hasPassed ? 'Passed' : 'Failed'}, ${asked}\n`);
    return hasPassed ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Figures = { readonly figures: Record<string, number>; readonly causes: string[] };

/**
 * The counts of the tests: sums over their files, or the maximum for figures whose name begins with `slowest`. Also
 * returns the cause of each failed response.
 */
async function readFigures(file: string): Promise<Figures> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  const total: Record<string, number> = {};
  const causes: string[] = [];
  for (const line of lines)
    for (const [name, value] of Object.entries<number | string[]>(JSON.parse(line))) {
      const before = total[name] ?? 0;
      if (typeof value !== 'number') causes.push(...value);
      else total[name] = name.startsWith('slowest') ? Math.max(before, value) : before + value;
    }
  return { figures: total, causes };
}

async function runTests(sizes: Record<string, string>): Promise<number> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const tests = ['apps/api/test/kill/', 'apps/api/test/hostile/', 'apps/api/test/attacks/'];
  const child = spawn(process.execPath, [vitest, 'run', ...tests], {
    cwd: root,
    env: { ...process.env, ...sizes },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
