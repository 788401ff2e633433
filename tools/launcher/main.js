import { confinedPrograms, ensureBuilt } from './builds.js';
import { ensureInstalled } from './install.js';
import { memoryLimits } from './memory-limits.js';
import { findNode } from './node-binary.js';
import { inRoot } from './paths.js';
import { getEnvironmentOptions, runInForeground } from './run-child.js';
import { PlainError } from './log.js';

/**
 * What each command runs once the packages are installed. Only the commands for the operator's own installation read
 * `.env`, because a check must never use the database configured there.
 * @type {Record<string, { about: string, run: (node: string, args: string[]) => Promise<number> }>}
 */
const commands = {
  start: {
    about: 'serve the app',
    run: async (node, args) => {
      await ensureBuilt(node);
      return runApp(node, 'apps/api/src/server.ts', args);
    },
  },
  dev: {
    about: 'serve the app from its sources, reloading on change',
    run: async (node, args) => (await import('./dev.js')).dev(node, args),
  },
  worker: {
    about: 'run background jobs only',
    run: async (node, args) => {
      await ensureBuilt(node, [confinedPrograms]);
      return runApp(node, 'apps/api/src/worker.ts', args);
    },
  },
  seed: {
    about: 'write or remove sample data',
    run: (node, args) => runApp(node, 'apps/api/src/seed.ts', args),
  },
  'rotate-file-keys': {
    about: 'replace the keys that protect the keys of files',
    run: (node, args) => runApp(node, 'apps/api/src/rotate-file-keys.ts', args),
  },
  'rescue-admin': {
    about: 'print a link for a superadmin who is locked out',
    run: (node, args) => runApp(node, 'apps/api/src/rescue-admin.ts', args),
  },
  backup: {
    about: 'write the database and new files into a folder of backups',
    run: (node, args) => runApp(node, 'apps/api/src/backup.ts', args),
  },
  restore: {
    about: 'put a backup into an empty data folder or database',
    run: (node, args) => runApp(node, 'apps/api/src/restore.ts', args),
  },
  bench: {
    about: 'measure and write bench/results.json',
    run: async (node, args) => {
      await ensureBuilt(node);
      return runInForeground(node, [inRoot('bench/bench.ts'), ...args]);
    },
  },
  torture: {
    about: 'the long reliability tests',
    run: async (node, args) => {
      await ensureBuilt(node);
      return runInForeground(node, [inRoot('bench/torture.ts'), ...args]);
    },
  },
  test: {
    about: 'run every check',
    run: async (node, args) => {
      await ensureBuilt(node);
      return runChecks(node, ['--all-checks', ...args]);
    },
  },
  check: { about: 'run the quick checks', run: (node, args) => runChecks(node, args) },
};

/**
 * @param {string[]} args the command and its arguments
 * @returns {Promise<number>} exit code
 */
export async function main([name = '', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new PlainError(`Unknown command "${name}". There are:\n${listCommands()}`);
  await ensureInstalled();
  return command.run(findNode(), args);
}

/**
 * @param {string} node
 * @param {string} entry relative to the repository
 * @param {string[]} args
 */
function runApp(node, entry, args) {
  return runInForeground(node, [...memoryLimits, ...getEnvironmentOptions(), inRoot(entry), ...args]);
}

/**
 * @param {string} node
 * @param {string[]} args
 */
function runChecks(node, args) {
  return runInForeground(node, [inRoot('tools/checks/run.js'), ...args]);
}

function listCommands() {
  return Object.entries(commands)
    .map(([name, { about }]) => `  npm run ${name.padEnd(12)} ${about}`)
    .join('\n');
}
