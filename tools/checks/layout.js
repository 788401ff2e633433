// Checks names, sizes, and locations of files: what the linter and the boundary check cannot.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../launcher/paths.js';

const maxFileLines = 400;
const maxFolderFiles = 25;

const nouns =
  'auth workspaces customers activities agreements conversations notes tasks documents businesses buyers commission contacts deals profiles plans billing blog notifications settings dashboard';
/** Parts of an installation that do not belong to a noun. */
const apiExtras = 'access-grants events files health imports installation phi shared-links';

/** The folders that each of these may contain. */
const allowedFolders = new Map([
  ['apps', 'api web'],
  ['packages', 'contract domain testing ui ui-lite'],
  ['apps/api/src', 'adapters db features lib platform workflows'],
  ['apps/api/src/features', `${nouns} ${apiExtras}`],
  [
    'packages/contract/src',
    'http records auth settings installation customers businesses buyers deals commission documents agreements conversations tasks notifications',
  ],
  ['apps/web/src', 'app features shared'],
  ['apps/web/src/features', `${nouns} imports installation`],
  ['.', '.ci .github apps bench docs e2e packages tools'],
]);

/** Folders written by tools and by the app itself. */
const made = new Set([
  '.git',
  '.cache',
  '.env',
  '.vite',
  'dist',
  'node_modules',
  'playwright-report',
  'test-results',
]);

/** Migrations are a log, read in order. */
const flatFolders = new Set(['apps/api/src/db/migrations']);

const sources = /\.(ts|tsx|js|cjs|css)$/;
const tests = /\.test\.tsx?$/;
const generated = /\.generated\.\w+$/;
const reExport = /^export (type )?(\*|\{[^}]*\})[^;\n]* from /m;
const climb = /(?:from|import)\s*\(?\s*['"]((?:\.\.\/){3,}[^'"]*)['"]/;
const kebab = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const conventional = /^(README|CHANGELOG|LICENSE|CREDITS|CONTRIBUTING|SECURITY|Dockerfile)(\.md)?$/;

const files = listFiles();
const findings = [...files.flatMap(checkFile), ...checkFolders(), ...checkLocations()];
for (const finding of findings) console.error(finding);
process.exit(findings.length > 0 ? 1 : 0);

/**
 * @param {string} folder relative to the repository
 * @returns {string[]} the files that belong to the project, relative to the repository
 */
function listFiles(folder = '') {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (made.has(entry.name) || (folder === '' && name === 'data')) return [];
    if (entry.isDirectory()) return listFiles(name);
    return entry.isFile() ? [name] : [];
  });
}

/** @param {string} file */
function checkFile(file) {
  const name = path.basename(file);
  const found = [];
  if (!kebab.test(name) && !conventional.test(name)) found.push(`${file}: the name is not kebab-case`);
  if (sources.test(name) && !generated.test(name)) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const lines = text.split('\n').length - 1;
    if (reExport.test(text)) found.push(`${file}: exports what another file owns; import it from there`);
    const climbing = climb.exec(text);
    if (climbing !== null) found.push(`${file}: imports ${climbing[1]}; write a # subpath instead`);
    if (lines > maxFileLines) found.push(`${file}: ${lines} lines, at most ${maxFileLines}`);
  }
  return found;
}

function checkFolders() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) {
    const isCounted =
      sources.test(file) && !tests.test(file) && !generated.test(file) && !file.endsWith('.css');
    const folder = path.dirname(file);
    if (isCounted && folder !== '.') counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > maxFolderFiles && !flatFolders.has(folder))
    .map(
      ([folder, count]) =>
        `${folder}: ${count} source files, at most ${maxFolderFiles}: split it by sub-noun`,
    );
}

function checkLocations() {
  const found = new Set();
  for (const file of files) {
    for (const [parent, children] of allowedFolders) {
      const inside = path.relative(parent, file);
      if (inside.startsWith('..') || !inside.includes('/')) continue;
      const [child = ''] = inside.split('/');
      if (!children.split(' ').includes(child))
        found.add(`${path.join(parent, child)}: not a folder of the layout`);
    }
  }
  return [...found];
}
