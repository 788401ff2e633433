import { existsSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.js';
import { environmentFile, runInForeground } from './run-child.js';

/**
 * Serves the API, restarted on change, and the web app through Vite, which passes calls on to the API.
 * @param {string} node
 * @param {string[]} args for the API
 * @returns {Promise<number>} exit code of the one that ended first
 */
export async function dev(node, args) {
  const web = inRoot('apps', 'web');
  const vite = [path.join(web, 'node_modules'), inRoot('node_modules')]
    .map((folder) => path.join(folder, 'vite', 'bin', 'vite.js'))
    .find(existsSync);
  const api = ['--watch', '--watch-preserve-output', ...environmentFile()];
  const programs = [
    runInForeground(node, [...api, inRoot('apps', 'api', 'src', 'server.ts'), ...args]),
    runInForeground(node, [vite ?? 'vite'], { cwd: web }),
  ];
  const exitCode = await Promise.race(programs);
  // The one is of no use without the other; the signal is passed on to both.
  process.kill(process.pid, 'SIGTERM');
  await Promise.all(programs);
  return exitCode;
}
