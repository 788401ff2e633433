import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot, root } from './paths.js';
import { PlainError, runStep } from './log.js';

const marker = inRoot('node_modules', '.installed-from');

/** Installs the packages in the lockfile, unless they are installed. */
export async function ensureInstalled() {
  const lockfile = readFileSync(inRoot('package-lock.json'));
  const wanted = createHash('sha256')
    .update(lockfile)
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (readText(marker) === wanted) return;
  if (!isInstalled(JSON.parse(lockfile.toString()))) {
    await runStep(
      'Installing packages (once; needs the network)',
      runNpmCi,
      () => `, ${countPackages()} packages`,
    );
  }
  writeFileSync(marker, wanted);
}

/**
 * Whether every package in the lockfile is installed, for example by running `npm ci` manually. npm's last step is to
 * record what it has installed.
 * @param {{ packages: Record<string, { version?: string, link?: boolean, optional?: boolean, peer?: boolean }> }}
 * lockfile
 */
function isInstalled(lockfile) {
  const note = readText(inRoot('node_modules', '.package-lock.json'));
  if (note === undefined) return false;
  const { packages: installed } = JSON.parse(note);
  return Object.entries(lockfile.packages).every(([folder, { version, link, optional }]) => {
    if (!folder.includes('node_modules/') || link) return true;
    const found = installed[folder];
    return found ? found.version === version && existsSync(inRoot(folder)) : optional === true;
  });
}

/** @returns {Promise<void>} */
function runNpmCi() {
  const options = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const [command, ...first] = getNpmCommand();
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && first.length === 0,
    });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => (output = (output + chunk.toString()).slice(-20_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => reject(new PlainError(`npm could not be run: ${error.message}`)));
    child.on('close', (code) => (code === 0 ? resolve() : reject(new PlainError(explain(output)))));
  });
}

/** The npm that runs this script, or else the one in PATH. @returns {[string, ...string[]]} */
function getNpmCommand() {
  const running = process.env.npm_execpath;
  return running?.endsWith('.js') ? [process.execPath, running] : ['npm'];
}

/** @param {string} output */
function explain(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^npm (warn|notice)/i.test(line));
  const hint = /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET/.test(output)
    ? ' (is the network there?)'
    : '';
  return [`The packages could not be installed${hint}:`, ...lines.slice(0, 15)].join('\n');
}

function countPackages() {
  const folders = list(inRoot('node_modules'));
  return folders.reduce((sum, name) => {
    if (name.startsWith('.')) return sum;
    return sum + (name.startsWith('@') ? list(inRoot('node_modules', name)).length : 1);
  }, 0);
}

/** @param {string} folder */
function list(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
