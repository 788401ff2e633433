import { getCommand, confinedPrograms, ensureBuilt, webApp } from './builds.js';
import { inRoot } from './paths.js';
import { getEnvironmentOptions, runInForeground } from './run-child.js';

/**
 * Serves the API, restarted on changes, and the web app with Vite, which proxies calls to the API. Rebuilds the
 * programs for untrusted input when they change.
 * @param {string} node
 * @param {string[]} args for the API
 * @returns {Promise<number>} exit code of the first process to end
 */
export async function dev(node, args) {
  await ensureBuilt(node, [confinedPrograms]);
  const api = ['--watch', '--watch-preserve-output', ...getEnvironmentOptions()];
  const programs = [
    runInForeground(node, [...api, inRoot('apps', 'api', 'src', 'server.ts'), ...args]),
    runInForeground(node, [...getCommand(confinedPrograms), '--watch'], {
      cwd: inRoot(confinedPrograms.folder),
    }),
    runInForeground(node, getCommand({ ...webApp, args: [] }), { cwd: inRoot(webApp.folder) }),
  ];
  const exitCode = await Promise.race(programs);
  // None is useful without the others, so the signal is passed on to all.
  process.kill(process.pid, 'SIGTERM');
  await Promise.all(programs);
  return exitCode;
}
