// Checks what the boundary check cannot: the graph of the features, including types and dynamic imports, and engines
// that name a record type.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../launcher/paths.js';

const featuresFolder = 'apps/api/src/features';
/** They serve every record type from its descriptor. */
const engineFolders = ['apps/api/src/platform', 'apps/web/src/shared/records'];
const namesRecords = [
  // The two types for attaching a note, task, or email to a record, each with a separate field.
  'apps/web/src/shared/records/page/record-ref.ts',
  // Its tabs are the items that can be added to a record, including tasks.
  'apps/web/src/shared/records/page/record-composer.tsx',
];

/**
 * Words with another meaning in most code: `document` is the page in the browser, the content of a PDF, or a file of
 * the kit.
 */
const commonWords = ['document'];

const imported = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

const findings = [...checkFeatures(), ...checkEngines()];
for (const finding of findings) console.error(finding);
process.exit(findings.length > 0 ? 1 : 0);

/**
 * @param {string} folder relative to the repository
 * @returns {string[]} its sources without tests
 */
function listSources(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));
}

/** @param {string} file relative to the repository */
function readText(file) {
  return readFileSync(path.join(root, file), 'utf8');
}

/** @returns {string[]} imports past a public file, and cycles */
function checkFeatures() {
  /** @type {Map<string, Set<string>>} */
  const uses = new Map();
  const found = [];
  for (const file of listSources(featuresFolder)) {
    const feature = getFeature(file);
    for (const [, name = ''] of readText(file).matchAll(imported)) {
      const target = getTarget(file, name);
      const other = target === null ? feature : getFeature(target);
      if (target === null || other === feature) continue;
      if (!target.endsWith('.public.ts')) found.push(`${file}: imports ${target}, which is not public`);
      uses.set(feature, (uses.get(feature) ?? new Set()).add(other));
    }
  }
  const cycle = findCycle(uses);
  return cycle === null ? found : [...found, `${featuresFolder}: a cycle of features: ${cycle.join(' → ')}`];
}

/** @param {string} file below the folder of features */
function getFeature(file) {
  return path.relative(featuresFolder, file).split(path.sep)[0] ?? '';
}

/**
 * @param {string} file the importing file
 * @param {string} name the imported module
 * @returns {string | null} a file of a feature, relative to the repository
 */
function getTarget(file, name) {
  const target = name.startsWith('#')
    ? path.join('apps/api/src', name.slice(1))
    : name.startsWith('.')
      ? path.join(path.dirname(file), name)
      : '';
  return target.startsWith(`${featuresFolder}/`) ? target : null;
}

/**
 * @param {Map<string, Set<string>>} uses
 * @returns {string[] | null} the features of a cycle, the first one again at the end
 */
function findCycle(uses) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {(feature: string, trail: string[]) => string[] | null} */
  const visit = (feature, trail) => {
    if (trail.includes(feature)) return [...trail.slice(trail.indexOf(feature)), feature];
    if (done.has(feature)) return null;
    for (const other of uses.get(feature) ?? []) {
      const cycle = visit(other, [...trail, feature]);
      if (cycle !== null) return cycle;
    }
    done.add(feature);
    return null;
  };
  for (const feature of uses.keys()) {
    const cycle = visit(feature, []);
    if (cycle !== null) return cycle;
  }
  return null;
}

/** @returns {string[]} record types that engines name, in code or in SQL */
function checkEngines() {
  const list =
    /recordTypes = \[([^\]]*)\]/.exec(readText('packages/contract/src/records/records.ts'))?.[1] ?? '';
  const types = [...list.matchAll(/'(\w+)'/g)]
    .map(([, type = '']) => type)
    .filter((type) => !commonWords.includes(type));
  if (types.length === 0) return ['packages/contract/src/records/records.ts: no list of record types found'];
  const nouns = types.flatMap((type) => [type, `${type}s`, `${type}es`, type.replace(/y$/, 'ies')]);
  const noun = new RegExp(`(?<![\\w/-])(${nouns.join('|')})(?![\\w/-])`);
  return engineFolders.flatMap(listSources).flatMap((file) => {
    if (namesRecords.includes(file)) return [];
    const code = readText(file).replaceAll(comments, '');
    return code.split('\n').flatMap((line) => {
      const found = noun.exec(line)?.[1];
      return found === undefined ? [] : [`${file}: names the record type “${found}”: ${line.trim()}`];
    });
  });
}
