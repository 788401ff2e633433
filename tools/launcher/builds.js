import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.js';
import { runQuietly } from './run-child.js';
import { runStep } from './log.js';

/**
 * Parts that are built before they run. Paths are relative to the repository, `tool` to the folder of the packages.
 * @typedef {{ name: string, folder: string, tool: string, args: string[], sources: string[], output: string }} Build
 */

const shared = ['packages/contract', 'packages/domain', 'package-lock.json', 'tsconfig.base.json'];

/** @type {Build} */
export const webApp = {
  name: 'the web app',
  folder: 'apps/web',
  tool: 'vite/bin/vite.js',
  args: ['build', '--logLevel', 'warn'],
  sources: ['apps/web', 'packages/ui', 'packages/ui-lite', ...shared],
  output: 'apps/web/dist',
};

/**
 * The programs for untrusted input, which use only the API layers that an adapter may use.
 * @type {Build}
 */
export const confinedPrograms = {
  name: 'the programs that read files and email',
  folder: 'apps/api',
  tool: 'rolldown/bin/cli.mjs',
  args: ['--config', 'rolldown.config.ts', '--configLoader', 'native', '--logLevel', 'warn'],
  sources: [
    'apps/api/rolldown.config.ts',
    'apps/api/src/adapters',
    'apps/api/src/db',
    'apps/api/src/lib',
    ...shared,
  ],
  output: 'apps/api/dist/confined',
};

const notSources = new Set(['node_modules', 'dist', '.vite', '.cache']);

/**
 * Builds everything whose sources or output changed since its last finished build.
 * @param {string} node
 * @param {Build[]} [builds]
 */
export async function ensureBuilt(node, builds = [webApp, confinedPrograms]) {
  for (const build of builds) {
    const note = inRoot(build.folder, '.cache', 'build');
    const sources = hashFiles(build.sources);
    if (existsSync(note) && readFileSync(note, 'utf8') === sources + hashFiles([build.output])) continue;
    await runStep(`Building ${build.name}`, () =>
      runQuietly(node, getCommand(build), {
        cwd: inRoot(build.folder),
        failure: `Building ${build.name} failed`,
      }),
    );
    mkdirSync(path.dirname(note), { recursive: true });
    writeFileSync(note, sources + hashFiles([build.output]));
  }
}

/**
 * @param {Build} build
 * @returns {string[]} the arguments for Node, which runs in the folder of the build
 */
export function getCommand({ folder, tool, args }) {
  const packages = [inRoot(folder, 'node_modules'), inRoot('node_modules')];
  const found = packages.map((parent) => path.join(parent, tool)).find(existsSync);
  return [found ?? tool, ...args];
}

/** @param {string[]} entries files and folders, relative to the repository */
function hashFiles(entries) {
  const hash = createHash('sha256');
  for (const file of entries.flatMap((entry) => listFiles(inRoot(entry))))
    hash.update(path.relative(inRoot(), file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/**
 * @param {string} entry a file or a folder
 * @returns {string[]} its files in a fixed order
 */
function listFiles(entry) {
  const found = statSync(entry, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.isFile() ? [entry] : [];
  return readdirSync(entry)
    .filter((name) => !notSources.has(name))
    .sort()
    .flatMap((name) => listFiles(path.join(entry, name)));
}
