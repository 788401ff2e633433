// Checks that every row of docs/conformance.md refers to an existing test: the file, and the title if it quotes one.
// Source files mentioned in the docs must exist too.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../launcher/paths.js';

const page = 'docs/conformance.md';
const folders = ['apps', 'packages', 'e2e', 'tools', 'bench'];
/** Rows that refer to other rows. */
const pointers = /^(same|as in section \d+|their tests)$/;

const files = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);
const rows = readFileSync(path.join(root, page), 'utf8')
  .split('\n')
  .map((line, index) => ({
    line: index + 1,
    cells: line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')),
  }))
  .filter(({ cells }) => /^\d+$/.test(cells[0] ?? ''));

const faults = rows.flatMap(({ line, cells }) =>
  listFaults(cells).map((fault) => `${page}:${String(line)} ${fault}`),
);
if (rows.length === 0) faults.push(`${page} has no rows`);
faults.push(...listMissingSources());
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

/**
 * @param {string[]} cells
 * @returns {string[]}
 */
function listFaults(cells) {
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
 * @param {string} title may have an ellipsis in place of its beginning or end
 */
function hasTest(file, title) {
  return readFileSync(path.join(root, file), 'utf8').includes(title.replaceAll('…', '').trim());
}

/** Source files named in backticks; names that begin with a period or contain a placeholder are patterns. */
function listMissingSources() {
  const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  return ['README.md', 'CONTRIBUTING.md', ...docs].flatMap((doc) =>
    [...readFileSync(path.join(root, doc), 'utf8').matchAll(/`([\w/-][\w/.-]*\.(?:tsx?|css))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !files.some((file) => path.basename(file) === path.basename(name)))
      .map((name) => `${doc} names ${name}, which is not there`),
  );
}
