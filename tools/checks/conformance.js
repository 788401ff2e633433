// Every row of docs/conformance.md names a test that is there: the file, and the title where it quotes one.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../launcher/paths.js';

const page = 'docs/conformance.md';
const places = ['apps', 'packages', 'e2e', 'tools'];
/** Rows that point at others. */
const pointers = /^(same|as in section \d+|their tests)$/;

const files = places.flatMap((place) =>
  readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => `${place}/${name.replaceAll('\\', '/')}`),
);
const rows = readFileSync(path.join(root, page), 'utf8')
  .split('\n')
  .map((line, index) => ({
    line: index + 1,
    cells: line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')),
  }))
  .filter(({ cells }) => /^\d+$/.test(cells[0] ?? ''));

const faults = rows.flatMap(({ line, cells }) =>
  faultsOf(cells).map((fault) => `${page}:${String(line)} ${fault}`),
);
if (rows.length === 0) faults.push(`${page} has no rows`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

/**
 * @param {string[]} cells
 * @returns {string[]}
 */
function faultsOf(cells) {
  if (cells.length !== 5) return [`has ${String(cells.length)} cells`];
  const [, , state = '', , test = ''] = cells;
  const named = [...test.matchAll(/`([^`]+)`(?: "([^"]+)")?/g)];
  if (named.length === 0 && !pointers.test(test) && !state.startsWith('decided')) return ['names no test'];
  return named.flatMap(([, name = '', title]) => {
    const found = files.filter((file) => file === name || file.endsWith(`/${name}`));
    if (found.length === 0) return [`names ${name}, which is not there`];
    return title === undefined || found.some((file) => hasTest(file, title))
      ? []
      : [`quotes “${title}”, which ${name} does not contain`];
  });
}

/**
 * @param {string} file
 * @param {string} title may leave out its beginning or its end behind an ellipsis
 */
function hasTest(file, title) {
  return readFileSync(path.join(root, file), 'utf8').includes(title.replaceAll('…', '').trim());
}
