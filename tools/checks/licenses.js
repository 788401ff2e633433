// Every package that ships must be licensed to ship in a product that is not open source.
import { readFileSync } from 'node:fs';
import { inRoot } from '../launcher/paths.js';

const shippable = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
  'Zlib',
]);

/** Packages that name their license only in the LICENSE file. */
const readFromFile = new Map([['node_modules/png-js', 'MIT']]);

const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const rejected = Object.entries(packages)
  .filter(([folder, { dev, link }]) => folder.includes('node_modules/') && !dev && !link)
  .filter(([folder, { license }]) => !isShippable(license ?? readFromFile.get(folder)))
  .map(([folder, { license }]) => `${folder}: ${license ?? 'no license given'}`);

for (const line of rejected) console.error(line);
process.exit(rejected.length > 0 ? 1 : 0);

/** @param {unknown} expression of SPDX, without nested brackets */
function isShippable(expression) {
  if (typeof expression !== 'string') return false;
  const alternatives = expression.replace(/[()]/g, '').split(/ OR /i);
  return alternatives.some((alternative) =>
    alternative.split(/ AND /i).every((name) => shippable.has(name.trim())),
  );
}
