import { existsSync, readdirSync } from 'node:fs';
import { inRoot } from '../launcher/paths.js';

/**
 * One check: a program from a package, or our own script, that exits with 0 if all is well.
 * @typedef {{ name: string, about: string, command: string[], quick: boolean, slots: number, isShown?: boolean }} Step
 * `slots`: how many of the two CPUs it uses. `isShown`: whether its output is printed even if it passes.
 */

/**
 * The checks, ordered so that faults are found as early as possible.
 * @returns {Step[]}
 */
export function listSteps() {
  return [
    createQuickStep('format', 'oxfmt', 'oxfmt --check .'),
    createQuickStep('lint', 'oxlint with types', 'oxlint --type-aware --deny-warnings .'),
    ...listProjects().map((folder) =>
      createQuickStep(`types:${folder === '.' ? 'root' : folder}`, 'tsc', `tsc -p ${folder}`),
    ),
    createQuickStep(
      'boundaries',
      'who may import whom',
      `depcruise --config .dependency-cruiser.cjs ${listCodeFolders().join(' ')}`,
    ),
    createQuickStep('layout', 'names, sizes, folders', 'node tools/checks/layout.js'),
    createQuickStep('features', 'what features use of one another', 'node tools/checks/features.js'),
    createQuickStep('words', 'plain words in names and texts', 'node tools/checks/words.js'),
    { ...createQuickStep('sizes', 'how full files are', 'node tools/checks/file-sizes.js'), isShown: true },
    createQuickStep('unused', 'knip', 'knip --no-progress'),
    createQuickStep('licenses', 'of what ships', 'node tools/checks/licenses.js'),
    createQuickStep('icons', 'the generated icon files', 'node tools/checks/icons.js'),
    createQuickStep('fonts', 'the generated fonts', 'node tools/checks/fonts.js'),
    createQuickStep('conformance', 'its tests are there', 'node tools/checks/conformance.js'),
    createSlowStep('size', 'what the browser loads', 'node tools/checks/bundle-size.js'),
    // Each of these uses both CPUs. In parallel with the unit tests, ten kill rounds exceeded their time limit.
    { ...createSlowStep('unit', 'rules, API and screens', 'vitest run --project !processes'), slots: 2 },
    { ...createSlowStep('processes', 'kill -9 of each process', 'vitest run --project processes'), slots: 2 },
    { ...createSlowStep('e2e', 'journeys in a browser', 'node tools/checks/e2e.js'), slots: 2 },
  ];
}

/**
 * @param {string} name
 * @param {string} about
 * @param {string} command
 * @returns {Step}
 */
function createQuickStep(name, about, command) {
  return { name, about, command: command.split(' '), quick: true, slots: 1 };
}

/**
 * @param {string} name
 * @param {string} about
 * @param {string} command
 * @returns {Step}
 */
function createSlowStep(name, about, command) {
  return { name, about, command: command.split(' '), quick: false, slots: 1 };
}

/** Every folder with a tsconfig.json. */
function listProjects() {
  const parents = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(inRoot(parent)).map((name) => `${parent}/${name}`),
  );
  return [...parents, 'tools', '.'].filter((folder) => existsSync(inRoot(folder, 'tsconfig.json')));
}

function listCodeFolders() {
  return ['apps', 'packages', 'tools', 'e2e', 'bench'].filter((folder) => existsSync(inRoot(folder)));
}
