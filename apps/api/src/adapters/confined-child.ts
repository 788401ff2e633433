import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A child process with piped input and output. */
export type ConfinedChild = ChildProcessByStdio<Writable, Readable, null>;

/** A program for untrusted input, which `rolldown.config.ts` bundles. */
export type ConfinedProgram =
  | 'parser-process'
  | 'verifier-process'
  | 'pages-process'
  | 'stamp-process'
  | 'text-process'
  | 'workbook-process';

const root = new URL('../../../../', import.meta.url);
const bundles = new URL('apps/api/dist/confined/', root);
/** The bundles, and the packages with the WebAssembly they load: no source code, data, keys, or system files. */
const readable = [bundles.href, 'node_modules/@hyzyla/pdfium/', 'node_modules/@jsquash/webp/'].map((path) =>
  fileURLToPath(new URL(path, root)),
);

/** Without the bundles, the server would treat every file and email as damaged. */
export function assertBundlesExist(folder = bundles): void {
  if (!existsSync(new URL('no-network.js', folder)))
    throw new Error(
      'The programs that read files and email are not built. Start the server with npm start, a worker with npm run worker.',
    );
}

/**
 * Starts a process for untrusted input: it can read only its own code, and cannot write files, start processes, or use
 * Node's network functions. It has no environment and limited memory. It is killed after `timeoutMs`, if given. With
 * `givesWay`, it runs at low priority: for background work.
 */
export function spawnConfined(
  program: ConfinedProgram | URL,
  {
    maxHeapMegabytes,
    timeoutMs,
    givesWay = false,
  }: { maxHeapMegabytes: number; timeoutMs?: number; givesWay?: boolean },
): ConfinedChild {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${String(maxHeapMegabytes)}`,
      '--permission',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      '--no-warnings',
      `--import=${new URL('no-network.js', bundles).href}`,
      fileURLToPath(typeof program === 'string' ? new URL(`${program}.js`, bundles) : program),
    ],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      ...(timeoutMs !== undefined && { timeout: timeoutMs, killSignal: 'SIGKILL' }),
    },
  );
  if (givesWay && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}
