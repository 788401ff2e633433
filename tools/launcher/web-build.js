import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.js';
import { runQuietly } from './run-child.js';
import { step } from './say.js';

const web = inRoot('apps', 'web');
const note = inRoot('.cache', 'web-build');
const sources = [
  'apps/web',
  'packages/ui',
  'packages/ui-lite',
  'packages/contract',
  'packages/domain',
  'package-lock.json',
  'tsconfig.base.json',
];
const notSources = new Set(['node_modules', 'dist', '.vite', '.cache']);

/**
 * Builds the web app unless its sources are those of the last finished build.
 * @param {string} node
 */
export async function ensureWebBuilt(node) {
  const wanted = hashSources();
  if (existsSync(path.join(web, 'dist', 'index.html')) && readNote() === wanted) return;
  await step('Building the web app', () => build(node));
  mkdirSync(path.dirname(note), { recursive: true });
  writeFileSync(note, wanted);
}

/** @param {string} node */
async function build(node) {
  rmSync(note, { force: true });
  const vite = [path.join(web, 'node_modules'), inRoot('node_modules')]
    .map((folder) => path.join(folder, 'vite', 'bin', 'vite.js'))
    .find(existsSync);
  await runQuietly(node, [vite ?? 'vite', 'build', '--logLevel', 'warn'], {
    cwd: web,
    failure: 'The web app could not be built',
  });
}

function readNote() {
  return existsSync(note) ? readFileSync(note, 'utf8') : undefined;
}

function hashSources() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of listFiles(inRoot(source))) {
      hash.update(path.relative(inRoot(), file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} entry a file or a folder
 * @returns {string[]} its files in a fixed order
 */
function listFiles(entry) {
  const parent = path.dirname(entry);
  const found = readdirSync(parent, { withFileTypes: true }).find(
    ({ name }) => name === path.basename(entry),
  );
  if (!found || notSources.has(found.name)) return [];
  if (!found.isDirectory()) return found.isFile() ? [entry] : [];
  return readdirSync(entry)
    .sort()
    .flatMap((name) => listFiles(path.join(entry, name)));
}
