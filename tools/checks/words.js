// Fails on words of the old vocabulary (docs/glossary.md) in names, and on old phrases in texts that people read, on
// screen and in the documentation.
// Findings listed in old-words.json are let through; that list may only shrink: `node tools/checks/words.js --update`
// removes from it what is gone, and never adds.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, root } from '../launcher/paths.js';
import { hasOldPhrase } from './old-phrases.js';

/** Old words in a name and their replacements. A name is split at capitals, hyphens, and underscores. */
const oldWords = new Map(
  Object.entries({
    'tell tells told telling untold': 'notify, send, describe',
    acts: 'mutations',
    looks: 'viewSettings',
    ways: 'channels',
    places: 'links, locations',
    'mend mends mended mending': 'fix, row errors',
    'stray strays': 'orphans',
    'piece pieces': 'ngrams, parts',
    quiet: 'inactive',
    kept: 'prepared, active (not deleted)',
    'bin bins binned': 'trash',
    'settle settles settled settling': 'resolve',
    'hold holds held': 'pause, reserve, contain',
    'stands stand standing stood': 'currentX',
    'become becomes becoming': 'resultingX',
    'whose whom': 'xOwner',
    anew: 'again',
    'wanted unwanted': 'requested, expected',
    'catalogue catalogues': 'catalog',
    labelled: 'labeled',
    'colour colours coloured': 'color',
    'favourite favourites': 'favorite',
    'behaviour behaviours': 'behavior',
    'licence licences': 'license',
  }).flatMap(([words, better]) => words.split(' ').map((word) => /** @type {const} */ ([word, better]))),
);

/** Old words at the beginning of a name of several words. */
const oldFirstWords = new Map(
  Object.entries({
    'most longest largest': 'maxX',
    asked: 'requestedX, query',
    known: 'validX, existingX',
  }).flatMap(([words, better]) => words.split(' ').map((word) => /** @type {const} */ ([word, better]))),
);

const oldPairs = new Map([
  // “Room” is reserved for data rooms.
  ['hold room', 'reserveQuota'],
  ['take room', 'reserveQuota'],
  ['make room', 'reserveQuota'],
  ['let go', 'disconnect'],
  ['give up', 'release'],
  ['given up', 'released'],
  ['gave up', 'released'],
  ['take away', 'revoke'],
]);

/** Terms of the trade that contain an old word. */
const realPairs = new Set(['legal hold', 'legal holds']);

/** Words that are old only in tests, benchmarks, and tools; elsewhere they may be correct. */
const oldTestWords = new Map([
  ['desk', 'seed'],
  ['world', 'fixture'],
  ['house', 'fixture'],
]);

/**
 * Correct uses: names from the language, from libraries, and from the mail and SQL standards, and everyday meanings of
 * a word.
 */
const realNames = new Set([
  'allSettled',
  'PromiseSettledResult',
  'onSettled',
  'bin',
  'holdsLease',
  'held_until',
  'known_devices',
  'kept_backups',
  'kept_count',
  'kept_reason',
  'keptCount',
  'listKeptChanges',
  'retryKeptChanges',
  // A column heading in imported tables.
  'licence',
]);

/** Headings of address books and tables that an import recognizes, and the old word in the glossary. */
const realTexts = new Set([
  '| e-mail | email |',
  "'e-mail 1 - value',",
  "'organisation name',",
  "'organisation',",
  String.raw`const ofLists = /\b(?:id|number|no|nbr|code|license|licence|count|total|score)\b/;`,
]);

const baselineFile = inRoot('tools/checks/old-words.json');
/** @type {{ names: string[], texts: string[] }} */
const baseline = JSON.parse(readFileSync(baselineFile, 'utf8'));
const inTests = /(^|\/)(e2e|bench|test|test-setup|testing|tools)\/|\.test\.tsx?$/;
const displayed = /^(apps\/web\/src|apps\/api\/src|packages\/(ui|ui-lite|contract|domain)\/src)\//;
const skipped =
  /\/db\/migrations\/|\.generated\.|^tools\/checks\/(words|old-phrases)(\.test)?\.js$|^packages\/testing\/src\/fixtures\//;
/** Comments, strings, templates, and names, in this order of preference. */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[A-Za-z_$][\w$]*/g;

/** @type {Map<string, Set<string>>} name → where it is used, and the replacement */
const names = new Map();
/** @type {Map<string, Set<string>>} */
const texts = new Map();
for (const file of listFiles('apps', 'packages', 'e2e', 'bench', 'tools')) {
  collectNames(file, path.basename(file).replace(/\.[^.]+$/, ''));
  const text = readFileSync(path.join(root, file), 'utf8');
  for (const name of listNames(text)) collectNames(file, name);
  for (const [, name = ''] of removeComments(text).matchAll(/\bfunction (\w+Of)\b/g))
    names.set(name, new Set([`${file}: ${name} → a verb: getX, listX, toX, formatX`]));
  if (displayed.test(file) && !inTests.test(file)) collectTexts(file, removeComments(text));
}
for (const file of listDocuments()) collectTexts(file, readFileSync(inRoot(file), 'utf8'));

if (process.argv.includes('--update')) shrinkBaseline();
const fresh = [
  ...[...names].filter(([name]) => !baseline.names.includes(name)),
  ...[...texts].filter(([text]) => !baseline.texts.includes(text)),
];
for (const [found, places] of fresh) console.error(`${found}\n    ${[...places].slice(0, 3).join('\n    ')}`);
const left = baseline.names.length + baseline.texts.length;
if (left > 0) console.log(`${left} old names and texts are still let through (tools/checks/old-words.json)`);
process.exitCode = fresh.length > 0 ? 1 : 0;

/**
 * @param {string} text
 * @returns {string[]} the names of its code, those inside of templates included
 */
function listNames(text) {
  return [...text.matchAll(tokens)].flatMap(([token]) => {
    if (/^[A-Za-z_$]/.test(token)) return [token];
    if (!token.startsWith('`')) return [];
    return [...token.matchAll(/\$\{([^}]*)\}/g)].flatMap(
      ([, code = '']) => code.match(/[A-Za-z_$][\w$]*/g) ?? [],
    );
  });
}

/**
 * @param {string} file
 * @param {string} name
 */
function collectNames(file, name) {
  if (realNames.has(name)) return;
  const words = splitWords(name);
  const better = findReplacement(words, inTests.test(file));
  if (better === undefined) return;
  const key = words.join(' ');
  names.set(key, (names.get(key) ?? new Set()).add(`${file}: ${name} → ${better}`));
}

/**
 * @param {string[]} words
 * @param {boolean} isTest
 */
function findReplacement(words, isTest) {
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`);
  return (
    words
      .filter((word, index) => !realPairs.has(`${words[index - 1]} ${word}`))
      .map((word) => oldWords.get(word) ?? (isTest ? oldTestWords.get(word) : undefined))
      .find(Boolean) ??
    pairs.map((pair) => oldPairs.get(pair)).find(Boolean) ??
    (words.length > 1 ? oldFirstWords.get(words[0] ?? '') : undefined)
  );
}

/** @param {string} name */
function splitWords(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** @param {string} text */
function removeComments(text) {
  return text.replace(tokens, (token) =>
    token.startsWith('//') || token.startsWith('/*') ? token.replace(/[^\n]/g, '') : token,
  );
}

/**
 * @param {string} file
 * @param {string} text
 */
function collectTexts(file, text) {
  for (const [index, line] of text.split('\n').entries()) {
    if (!hasOldPhrase(line)) continue;
    const key = line.trim();
    if (realTexts.has(key)) continue;
    texts.set(key, (texts.get(key) ?? new Set()).add(`${file}:${index + 1}`));
  }
}

function shrinkBaseline() {
  baseline.names = baseline.names.filter((name) => names.has(name)).sort();
  baseline.texts = baseline.texts.filter((text) => texts.has(text)).sort();
  writeFileSync(baselineFile, `${JSON.stringify(baseline, null, 2)}\n`);
}

/**
 * @param {string[]} folders
 * @returns {string[]} source files in them, relative to the repository
 */
function listFiles(...folders) {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return /^(node_modules|dist)$/.test(entry.name) ? [] : listFiles(name);
      return /\.(ts|tsx|js|cjs)$/.test(name) && !skipped.test(name) ? [name] : [];
    }),
  );
}

/** @returns {string[]} documents about the product, relative to the repository */
function listDocuments() {
  const docs = readdirSync(inRoot('docs'), { recursive: true, encoding: 'utf8' });
  return [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
  ];
}
