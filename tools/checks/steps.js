import { existsSync, readdirSync } from 'node:fs';
import { inRoot } from '../launcher/paths.js';

/**
 * One check: a program of the packages, or a script of ours, that ends with 0 when all is well.
 * @typedef {{ name: string, about: string, command: string[], quick: boolean, slots: number, isShown?: boolean }} Step
 * `slots`: how many of the two processors it uses. `isShown`: prints its output when it passes, too.
 */

/**
 * The checks in the order in which they find a fault soonest.
 * @returns {Step[]}
 */
export function listSteps() {
  return [
    quick('format', 'oxfmt', 'oxfmt --check .'),
    quick('lint', 'oxlint with types', 'oxlint --type-aware --deny-warnings .'),
    ...listProjects().map((folder) =>
      quick(`types:${folder === '.' ? 'root' : folder}`, 'tsc', `tsc -p ${folder}`),
    ),
    quick(
      'boundaries',
      'who may import whom',
      `depcruise --config .dependency-cruiser.cjs ${codeFolders().join(' ')}`,
    ),
    quick('layout', 'names, sizes, folders', 'node tools/checks/layout.js'),
    quick('features', 'what features use of one another', 'node tools/checks/features.js'),
    quick('words', 'plain words in names and texts', 'node tools/checks/words.js'),
    { ...quick('sizes', 'how full files are', 'node tools/checks/file-sizes.js'), isShown: true },
    quick('unused', 'knip', 'knip --no-progress'),
    quick('licenses', 'of what ships', 'node tools/checks/licenses.js'),
    quick('icons', 'the generated icon files', 'node tools/checks/icons.js'),
    quick('fonts', 'the generated fonts', 'node tools/checks/fonts.js'),
    quick('conformance', 'its tests are there', 'node tools/checks/conformance.js'),
    slow('size', 'what the browser loads', 'node tools/checks/bundle-size.js'),
    // Each of these keeps both processors busy. Beside the unit tests, ten kill rounds ran out of their time.
    { ...slow('unit', 'rules, API and screens', 'vitest run --project !processes'), slots: 2 },
    { ...slow('processes', 'kill -9 of each process', 'vitest run --project processes'), slots: 2 },
    { ...slow('e2e', 'journeys in a browser', 'node tools/checks/e2e.js'), slots: 2 },
  ];
}

/**
 * @param {string} name
 * @param {string} about
 * @param {string} command
 * @returns {Step}
 */
function quick(name, about, command) {
  return { name, about, command: command.split(' '), quick: true, slots: 1 };
}

/**
 * @param {string} name
 * @param {string} about
 * @param {string} command
 * @returns {Step}
 */
function slow(name, about, command) {
  return { name, about, command: command.split(' '), quick: false, slots: 1 };
}

/** Every folder with a tsconfig.json. */
function listProjects() {
  const parents = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(inRoot(parent)).map((name) => `${parent}/${name}`),
  );
  return [...parents, 'tools', '.'].filter((folder) => existsSync(inRoot(folder, 'tsconfig.json')));
}

function codeFolders() {
  return ['apps', 'packages', 'tools', 'e2e', 'bench'].filter((folder) => existsSync(inRoot(folder)));
}
