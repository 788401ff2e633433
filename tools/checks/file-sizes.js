// Prints how full the source files of each part are: the trend is to be seen, and nothing fails.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../launcher/paths.js';

const minLines = 30;
const notSource = /\.(test|spec)\.tsx?$|\.generated\.|\/db\/migrations\//;

for (const part of ['apps/api/src', 'apps/web/src', 'packages']) {
  const sizes = listSources(part)
    .map((file) => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1)
    .sort((a, b) => a - b);
  const small = sizes.filter((lines) => lines < minLines).length;
  const lines = sizes.reduce((sum, size) => sum + size, 0);
  console.log(
    `  ${part.padEnd(14)}${String(sizes.length).padStart(5)} files ${String(lines).padStart(7)} lines, ` +
      `median ${sizes[Math.floor(sizes.length / 2)] ?? 0}, ${((100 * small) / sizes.length).toFixed(1)} % under ${minLines}`,
  );
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listSources(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(node_modules|dist)$/.test(entry.name) ? [] : listSources(name);
    return /\.tsx?$/.test(name) && !notSource.test(name) ? [name] : [];
  });
}
